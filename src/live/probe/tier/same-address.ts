import { type Text, listTexts, name, say, words } from "../../../kernel/index.ts";
import { isLiteralAddress } from "../../../compiler/index.ts";
import type { InstalledAddresses } from "../installed.ts";
import type { Answer, Probe, Probing } from "../probe.ts";
import { hostOf, type JudgedHost, judgeByAddress, type Measured, measureHosts, resolverControl } from "../support/host-names.ts";
import { answer } from "../words.ts";

/** Returns every host in BOOTSTRAP_URLS and in the client library's own sign-in address, each once. */
function otherHosts({ fileTransfer, clientSignIn }: InstalledAddresses): readonly string[] {
  const hosts = [...fileTransfer, ...(clientSignIn ? [clientSignIn] : [])].map(({ text }) => hostOf(text));
  return [...new Set(hosts.filter((host) => host !== ""))];
}

const addressesIn = (host: string, resolved: Measured): string =>
  `${host} ${isLiteralAddress(host) ? host : (resolved.get(host)?.addresses.join(" ") ?? "")}`.trim();

function saidOf(judged: readonly JudgedHost[], signIn: string): Pick<Answer, "outcome" | "says" | "help"> {
  const of = (verdict: JudgedHost["verdict"]) => judged.filter((one) => one.verdict === verdict);
  const names = (some: readonly JudgedHost[]): Text => listTexts(some.map(({ host }) => name(host)));
  const evidence = (some: readonly JudgedHost[]): Text => listTexts(some.map((one) => words(one.evidence)));
  const [elsewhere, unknown, members] = [of("half-switch"), of("not-proven"), of("member")];
  if (elsewhere.length > 0)
    return {
      outcome: "refuted",
      says: say`files would go to another tier than sign-in: ${names(elsewhere)} has the address ${evidence(elsewhere)}; login would succeed, and models would land in the wrong place`,
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
  const { addresses } = probing;
  const signIn = hostOf(addresses.signIn?.text ?? "");
  const target = addresses.signIn?.text ?? null;
  if (signIn === "") {
    const says = say`the compiled files name no address that the tool would sign in to (TC_SERVER_URL)`;
    return answer("not-proven", says, { help: words("fix what `tierwright check` says of it first"), target });
  }
  const hosts = otherHosts(addresses);
  if (addresses.fileTransfer.length === 0) {
    const says = say`the compiled files name no file server (BOOTSTRAP_URLS), so it is unknown where files would go`;
    return answer("not-proven", says, { help: words("name them in tier.fileTransfer"), target });
  }
  const others = hosts.filter((host) => host !== signIn);
  const resolved: Measured = others.length === 0 ? new Map() : await measureHosts([signIn, ...others], probing);
  const judged = hosts.map((host) => judgeByAddress(host, signIn, probing, resolved));
  const { outcome, says, help } = saidOf(judged, signIn);
  const facts = { hosts: [...new Set([signIn, ...hosts])].map((host) => addressesIn(host, resolved)) };
  return answer(outcome, says, { help, target, facts, control: await resolverControl(resolved, probing) });
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
