import { type Text, listTexts, quotedName, say, value } from "../../kernel/index.ts";
import type { Mode, StartedRelay } from "../relay/events.ts";
import { askedName } from "./protocols.ts";
import type { ConnectionBytes } from "./exchanges.ts";
import type { Exchange } from "./exchange.ts";
import { identifyAgent } from "./facts.ts";
import { valueOf, valuesOf } from "./head.ts";

/** A warning about a capture: clients bypassed the relay, behave otherwise than without it, or were not the connector. */
export interface CaptureWarning {
  readonly id:
    | "location-escape"
    | "secure-cookie"
    | "foreign-domain"
    | "host-mismatch"
    | "other-agent"
    | "not-http"
    | "not-trusted";
  /** The number of HTTP exchanges to which the warning applies. */
  readonly count: number;
  readonly says: Text;
  readonly help: Text;
}

type Kind = CaptureWarning["id"];

/** A warning that applies to one exchange, and the name (host, cookie, client) that its text shows. */
interface Sighting {
  readonly id: Kind;
  readonly named: string;
}

const HEADS: Readonly<Record<Kind, (count: number, named: readonly string[]) => Pick<CaptureWarning, "says" | "help">>> = {
  "location-escape": (count, named) => ({
    says: say`${count} ${many(count, "redirect bypasses", "redirects bypass")} the relay, to ${list(named)}: requests there are not recorded`,
    help: say`record that address too, or use --mode patch or tls`,
  }),
  "secure-cookie": (count, named) => ({
    says: say`${count} ${many(count, "answer sets", "answers set")} a Secure cookie (${list(named)}) over plain HTTP: the client does not send it back`,
    help: say`use --mode tls or patch`,
  }),
  "foreign-domain": (count, named) => ({
    says: say`${count} ${many(count, "answer sets", "answers set")} a cookie for ${list(named)}, which the client does not connect to: it discards the cookie`,
    help: say`use --mode tls or patch`,
  }),
  "host-mismatch": (count, named) => ({
    says: say`${count} ${many(count, "request names", "requests name")} a host other than the server's own (${list(named)}): the server can answer differently`,
    help: say`use --mode tls or patch if it does`,
  }),
  "other-agent": (count, named) => ({
    says: say`${count} ${many(count, "request is", "requests are")} not from the connector but from ${list(named)}`,
    help: say`close the switcher and other programs that use the relay while you record; --agent Apache-HttpClient shows only the connector's`,
  }),
  "not-trusted": (count) => ({
    says: say`${count} ${many(count, "client", "clients")} failed the TLS handshake with the relay: the capture's authority is not trusted there, or the client spoke plain HTTP`,
    help: say`make the client trust the certificate that record start printed, and give it the relay's address with https://`,
  }),
  "not-http": (count, named) => ({
    says: say`${count} ${many(count, "exchange is", "exchanges are")} not HTTP/1: ${list(named)}`,
    help: say`give the client the relay's address with http:// or, if the relay speaks TLS, https://`,
  }),
};

const many = (count: number, one: string, more: string): Text => [count === 1 ? one : more];
const list = (named: readonly string[]): Text =>
  listTexts(named.map((text) => (text === "" ? quotedName("no name") : value(text))));

/** A counter of the exchanges to which each warning applies, with the first few names for its text. */
export class Warnings {
  readonly #seen = new Map<Kind, { count: number; readonly named: Set<string> }>();

  constructor(private readonly relays: readonly StartedRelay[]) {}

  see(exchange: Exchange, bytes: ConnectionBytes): void {
    const relay = this.relays.find(({ role }) => role === exchange.connection.relay) ?? this.relays[0] ?? null;
    const seen = new Map<Kind, string>();
    for (const { id, named } of sightings(exchange, bytes, relay, this.relays)) if (!seen.has(id)) seen.set(id, named);
    for (const [id, named] of seen) {
      const one = this.#seen.get(id) ?? { count: 0, named: new Set<string>() };
      this.#seen.set(id, { count: one.count + 1, named: one.named });
      if (one.named.size < MOST_NAMED) one.named.add(named);
    }
  }

