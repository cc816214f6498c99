import { type Text, joinTexts, listTexts, name, plain, say, words } from "../../../kernel/index.ts";
import { type CertificateAnswer, HttpFault, type HttpFaultKind, type StoreVerdict } from "../../../platform/index.ts";
import type { Answer, Control, Outcome, Probe, Probing } from "../probe.ts";
import { reachHelp } from "../reach-help.ts";
import { answer } from "../words.ts";

export const probe: Probe = {
  id: "tls/chain",
  summary: "are the servers' certificates valid in each trust store",
  proves:
    "the chain of every https address leads to an authority of each store that is used here, is in date, and is for the name",
  doesNotProve: "anything about the stores of other machines: the login service's Java reads its own cacerts",
  control: "an endpoint of the same name with a self-signed certificate must be refused by each of the stores",
  needs: [],
  order: 80,
  run,
};

/** The most servers that are tested; further ones are reported as not tested. */
const MOST = 12;

interface Judged {
  readonly origin: string;
  readonly outcome: Outcome;
  /** The reason why the server's certificate could not be read; empty if it was read. */
  readonly says: Text;
  readonly found: CertificateAnswer | null;
  /** The help line for a server whose certificate could not be read; null if it was read. */
  readonly help: Text | null;
  readonly unreachable: boolean;
}

/**
 * Returns every server of the environment once: in `secure` the https servers to test, in `further` those beyond the limit, and in `plain`
 * the http servers, which have no certificate.
 */
function serversOf({ addresses, facts }: Probing): Record<"secure" | "further" | "plain", readonly URL[]> {
  const texts = [
    addresses.signIn?.text,
    addresses.webClient?.text,
    ...addresses.fileTransfer.map(({ text }) => text),
    facts?.realmUrl?.value,
    facts?.loginServiceUrl?.value,
    facts?.webApplication.root?.value,
  ];
  const origins = new Set(texts.flatMap((text) => (text !== undefined && URL.canParse(text) ? new URL(text).origin : [])));
  const urls = [...origins].filter((origin) => /^https?:/.test(origin)).map((origin) => new URL(origin));
  const secure = urls.filter(({ protocol }) => protocol === "https:");
  return {
    secure: secure.slice(0, MOST),
    further: secure.slice(MOST),
    plain: urls.filter(({ protocol }) => protocol === "http:"),
  };
}

/** Returns a note about the proxy through which certificates were read, because a proxy can show some of its own; empty without one. */
const throughWords = ({ proxy }: CertificateAnswer): Text =>
  proxy === null ? [] : say`, asked through the proxy ${name(proxy)},`;

const storeWords = ({ name: store, readBy }: StoreVerdict): Text => say`${name(store)} (${words(readBy)})`;

/**
 * Judges a server's certificates. `proven` requires every trust store to accept them: each program reads its own store, so one store proves
 * nothing about the others, and a certificate of --ca counts for this command alone.
 */
function judgedBy(origin: string, found: CertificateAnswer): Judged {
  const { stores, unread } = found;
  const holds = stores.filter((store) => store.holds).length;
  const isComplete = holds === stores.length && unread.every(({ isUsed }) => !isUsed);
  const outcome = holds === 0 ? "refuted" : isComplete ? "proven" : "not-proven";
  return { origin, outcome, says: [], found, help: null, unreachable: false };
}

/** Lists trust stores with their reasons for refusing, each reason once. */
function refusals(stores: readonly StoreVerdict[]): Text {
  const reasons = [...new Set(stores.map(({ says }) => says))];
  return joinTexts(
    reasons.map((why) => say`${listTexts(stores.filter(({ says }) => says === why).map(storeWords))}: ${words(why)}`),
    "; ",
  );
}

