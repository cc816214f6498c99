import type { HostVerdict } from "../../compile/compiled.ts";
import { judgeHost } from "../../compile/hosts.ts";
import type { Environment } from "../../model/environment.ts";
import { listed, name, say, type Text, words } from "../../diagnostic/text.ts";
import { isLiteralAddress, parseAddress } from "../../model/address.ts";
import type { InstalledAddresses } from "../installed.ts";
import type { Answer, Control, Probe, Probing } from "../probe.ts";
import { answer } from "../words.ts";

/** No name of this ending is anybody's (RFC 6761, 6.4): a resolver that answers it answers everything. */
export const NOBODY = "tierwright-control.invalid";

const hostOf = (text: string): string => parseAddress(text)?.host ?? "";

/** Every host that files or the client library would go to, once. */
function otherHosts({ fileTransfer, clientSignIn }: InstalledAddresses): readonly string[] {
  const hosts = [...fileTransfer, ...(clientSignIn ? [clientSignIn] : [])].map(({ text }) => hostOf(text));
  return [...new Set(hosts.filter((host) => host !== ""))];
}

/** What this machine's resolver says of these names; one that does not resolve is left out. */
async function measured(hosts: readonly string[], { resolve, now }: Probing) {
  const evidence = `measured from this machine, ${now().toISOString().slice(0, 16)}Z`;
  const found = new Map<string, { addresses: readonly string[]; evidence: string }>();
  for (const host of hosts) {
    if (isLiteralAddress(host)) continue;
    const addresses = await resolve(host).catch(() => []);
    if (addresses.length > 0) found.set(host, { addresses: [...addresses].sort(), evidence });
  }
  return found;
}

type Measured = Awaited<ReturnType<typeof measured>>;

/** What is declared in the environment is no measurement: only what was resolved counts here. */
const undeclared = (environment: Environment): Environment => ({
  ...environment,
  tier: { ...environment.tier, hosts: new Map() },
});

async function control(resolved: Measured, { resolve }: Probing): Promise<Control> {
  const did = say`${name(NOBODY)}, which is nobody's name, was looked up`;
  if (resolved.size === 0) return { did: say`nothing was looked up`, outcome: "none", says: say`no name had to be looked up` };
  try {
    const addresses = await resolve(NOBODY);
    const says = say`this machine's resolver answers every name (${listed(addresses.map(name))}), so that two names with one address prove nothing`;
    return { did, outcome: "failed", says };
  } catch {
    return { did, outcome: "held", says: say`it does not resolve` };
  }
}

interface Judged {
  readonly host: string;
  readonly verdict: HostVerdict["verdict"];
  readonly evidence: string;
}

const addressesIn = (host: string, resolved: Measured): string =>
  `${host} ${isLiteralAddress(host) ? host : (resolved.get(host)?.addresses.join(" ") ?? "")}`.trim();

function saidOf(judged: readonly Judged[], signIn: string): Pick<Answer, "outcome" | "says" | "help"> {
  const of = (verdict: Judged["verdict"]) => judged.filter((one) => one.verdict === verdict);
  const names = (some: readonly Judged[]): Text => listed(some.map(({ host }) => name(host)));
  const evidence = (some: readonly Judged[]): Text => listed(some.map((one) => words(one.evidence)));
  const [elsewhere, unknown, members] = [of("half-switch"), of("not-proven"), of("member")];
  if (elsewhere.length > 0)
    return {
      outcome: "refuted",
      says: say`files would go to another tier than sign-in: ${evidence(elsewhere)}; login would succeed, and models would land in the wrong place`,
      help: say`point BOOTSTRAP_URLS (tier.fileTransfer) at the tier of ${name(signIn)}; if ${names(elsewhere)} does belong to it, declare it in tier.members`,
    };
  if (unknown.length > 0)
    return {
      outcome: "not-proven",
      says: say`it is not known whether ${names(unknown)} reaches the tier of ${name(signIn)}: ${evidence(unknown)}`,
      help: words("run the probe where these names resolve as they do on a workstation"),
    };
  if (members.length > 0)
    return {
      outcome: "not-proven",
      says: say`${names(members)} has another address than ${name(signIn)}: ${evidence(members)}, which no address can prove`,
      help: words("tier/bootstrap-preference asks the tier itself which file servers it has"),
    };
  return { outcome: "proven", says: say`sign-in and files reach the same tier: ${evidence(judged)}`, help: null };
}

async function run(probing: Probing): Promise<Answer> {
  const { addresses, environment } = probing;
  const signIn = hostOf(addresses.signIn?.text ?? "");
  const target = addresses.signIn?.text ?? null;
  if (signIn === "") {
    const says = say`the compiled files name no address that the tool would sign in to (TC_SERVER_URL)`;
    return answer("not-proven", says, { help: words("fix what `tierwright check` says of it first"), target });
  }
  const hosts = otherHosts(addresses);
  if (addresses.fileTransfer.length === 0) {
    const says = say`the compiled files name no file server (BOOTSTRAP_URLS), so nobody knows where files would go`;
    return answer("not-proven", says, { help: words("name them in tier.fileTransfer"), target });
  }
  const others = hosts.filter((host) => host !== signIn);
  const resolved = others.length === 0 ? new Map() : await measured([signIn, ...others], probing);
  const options = { ...environment.options, hostsFile: null, resolved };
  const judged = hosts.map((host) => {
    const { verdict, evidence } = judgeHost(host, signIn, undeclared(environment.environment), options);
    return { host, verdict, evidence: host === signIn ? `${host} is the name of both` : evidence };
  });
  const { outcome, says, help } = saidOf(judged, signIn);
  const facts = { hosts: [...new Set([signIn, ...hosts])].map((host) => addressesIn(host, resolved)) };
  return answer(outcome, says, { help, target, facts, control: await control(resolved, probing) });
}

export const probe: Probe = {
  id: "tier/same-address",
  summary: "do files go to the machine that the tool signs in to",
  proves:
    "that the names in TC_SERVER_URL, URL and BOOTSTRAP_URLS, as they would be installed, lead from this machine to one address",
  doesNotProve:
    "that a workstation resolves them alike (its hosts file may say otherwise), nor that one address is one tier behind a balancer",
  control: "a name that is nobody's must not resolve: a resolver that answers every name makes all addresses equal",
  needs: [],
  order: 1,
  run,
};
