import { isLiteralAddress, judgeHost, parseAddress, splitAddresses } from "../../../compiler/index.ts";
import { type Text, name, say, words } from "../../../kernel/index.ts";
import type { Answer, Check, Control, State } from "../check.ts";
import { liveFile, type Looked } from "../looked.ts";
import { neededOptions } from "../needed-options.ts";
import { hostsFile, ofOthers, straysOf } from "../hosts.ts";
import { relaysOf } from "../relays.ts";
import { answer, describeCount, gravest, shownAddress } from "../words.ts";

const NOBODY = "tierwright-control.invalid";

type Known = ReadonlyMap<string, { readonly addresses: readonly string[]; readonly evidence: string }>;

/**
 * Resolves host names on the workstation; a name that does not resolve is left out. Returns null for a copy or archive, because names can
 * resolve differently on this machine.
 */
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

/**
 * Returns the control of the check `tier/half-switch`: a host name that does not exist must not resolve. If it does, every name would, and
 * resolved addresses prove nothing.
 */
async function resolving({ station: { resolve } }: Looked): Promise<Control> {
  const did = say`${name(NOBODY)}, which is nobody's name, was looked up`;
  if (!resolve) return { did: words("nothing"), outcome: "none", says: words("no name is looked up for a copy or an archive") };
  const found = await resolve(NOBODY).catch(() => []);
  return found.length === 0
    ? { did, outcome: "held", says: words("it does not resolve") }
    : { did, outcome: "failed", says: say`it resolves to ${name(found.join(", "))}: every name would` };
}

/** Parses a web address, or the HOST:PORT that a relay forwards to. Returns null for any other text. */
const serverOf = (text: string) => parseAddress(/^[a-z]+:\/\//i.test(text) ? text : `http://${text}`);

/**
 * Returns the addresses of TC_SERVER_URL and BOOTSTRAP_URLS on the workstation. That of a relay is replaced by the server that the relay
 * forwards to. `unknown`: addresses at which a program listens that is no relay of a known recording. `dead`: addresses of this machine at
 * which no program is known to listen.
 */
async function installedIn(looked: Looked) {
  const relays = await relaysOf(looked);
  const signIn = liveFile(looked, "connector")?.values.get("TC_SERVER_URL")?.trim() ?? "";
  const texts = splitAddresses(liveFile(looked, "client")?.values.get("BOOTSTRAP_URLS") ?? "");
  const each = [...new Set([signIn, ...texts])];
  const led = relays.found.map(({ address }) => address);
  const through = (text: string): string => relays.at(text)?.to ?? text;
  return {
    signIn: serverOf(through(signIn)),
    list: texts.map(through),
    unknown: each.filter((text) => relays.at(text)?.to === null),
    dead: each.filter((text) => led.includes(text) && relays.at(text) === null),
  };
}

function strayed(strays: ReturnType<typeof straysOf>, details: readonly Text[], control: Control): Answer {
  return answer(
    gravest(strays.map(({ state }) => state)),
    say`the hosts file of this workstation leads ${describeCount(strays.length, "name")} elsewhere than tier.hosts says`,
    {
      details: [...strays.map(({ text }) => text), ...details],
      help: say`take the line out of the hosts file, or correct tier.hosts of the environment`,
      control,
    },
  );
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
    const { signIn, list, unknown, dead } = await installedIn(looked);
    if (!signIn || list.length === 0) return answer("skip", say`it needs an address in TC_SERVER_URL and one in BOOTSTRAP_URLS`);
    const servers = list.flatMap((text) => serverOf(text)?.host ?? []);
    if (servers.length < list.length)
      return answer("fail", say`an entry of BOOTSTRAP_URLS is no address`, {
        help: say`write each as https://HOST:PORT, separated by commas`,
      });
    if (unknown.length > 0)
      return answer(
        "warn",
        say`sign-in or files go through this machine itself, where a program listens: which tier it leads to cannot be seen from here`,
        {
          details: unknown.map((text): Text => say`${shownAddress(text)} is served by a program of this machine`),
          help: say`name the store of the recording with --store, or look again when it has ended`,
        },
      );
    if (dead.length > 0)
      return answer(
        "warn",
        say`sign-in or files lead to this machine itself, where no relay is known to run: they reach no tier`,
        {
          details: dead.map((text): Text => say`${shownAddress(text)} is no address of a tier`),
          help: say`relay/left-behind names the way back; then look again`,
        },
      );
    const control = await resolving(looked);
    const listed = hostsFile(looked);
    const options = {
      today: "",
      requireProof: false,
      hostsFile: listed && ofOthers(listed),
      resolved: await measured(looked, [signIn.host, ...servers]),
    };
    const nobody = { name: "", tier: { hosts: new Map(), members: new Map() } };
    const judged = [...new Set(servers)].map((host) => ({
      host,
      ...judgeHost(host, signIn.host, looked.wanted?.environment ?? nobody, options),
    }));
    const details = judged.map(({ host, verdict, evidence }): Text => say`${name(host)}: ${words(verdict)}: ${words(evidence)}`);
    const strays = straysOf(looked, listed, [signIn.host, ...servers]);
    if (strays.length > 0) return strayed(strays, details, control);
    const state = gravest(judged.map(({ verdict }) => STATE[verdict]));
    if (state === "pass")
      return answer("pass", say`sign-in and files reach one tier: ${words(judged[0]?.evidence ?? "")}`, { details, control });
    const help =
      state === "fail"
        ? say`install the settings bundle of the environment: it moves both ${neededOptions(looked)}; where the host does belong to the tier, declare it in tier.members`
        : say`state the addresses in tier.hosts, declare the host in tier.members, or run it on the workstation, which resolves both names`;
    const says =
      state === "fail"
        ? say`files go to another tier than sign-in (${name(signIn.host)}): a half-switch`
        : say`whether files go to the tier of sign-in (${name(signIn.host)}) is not proven`;
    return answer(state, says, { details, help, control });
  },
};