/** Lists servers with their certificates; servers with the same certificate are listed together. */
function serverWords(all: readonly Judged[]): Text {
  const key = ({ found }: Judged): string => found?.chain[0]?.fingerprint ?? "";
  return listTexts(
    [...new Set(all.map(key))].map((certificate) => {
      const same = all.filter((one) => key(one) === certificate);
      const own = same[0]?.found?.chain[0];
      const shown = own ? say` (${name(own.subject)}, issued by ${name(own.issuer)}, until ${name(own.until)})` : say``;
      return say`${listTexts(same.map(({ origin }) => name(origin)))}${shown}`;
    }),
  );
}

/** Describes which trust stores accept a certificate, for servers that all have the same result as `found`. */
function verdictWords(all: readonly Judged[], found: CertificateAnswer): Text {
  const holds = found.stores.filter((store) => store.holds);
  const others = found.stores.filter((store) => !store.holds);
  const [it, verb] = all.length === 1 ? ["it does", "holds"] : ["they do", "hold"];
  const servers = say`${serverWords(all)}${throughWords(found)}`;
  if (holds.length === 0) return say`${servers} ${words(verb)} against no store: ${refusals(others)}`;
  const against = others.length > 0 ? say`; ${words(it)} not hold against ${refusals(others)}` : say``;
  return say`${servers} ${words(verb)} against ${listTexts(holds.map(storeWords))}${against}`;
}

/**
 * Returns one sentence for each group of servers with the same results in all trust stores, and one for each server whose certificate could
 * not be read.
 */
function sentences(all: readonly Judged[]): readonly Text[] {
  const key = ({ found }: Judged): string => JSON.stringify([found?.stores, found?.proxy]);
  const told = new Set<string>();
  return all.flatMap((one) => {
    if (!one.found) return [one.says];
    if (told.has(key(one))) return [];
    told.add(key(one));
    return [
      verdictWords(
        all.filter((other) => other.found && key(other) === key(one)),
        one.found,
      ),
    ];
  });
}

async function judged(probing: Probing, url: URL): Promise<Judged> {
  try {
    return judgedBy(url.origin, await probing.certificates(url.href));
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    const outcome = error.kind === "no-tls" ? "refuted" : "not-proven";
    return {
      origin: url.origin,
      outcome,
      says: say`${name(url.origin)}: ${words(error.says)}`,
      found: null,
      help: reachHelp(error),
      unreachable: outcome === "not-proven",
    };
  }
}

function controlOf(all: readonly Judged[]): Control {
  const did = words("asked an endpoint on this machine with the same names and a self-signed certificate");
  const stores = all.flatMap(({ found }) => found?.stores ?? []);
  if (stores.length === 0) return { did, outcome: "none", says: words("no server showed a certificate to compare with") };
  const credulous = [...new Set(stores.filter(({ refusesOthers }) => !refusesOthers).map((store) => store.name))];
  return credulous.length === 0
    ? { did, outcome: "held", says: words("every store refuses it") }
    : { did, outcome: "failed", says: say`${listTexts(credulous.map(name))} takes it as well: certificates are not checked` };
}

const RANK: readonly Outcome[] = ["refuted", "not-proven", "proven"];

async function run(probing: Probing): Promise<Answer> {
  const { secure, further, plain } = serversOf(probing);
  if (secure.length === 0) return answer("skipped", words("no address of the environment begins with https:"));
  const all: Judged[] = [];
  for (const url of secure) all.push(await judged(probing, url));
  const found = all.flatMap((one) => one.found ?? []);
  const voided = found.some((one) => one.voided);
  const worst = RANK.find((outcome) => all.some((one) => one.outcome === outcome)) ?? "not-proven";
  const unread = new Map(found.flatMap(({ unread: some }) => some.map(({ name: store, why }) => [store, why] as const)));
  const notRead =
    unread.size > 0
      ? say`. Not read: ${joinTexts(
          [...unread].map(([store, why]) => say`${name(store)} (${words(why)})`),
          "; ",
        )}`
      : say``;
  const http =
    plain.length > 0 ? say`. ${listTexts(plain.map(({ origin }) => name(origin)))} shows none: it is plain http` : say``;
  const rest =
    further.length > 0 ? say`. Not asked, after ${MOST} servers: ${listTexts(further.map(({ origin }) => name(origin)))}` : say``;
  const moot = voided
    ? say`. NODE_TLS_REJECT_UNAUTHORIZED=0 is set here: a Node that runs with it trusts everybody, which makes every proof for it void`
    : say``;
  // the servers with problems are listed first
  const sorted = [...all].sort((a, b) => RANK.indexOf(a.outcome) - RANK.indexOf(b.outcome));
  return answer(
    (voided || further.length > 0) && worst === "proven" ? "not-proven" : worst,
    say`${joinTexts(sentences(sorted), ". ")}${rest}${http}${notRead}${moot}`,
    {
      target: secure.length === 1 ? (secure[0]?.origin ?? null) : null,
      facts: factsOf(all, voided),
      help: helpOf(sorted, worst, voided),
      control: controlOf(all),
      unreachable: all.some((one) => one.unreachable),
    },
  );
}

