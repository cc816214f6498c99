import { JsonFault, type Text, name, readPlacedJson, say, value, words } from "../../../kernel/index.ts";
import { type ExchangeAnswer, HttpFault } from "../../../platform/index.ts";
import type { Answer, Control, Probing } from "../probe.ts";
import { answer, notAnswered } from "../words.ts";
import { loopbackHelp, ownLoopback } from "./loopback.ts";

export const WELL_KNOWN = "/.well-known/openid-configuration";
/** The largest accepted document, in bytes. Usual discovery documents and sets of keys are far smaller. */
export const LARGEST_DOCUMENT = 1024 * 1024;

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Discovery {
  readonly received: ExchangeAnswer;
  readonly document: JsonObject;
  /** Returns the value of a field of the discovery document; null if it is missing or not a string. */
  text(field: string): string | null;
}

/** A document that was read, or in `stopped` the answer that the probe returns if the document cannot be read. */
export type Fetched<T> = { readonly got: T } | { readonly stopped: Answer };

const JSON_WANTED = { accept: "application/json" };

/** Returns the JSON object of an answer, or a text that describes what the answer is instead. */
export function jsonOf({ status, type, body }: ExchangeAnswer): JsonObject | Text {
  const size = `${body.length} bytes`;
  const beginning = body.subarray(0, 200).toString("latin1").trimStart();
  if (type === "text/html" || beginning.startsWith("<"))
    return say`answers ${status} with a page (${words(size)}) where JSON is expected: a proxy, or a login page, answers in its place`;
  if (status !== 200) return say`answers ${status} with ${words(size)}`;
  try {
    const { value: read } = readPlacedJson(body);
    if (typeof read === "object" && read !== null && !Array.isArray(read)) return read as JsonObject;
    return say`answers JSON (${words(size)}) that is no object`;
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return say`answers ${words(size)} that are no JSON which every reader understands alike: line ${error.line}: ${words(error.message)}`;
  }
}

export const isText = (read: JsonObject | Text): read is Text => Array.isArray(read);

/** Returns a probe's answer for a server that was not reached, with an explanation if its name resolves to this machine's loopback. */
export async function notReached(probing: Probing, fault: HttpFault, what: string): Promise<Answer> {
  const plainly = notAnswered(fault, what);
  const url = new URL(fault.url);
  const own = fault.notReached ? await ownLoopback(probing, url.hostname) : null;
  if (!own) return plainly;
  const port = url.port || (url.protocol === "https:" ? "443" : "80");
  return {
    ...plainly,
    says: say`${own.says}, and there ${words(fault.says)}: that the name resolves proves nothing, and ${words(what)} is not known`,
    help: loopbackHelp(url.hostname, port, own),
    facts: { ...plainly.facts, resolves: own.addresses, ownLoopback: true, container: own.container ?? false },
  };
}

/** Reads the realm's discovery document. If that fails, returns in `stopped` the answer that the probe returns. */
export async function fetchDiscovery(probing: Probing, realmUrl: string, what: string): Promise<Fetched<Discovery>> {
  const url = `${realmUrl}${WELL_KNOWN}`;
  let received: ExchangeAnswer;
  try {
    received = await probing.ask({ method: "GET", url, headers: JSON_WANTED, largest: LARGEST_DOCUMENT });
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    return { stopped: await notReached(probing, error, what) };
  }
  const read = jsonOf(received);
  if (isText(read)) {
    const help =
      received.status === 404
        ? words("no realm of this name is there: compare idp.realm and idp.base, which has no realm in it")
        : words("look at what answers there, for example with curl -v, and at the identity provider's log");
    return { stopped: answer("refuted", say`${name(url)} ${read}`, { help, target: url, facts: { status: received.status } }) };
  }
  const text = (field: string) => (typeof read[field] === "string" ? (read[field] as string) : null);
  return { got: { received, document: read, text } };
}

/** Returns a fault unless the issuer is the realm's address, character for character (OpenID Connect Discovery 1.0, 4.3); else null. */
export function issuerFault(issuer: string | null, realmUrl: string): Text | null {
  if (issuer === realmUrl) return null;
  if (issuer === null) return say`the document has no issuer, and ${name(realmUrl)} was asked`;
  const why =
    issuer === `${realmUrl}/` || realmUrl === `${issuer}/`
      ? say`: the slash at the end is the difference`
      : issuer.toLowerCase() === realmUrl.toLowerCase()
        ? say`: capital letters are the difference`
        : say``;
  return say`the issuer is ${value(issuer)}, and ${value(realmUrl)} was asked${why}`;
}

/** Runs the control of probes that read a realm: a realm that cannot exist must not have a discovery document. */
export async function bogusRealm(probing: Probing, realmUrl: string): Promise<Control> {
  const url = `${realmUrl}-that-nobody-made${WELL_KNOWN}`;
  const did = say`asked for the document of a realm that does not exist, ${name(url)}`;
  try {
    const received = await probing.ask({ method: "GET", url, headers: JSON_WANTED, largest: LARGEST_DOCUMENT });
    const read = jsonOf(received);
    if (isText(read) || read.issuer === undefined)
      return {
        did,
        outcome: "held",
        says:
          received.status >= 400
            ? say`it is refused with ${received.status}`
            : say`no document comes back: it ${isText(read) ? read : say`answers JSON without an issuer`}`,
      };
    const says = say`it is answered with a document as well, with the issuer ${value(String(read.issuer))}: the server answers for any realm`;
    return { did, outcome: "failed", says };
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    return { did, outcome: "none", says: say`it could not be asked: ${words(error.says)}` };
  }
}
