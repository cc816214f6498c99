import { parseAddress } from "../../compiler/index.ts";
import { environmentNameFault } from "../../kernel/index.ts";

/** A text as a part of an environment's name: what is not allowed in one becomes a hyphen. */
const legal = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[^a-z0-9]+|(?<![^a-z0-9])[^a-z0-9]+$/g, "");

/** What tells one group of workstations from another. */
export interface Named {
  readonly signIn: string;
  readonly release: string;
  readonly tool: string;
}

/** Names for a group, the shortest first: the tier's host, the host in full, with its port, with the release, with the tool. */
function wishes({ signIn, release, tool }: Named): readonly string[] {
  const address = parseAddress(signIn);
  const host = legal(address?.host ?? signIn).slice(0, 40) || "tier";
  const [label = host] = host.split(".");
  const port = address?.port ? `${host}-${address.port}` : host;
  const short = /^\d+$/.test(label) ? host : label;
  return [short, host, port, `${short}-${legal(release)}`, `${short}-${legal(release)}-${legal(tool)}`].map((name) =>
    name.slice(0, 60).replace(/(?<![^a-z0-9])[^a-z0-9]+$/, ""),
  );
}

const usable = (name: string): string => (environmentNameFault(name) === null ? name : `tier-${name}`);

/**
 * A legal name for each group, unlike every other one: the first wish that no other group has; where all are shared, with a number. The same groups
 * get the same names, in whatever order they come.
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