function factsOf(all: readonly Judged[], voided: boolean): Answer["facts"] {
  const stores = all.map(({ origin, found }): readonly [string, readonly string[]] => [
    origin,
    (found?.stores ?? []).map(({ name: store, holds, says }) => `${store}: ${holds ? "holds" : says}`),
  ]);
  const chains = all.map(({ origin, found }): readonly [string, readonly string[]] => [
    `${origin} chain`,
    (found?.chain ?? []).map(({ subject, fingerprint }) => `${subject} ${fingerprint}`),
  ]);
  return {
    ...Object.fromEntries(stores),
    ...Object.fromEntries(chains.filter(([, chain]) => chain.length > 0)),
    validationOff: voided,
  };
}

/** Faults of certificates that no trust store can fix, the most serious first. */
const GRAVITY: readonly HttpFaultKind[] = ["revoked", "expired", "invalid", "other-name"];

/** Returns the most serious certificate fault that any trust store reports; null if none reports one. */
function faultOf({ stores }: CertificateAnswer): HttpFaultKind | null {
  const faults = stores.flatMap(({ fault }) => fault ?? []);
  return GRAVITY.find((fault) => faults.includes(fault)) ?? faults[0] ?? null;
}

/** Returns the help line for a server's certificate; null if there is nothing to do. */
function certificateHelp(found: CertificateAnswer): Text | null {
  const kind = faultOf(found);
  if (kind !== null && GRAVITY.includes(kind)) return reachHelp({ kind });
  const refusing = found.stores.filter(({ holds }) => !holds);
  if (refusing.length > 0 && refusing.length === found.stores.length)
    return say`${reachHelp({ kind: "untrusted" })}; sso/trust.md has the commands for each store`;
  const alone = found.stores.some((store) => store.kind === "given" && store.holds) ? "--ca counts for this run alone; " : "";
  if (refusing.length > 0)
    return say`add the authority to ${listTexts(refusing.map(({ name: store }) => name(store)))}: ${words(alone)}sso/trust.md has the commands for each store`;
  return found.unread.some(({ isUsed }) => isUsed)
    ? words("make the store readable here, or look into it with its own tool: sso/trust.md has the commands for each store")
    : null;
}

/** Returns the help line for all servers, each sentence once. If there are several sentences, each names its servers. */
function helpOf(all: readonly Judged[], worst: Outcome, voided: boolean): Text | null {
  if (voided)
    return words("unset NODE_TLS_REJECT_UNAUTHORIZED and give Node the authority's certificate with NODE_EXTRA_CA_CERTS");
  if (worst === "proven") return null;
  const helps = all.flatMap(({ origin, found, help }) => {
    const own = found ? certificateHelp(found) : help;
    return own === null ? [] : [{ origin, help: own, key: plain(own) }];
  });
  const keys = [...new Set(helps.map(({ key }) => key))];
  const sentences = keys.map((key) => {
    const same = helps.filter((one) => one.key === key);
    const help = same[0]?.help ?? [];
    return keys.length === 1 ? help : say`${listTexts(same.map(({ origin }) => name(origin)))}: ${help}`;
  });
  return sentences.length === 0 ? null : joinTexts(sentences, ". ");
}
