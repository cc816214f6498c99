import { type Text, joinTexts, listTexts, name, say, value, words } from "../../../kernel/index.ts";
import { type ExchangeAnswer, HttpFault } from "../../../platform/index.ts";
import { type FieldChange, type SignInFacts, discoveryChanges } from "../../../compiler/index.ts";
import type { Answer, Probe, Probing } from "../probe.ts";
import {
  bogusRealm,
  type Discovery,
  fetchDiscovery,
  type JsonObject,
  isText,
  issuerFault,
  jsonOf,
  LARGEST_DOCUMENT,
  WELL_KNOWN,
} from "../support/discovery.ts";
import { isOwnAddress, loopbackHelp, ownLoopback } from "../support/loopback.ts";
import { answer } from "../words.ts";

export const probe: Probe = {
  id: "idp/discovery",
  summary: "is the discovery document the same for every requester",
  proves:
    "the realm's discovery document is the same through three request hosts, the name, the address that it leads to and the name with another port, and its issuer is the one name",
  doesNotProve: "that other machines and containers reach the name, nor that they trust its certificate",
  control: "the document of a realm that does not exist must be refused",
  needs: ["idp"],
  order: 60,
  run,
};

const shown = (json: string | null): Text => (json === null ? say`nothing` : say`${value(json.replace(/^"(.*)"$/, "$1"))}`);

const changed = ({ field, before, after }: FieldChange): Text => say`${name(field)} is ${shown(before)} and ${shown(after)}`;

/** Returns the settings (KC_HOSTNAME and others) that give the identity provider one fixed address, as NAME=VALUE. */
function settings({ hostname }: SignInFacts): Text {
  return joinTexts(
    hostname.map(({ name: key, fact }) => say`${name(key)}=${name(fact.value)}`),
    " ",
  );
}

/**
 * Returns a note if the host name of the realm resolves to this machine itself although another machine answered (by --connect); otherwise
 * null.
 */
async function misled(
  probing: Probing,
  realmUrl: string,
  peer: string,
): Promise<{ readonly says: Text; readonly help: Text } | null> {
  const { hostname, port } = new URL(realmUrl);
  if (isOwnAddress(peer.replace(/:\d+$/, ""))) return null;
  const own = await ownLoopback(probing, hostname);
  return (
    own && {
      says: say`; it answered through --connect alone: ${own.says}, so a request by name from here gets nothing`,
      help:
        own.container === null
          ? say`let the name lead to the identity provider on this machine`
          : loopbackHelp(hostname, port || "443", own),
    }
  );
}

/** Returns the IP address and port that answered in the form of a Host header, with IPv6 in brackets. */
const hostOf = (peer: string): string => peer.replace(/^([0-9a-f.]*:[0-9a-f:.]*):(\d+)$/i, "[$1]:$2");

/**
 * Returns the host name in the realm's address with another port, for a Host header. If KC_HOSTNAME of the identity provider has no scheme,
 * the addresses in its answer follow the port of the request.
 */
function otherPort(realmUrl: string): string {
  const { hostname, port } = new URL(realmUrl);
  return `${hostname}:${port === "9999" ? "9998" : "9999"}`;
}

/** The answer to a request for the discovery document with another Host header; `lacks` says why it is no document. */
interface Other {
  readonly host: string;
  readonly which: string;
  readonly got: { readonly document: JsonObject; readonly body: Buffer } | { readonly lacks: Text; readonly status: number };
}

async function throughHost(probing: Probing, url: string, host: string, which: string): Promise<Other> {
  const received = await asked(probing, url, host);
  if (received instanceof HttpFault) return { host, which, got: { lacks: words(received.says), status: 0 } };
  const document = jsonOf(received);
  const got = isText(document) ? { lacks: say`it ${document}`, status: received.status } : { document, body: received.body };
  return { host, which, got };
}

async function run(probing: Probing): Promise<Answer> {
  const facts = probing.facts as SignInFacts;
  const realmUrl = facts.realmUrl?.value ?? "";
  const url = `${realmUrl}${WELL_KNOWN}`;
  const first = await fetchDiscovery(probing, realmUrl, "what discovery says");
  if ("stopped" in first) return first.stopped;
  const { received, text } = first.got;
  const base = { target: url, facts: { issuer: text("issuer") ?? "", peer: received.peer, bytes: received.body.length } };
  const wrong = issuerFault(text("issuer"), realmUrl);
  if (wrong) {
    const own = await ownName(probing, realmUrl, text("issuer"));
    return answer(
      "refuted",
      say`${wrong}${own?.says ?? []}; a consumer that compares them character for character refuses every token`,
      {
        ...base,
        facts: { ...base.facts, frontendUrl: own !== null },
        help:
          own?.help ??
          say`the issuer is the one name for everybody: write the server's own in idp.base, or give the server its name (${settings(facts)})`,
      },
    );
  }
  const others = [
    await throughHost(probing, url, hostOf(received.peer), "the address that the name led to"),
    await throughHost(probing, url, otherPort(realmUrl), "the name with another port"),
  ];
  return compared(probing, facts, first.got, others, base);
}