  get all(): readonly CaptureWarning[] {
    return [...this.#seen].map(([id, { count, named }]) => ({ id, count, ...HEADS[id](count, [...named]) }));
  }
}

const MOST_NAMED = 5;

function* sightings(
  exchange: Exchange,
  { raw }: ConnectionBytes,
  relay: StartedRelay | null,
  relays: readonly StartedRelay[],
): Generator<Sighting> {
  const { request, response, protocol, rest } = exchange;
  if (exchange.connection.ending.kind === "not-greeted") yield { id: "not-trusted", named: "" };
  if (protocol !== null) {
    const hello = rest.c2s && raw.c2s?.read(rest.c2s.offset, 2048);
    const asked = hello ? askedName(hello) : null;
    yield { id: "not-http", named: asked === null ? protocol : `${protocol} for ${asked}` };
  }
  const agent = request && valueOf(request.head.headers, "user-agent");
  if (request && identifyAgent(agent) !== "connector")
    yield { id: "other-agent", named: agent ?? "a client without a User-Agent" };
  const host = request && valueOf(request.head.headers, "host");
  if (!relay) return;
  const patched = relay.mode === "patch";
  if (host !== null && host !== undefined && !patched && !sameHost(host, relay.to, relay.mode))
    yield { id: "host-mismatch", named: host };
  if (!response) return;
  const location = valueOf(response.head.headers, "location");
  const status = response.head.start.kind === "response" ? response.head.start.status : 0;
  if (location !== null && (status === 201 || (status >= 300 && status <= 399))) {
    const past = pastTheRelay(location, host ?? relay.listen, relay.mode, patched ? relays : []);
    if (past !== null) yield { id: "location-escape", named: past };
  }
  for (const cookie of valuesOf(response.head.headers, "set-cookie"))
    yield* cookieSightings(cookie, host ?? relay.listen, relay.mode);
}

const schemeOf = (mode: Mode): string => (mode === "tls" ? "https:" : "http:");

/** Returns the server to which a redirect leads past the relays; null if it is relative or leads to the relay or a server in `known`. */
function pastTheRelay(location: string, host: string, mode: Mode, known: readonly StartedRelay[]): string | null {
  if (!/^[a-z][a-z\d+.-]*:\/\//i.test(location) && !location.startsWith("//")) return null;
  const here = `${schemeOf(mode)}//${host}`;
  if (!URL.canParse(location, here)) return null;
  const to = new URL(location, here);
  const own = URL.canParse(here) ? new URL(here) : null;
  if (own && to.protocol === own.protocol && to.host === own.host) return null;
  return known.some((relay) => sameHost(to.host, relay.to, relay.mode)) ? null : `${to.protocol}//${to.host}`;
}

/** Returns whether HOST[:PORT] of a Host field or redirect is that of the server `to` behind a relay; in mode `tls` any port is. */
function sameHost(host: string, to: string, mode: Mode): boolean {
  const url = /^https?:\/\//.test(to) ? to : `http://${to}`;
  if (!URL.canParse(url) || !URL.canParse(`http://${host}`)) return false;
  const [there, named] = [new URL(url), new URL(`${mode === "tls" ? "https" : new URL(url).protocol.slice(0, -1)}://${host}`)];
  return there.hostname === named.hostname && (there.port === named.port || mode === "tls");
}

function* cookieSightings(cookie: string, host: string, mode: Mode): Generator<Sighting> {
  if (mode === "patch") return;
  const [pair = "", ...attributes] = cookie.split(";");
  const named = pair.split("=")[0]?.trim() ?? "";
  const attributeOf = (name: string): string | null => {
    const found = attributes.map((one) => one.trim().split("=")).find(([key]) => key?.toLowerCase() === name);
    return found ? (found[1]?.trim() ?? "") : null;
  };
  if (mode === "plain" && attributeOf("secure") !== null) yield { id: "secure-cookie", named };
  const domain = attributeOf("domain")?.replace(/^\./, "").toLowerCase();
  if (domain && !covers(domain, host)) yield { id: "foreign-domain", named: domain };
}

/** Returns whether a cookie's domain covers a HOST[:PORT] (RFC 6265, 5.1.3). An IP address is covered by itself only. */
function covers(domain: string, host: string): boolean {
  const name = host
    .replace(/:\d+$/, "")
    .replace(/^\[|\]$/g, "")
    .toLowerCase();
  return name === domain || (name.endsWith(`.${domain}`) && !/^[\d.]+$|:/.test(name));
}
