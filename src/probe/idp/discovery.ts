import { joined, listed, name, say, type Text, value, words } from "../../diagnostic/text.ts";
import type { ExchangeAnswer } from "../../io/exchange.ts";
import { HttpFault } from "../../io/http.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { discoveryChanges, type FieldChange } from "../../sso/pinned.ts";
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
  summary: "whether discovery says one thing, whoever asks",
  proves:
    "the realm's discovery document is the same through two request hosts, the name and the address that it leads to, and its issuer is the one name",
  doesNotProve: "that other machines and containers reach the name, nor that they trust its certificate",
  control: "the document of a realm that does not exist must be refused",
  needs: ["idp"],
  order: 60,
  run,
};

const shown = (json: string | null): Text => (json === null ? say`nothing` : say`${value(json.replace(/^"(.*)"$/, "$1"))}`);

const changed = ({ field, before, after }: FieldChange): Text => say`${name(field)} is ${shown(before)} and ${shown(after)}`;

/** What the server needs so that its own addresses stay the same. */
function settings({ hostname }: SignInFacts): Text {
  return joined(
    hostname.map(({ name: key, fact }) => say`${name(key)}=${name(fact.value)}`),
    " ",
  );
}

/** The name as this machine knows it, where it leads to the machine itself although the answer came from elsewhere. */
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
      says: say`; it answered through --connect alone: ${own.says}, so that whoever asks here by the name gets nothing`,
      help:
        own.container === null
          ? say`let the name lead to the identity provider on this machine`
          : loopbackHelp(hostname, port || "443", own),
    }
  );
}

/** An answering address as a Host header has it: IPv6 in brackets. */
const hostOf = (peer: string): string => peer.replace(/^([0-9a-f.]*:[0-9a-f:.]*):(\d+)$/i, "[$1]:$2");

async function run(probing: Probing): Promise<Answer> {
  const facts = probing.facts as SignInFacts;
  const realmUrl = facts.realmUrl?.value ?? "";
  const url = `${realmUrl}${WELL_KNOWN}`;
  const first = await fetchDiscovery(probing, realmUrl, "what discovery says");
  if ("stopped" in first) return first.stopped;
  const { received, text } = first.got;
  const base = { target: url, facts: { issuer: text("issuer") ?? "", peer: received.peer, bytes: received.body.length } };
  const wrong = issuerFault(text("issuer"), realmUrl);
  if (wrong)
    return answer("refuted", say`${wrong}; a consumer that compares them character for character refuses every token`, {
      ...base,
      help: say`the issuer is the one name for everybody: write the server's own in idp.base, or give the server its name (${settings(facts)})`,
    });
  const secondHost = hostOf(received.peer);
  const second = await asked(probing, url, secondHost);
  const through = say`Host: ${name(secondHost)}`;
  if (second instanceof HttpFault)
    return answer(
      "not-proven",
      say`asked with ${through}, the address that the name led to, ${words(second.says)}; one host alone cannot reveal a disagreement`,
      base,
    );
  const other = jsonOf(second);
  if (isText(other))
    return answer(
      "not-proven",
      say`asked with ${through}, the address that the name led to, it ${other}; one host alone cannot reveal a disagreement`,
      {
        ...base,
        facts: { ...base.facts, secondHost, secondStatus: second.status },
        help: words("something before the identity provider takes requests for its name alone; ask it directly with --connect"),
      },
    );
  return compared(probing, facts, first.got, { document: other, body: second.body, host: secondHost }, base);
}

/** Two answers: byte for byte, then field by field. */
async function compared(
  probing: Probing,
  facts: SignInFacts,
  { received, document }: Discovery,
  second: { readonly document: JsonObject; readonly body: Buffer; readonly host: string },
  base: Pick<Answer, "target" | "facts">,
): Promise<Answer> {
  const realmUrl = facts.realmUrl?.value ?? "";
  const through = say`Host: ${name(second.host)}`;
  const identical = received.body.equals(second.body);
  const changes = identical ? [] : discoveryChanges(document, second.document);
  const all = { ...base.facts, secondHost: second.host, identical, differs: changes.map(({ field }) => field) };
  if (changes.length > 0)
    return answer(
      "refuted",
      say`asked by its name and with ${through} it answers two documents: ${listed(changes.map(changed))}. A consumer that asks by another host is sent to other addresses, and its tokens do not fit`,
      {
        ...base,
        facts: all,
        help: say`give the identity provider its name, so that its addresses do not follow the request: ${settings(facts)}`,
      },
    );
  const led = await misled(probing, realmUrl, received.peer);
  const same = identical
    ? say`the same ${received.body.length} bytes`
    : say`the same fields; its bytes differ in the order of lists or white space, which no reader takes for a difference`;
  return answer(
    "proven",
    say`asked by its name and with ${through} it answers ${same}, and its issuer is ${name(realmUrl)}${led?.says ?? []}`,
    {
      ...base,
      facts: { ...all, ownLoopback: led !== null },
      help: led?.help ?? null,
      control: await bogusRealm(probing, realmUrl),
    },
  );
}

async function asked(probing: Probing, url: string, hostHeader: string): Promise<ExchangeAnswer | HttpFault> {
  try {
    return await probing.ask({
      method: "GET",
      url,
      headers: { accept: "application/json" },
      largest: LARGEST_DOCUMENT,
      hostHeader,
    });
  } catch (error) {
    if (error instanceof HttpFault) return error;
    throw error;
  }
}