/**
 * Returns the answer of `idp/discovery`: compares the discovery documents that the realm returns for several Host headers, first byte for
 * byte, then field by field.
 */
async function compared(
  probing: Probing,
  facts: SignInFacts,
  { received, document }: Discovery,
  others: readonly Other[],
  base: Pick<Answer, "target" | "facts">,
): Promise<Answer> {
  const realmUrl = facts.realmUrl?.value ?? "";
  const [second, third] = others.map(({ host }) => host);
  const hosts = { ...base.facts, secondHost: second ?? "", otherPort: third ?? "" };
  for (const { host, got } of others) {
    const changes = "lacks" in got || received.body.equals(got.body) ? [] : discoveryChanges(document, got.document);
    if (changes.length === 0) continue;
    const follows = host === third ? "a host name without a scheme lets its addresses follow the port of the request: " : "";
    return answer(
      "refuted",
      say`asked by its name and with Host: ${name(host)} it answers two documents: ${listTexts(changes.map(changed))}. A consumer that asks by another host is sent to other addresses, and its tokens do not fit`,
      {
        ...base,
        facts: { ...hosts, identical: false, differs: changes.map(({ field }) => field) },
        help: say`${words(follows)}give the identity provider its name, so that its addresses do not follow the request: ${settings(facts)}`,
      },
    );
  }
  for (const { host, which, got } of others)
    if ("lacks" in got)
      return answer(
        "not-proven",
        say`asked with Host: ${name(host)}, ${words(which)}, ${got.lacks}; the hosts that were answered cannot reveal a disagreement with it`,
        {
          ...base,
          facts: { ...hosts, refusedHost: host, refusedStatus: got.status },
          help: words("something before the identity provider takes requests for its name alone; ask it directly with --connect"),
        },
      );
  const identical = others.every(({ got }) => "body" in got && received.body.equals(got.body));
  const led = await misled(probing, realmUrl, received.peer);
  const same = identical
    ? say`the same ${received.body.length} bytes`
    : say`the same fields; its bytes differ in the order of lists or white space, which no reader takes for a difference`;
  const through = listTexts(others.map(({ host }) => say`with Host: ${name(host)}`));
  return answer(
    "proven",
    say`asked by its name, ${through} it answers ${same}, and its issuer is ${name(realmUrl)}${led?.says ?? []}`,
    {
      ...base,
      facts: { ...hosts, identical, differs: [], ownLoopback: led !== null },
      help: led?.help ?? null,
      control: await bogusRealm(probing, realmUrl),
    },
  );
}

/**
 * Returns a note if the realm has its own Frontend URL, a realm setting that replaces the identity provider's address in the issuer. It has
 * one if the issuer of realm master, which always exists, still has the requested address. Returns null if the realm has no such URL, or if
 * realm master could not be read.
 */
async function ownName(
  probing: Probing,
  realmUrl: string,
  issuer: string | null,
): Promise<{ readonly says: Text; readonly help: Text } | null> {
  const realm = /\/realms\/[^/]+$/.exec(realmUrl)?.[0];
  if (realm === undefined || realm === "/realms/master" || !issuer?.endsWith(realm) || issuer === realmUrl) return null;
  const master = `${realmUrl.slice(0, -realm.length)}/realms/master`;
  const received = await asked(probing, `${master}${WELL_KNOWN}`);
  const read = received instanceof HttpFault ? null : jsonOf(received);
  if (read === null || isText(read) || read.issuer !== master) return null;
  const front = issuer.slice(0, -realm.length);
  return {
    says: say`: the realm has its own Frontend URL (frontendUrl), because realm master keeps the requested name; issuer and endpoints follow it, the administration does not`,
    help: say`write ${name(front)} in idp.base if people and servers are to reach the realm by it, and the server's name as idp.base of the profile of the \`idp\` commands; or clear 'Frontend URL' in the realm's settings (General)`,
  };
}

async function asked(probing: Probing, url: string, hostHeader?: string): Promise<ExchangeAnswer | HttpFault> {
  try {
    return await probing.ask({
      method: "GET",
      url,
      headers: { accept: "application/json" },
      largest: LARGEST_DOCUMENT,
      ...(hostHeader === undefined ? {} : { hostHeader }),
    });
  } catch (error) {
    if (error instanceof HttpFault) return error;
    throw error;
  }
}
