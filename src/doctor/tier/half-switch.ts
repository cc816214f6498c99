import { judgeHost } from "../../compile/hosts.ts";
import { parseHostsFile } from "../../compile/hosts-file.ts";
import { name, say, type Text, words } from "../../diagnostic/text.ts";
import { LARGEST_TEXT } from "../../io/machine.ts";
import { isLiteralAddress, parseAddress, splitAddresses } from "../../model/address.ts";
import { nativePath } from "../../swap/protocol/targets.ts";
import type { Check, Control, State } from "../check.ts";
import { liveFile, type Looked } from "../looked.ts";
import { NotGathered } from "../station.ts";
import { answer, gravest } from "../words.ts";

const HOSTS = "C:\\Windows\\System32\\drivers\\etc\\hosts";
const NOBODY = "tierwright-control.invalid";

/** What the workstation's own hosts file says: an alias in it hides that two names are two tiers. */
function hostsFile({ station }: Looked): ReturnType<typeof parseHostsFile> | null {
  try {
    const path = nativePath(HOSTS, station.where);
    if (station.files.stat(path)?.kind !== "file") return null;
    return parseHostsFile(HOSTS, station.files.read(path, LARGEST_TEXT).toString("latin1"));
  } catch (error) {
    if (error instanceof NotGathered) return null;
    throw error;
  }
}

type Known = ReadonlyMap<string, { readonly addresses: readonly string[]; readonly evidence: string }>;

/** What this machine resolves; elsewhere that would say nothing of the workstation. */
async function measured({ station }: Looked, hosts: readonly string[]): Promise<Known | null> {
  const { resolve } = station;
  if (!resolve) return null;
  const found = new Map<string, { addresses: readonly string[]; evidence: string }>();
  for (const host of new Set(hosts)) {
    if (isLiteralAddress(host)) continue;
    const addresses = await resolve(host).catch(() => []);
    if (addresses.length > 0) found.set(host, { addresses, evidence: "as this machine resolves it" });
  }
  return found;
}

/** A machine that finds an address for a name that nobody has compares nothing. */
async function resolving({ station: { resolve } }: Looked): Promise<Control> {
  const did = say`${name(NOBODY)}, which is nobody's name, was looked up`;
  if (!resolve) return { did: words("nothing"), outcome: "none", says: words("no name is looked up for a copy or an archive") };
  const found = await resolve(NOBODY).catch(() => []);
  return found.length === 0
    ? { did, outcome: "held", says: words("it does not resolve") }
    : { did, outcome: "failed", says: say`it resolves to ${name(found.join(", "))}: every name would` };
}

const STATE = { same: "pass", member: "pass", "half-switch": "fail", "not-proven": "warn" } as const satisfies Record<
  string,
  State
>;

export const check: Check = {
  id: "tier/half-switch",
  asks: "every file server of BOOTSTRAP_URLS belongs to the tier that TC_SERVER_URL signs in to",
  otherwise:
    "login succeeds and model files go to another tier; a hosts-file alias hides it, so addresses are compared and not names",
  control: "a name that nobody has must not resolve",
  needs: [],
  order: 37,
  async run(looked) {
    const signIn = parseAddress(liveFile(looked, "connector")?.values.get("TC_SERVER_URL")?.trim() ?? "");
    const list = splitAddresses(liveFile(looked, "client")?.values.get("BOOTSTRAP_URLS") ?? "");
    if (!signIn || list.length === 0) return answer("skip", say`it needs an address in TC_SERVER_URL and one in BOOTSTRAP_URLS`);
    const servers = list.flatMap((text) => parseAddress(text)?.host ?? []);
    if (servers.length < list.length)
      return answer("fail", say`an entry of BOOTSTRAP_URLS is no address`, {
        help: say`write each as https://HOST:PORT, separated by commas`,
      });
    const control = await resolving(looked);
    const options = {
      today: "",
      requireProof: false,
      hostsFile: hostsFile(looked),
      resolved: await measured(looked, [signIn.host, ...servers]),
    };
    const nobody = { name: "", tier: { hosts: new Map(), members: new Map() } };
    const judged = [...new Set(servers)].map((host) => ({
      host,
      ...judgeHost(host, signIn.host, looked.wanted?.environment ?? nobody, options),
    }));
    const details = judged.map(({ host, verdict, evidence }): Text => say`${name(host)}: ${words(verdict)}: ${words(evidence)}`);
    const state = gravest(judged.map(({ verdict }) => STATE[verdict]));
    if (state === "pass")
      return answer("pass", say`sign-in and files reach one tier: ${words(judged[0]?.evidence ?? "")}`, { details, control });
    const help =
      state === "fail"
        ? say`install the settings bundle of the environment: it moves both; where the host does belong to the tier, declare it in tier.members`
        : say`state the addresses in tier.hosts, declare the host in tier.members, or run it on the workstation, which resolves both names`;
    const says =
      state === "fail"
        ? say`files go to another tier than sign-in (${name(signIn.host)}): a half-switch`
        : say`whether files go to the tier of sign-in (${name(signIn.host)}) is not proven`;
    return answer(state, says, { details, help, control });
  },
};
