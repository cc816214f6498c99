import { isRecordingName, parseAddress } from "../../compiler/index.ts";
import { environmentNameFault } from "../../kernel/index.ts";

/** Turns a text into a part of an environment name: characters that are not allowed become hyphens. */
const legal = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+|(?<![^a-z0-9])[^a-z0-9]+$/g, "");

/** The properties that distinguish one group of workstations from another. */
export interface Named {
  readonly signIn: string;
  readonly release: string;
  readonly tool: string;
}

/** The most characters of a candidate for an environment's name: such a name has at most 63, and 'tier-' and a number can be added. */
const LONGEST = 52;

/**
 * Returns candidate names for the environment that is made from a group of workstations, shortest first: the host's first label, the full
 * host, then with port, with release, with tool.
 */
function wishes({ signIn, release, tool }: Named): readonly string[] {
  const address = parseAddress(signIn);
  const host = legal(address?.host ?? signIn).slice(0, 40) || "tier";
  const [label = host] = host.split(".");
  const port = address?.port ? `${host}-${address.port}` : host;
  const short = /^\d+$/.test(label) ? host : label;
  return [short, host, port, `${short}-${legal(release)}`, `${short}-${legal(release)}-${legal(tool)}`].map((name) =>
    name.slice(0, LONGEST).replace(/(?<![^a-z0-9])[^a-z0-9]+$/, ""),
  );
}

/** Returns a candidate, changed if it is a reserved name: that of a Windows device, or that of a recording (`NAME.recording`). */
function usable(candidate: string): string {
  const name = isRecordingName(candidate) ? candidate.replace(/\.(?=[^.]*$)/, "-") : candidate;
  return environmentNameFault(name) === null ? name : `tier-${name}`;
}

/**
 * Returns a unique environment name for each group of workstations: the first candidate that no other group has, or a numbered one if other
 * groups have all of them. Only numbered names depend on the order of the groups.
 */
export function environmentNamesFor(groups: readonly Named[]): readonly string[] {
  const all = groups.map((group) => wishes(group).map(usable));
  const taken = new Set<string>();
  return all.map((own, i) => {
    const free = own.find((name) => !taken.has(name) && !all.some((others, j) => j !== i && others.includes(name)));
    let name = free ?? own.at(-1) ?? "tier";
    for (let n = 2; taken.has(name); n++) name = `${own.at(-1)}-${n}`;
    taken.add(name);
    return name;
  });
}
