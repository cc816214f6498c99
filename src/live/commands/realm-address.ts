import { wrongUse } from "../../kernel/index.ts";
import { type HttpFault, REACH_HELP } from "../../platform/index.ts";
import { type Fact, isLoopback, parseAddress } from "../../compiler/index.ts";

/** The help line for a sso.yaml that names no realm, or whose address of the identity provider cannot be used. */
export const NAME_THE_REALM = "write idp.base, its https address, and idp.realm in sso.yaml next to environment.yaml";

/** The name of the YAML key that holds an address of the identity provider, for messages, and the help line for a wrong address. */
interface Written {
  readonly what: string;
  readonly help: string;
}
const IN_SSO: Written = { what: "idp.base", help: NAME_THE_REALM };

/**
 * Throws a Refusal unless an address of the identity provider is https with host and path only. Plain http is allowed for this machine
 * alone.
 * @param inClear the message for plain http to another machine.
 */
export function askable(address: Pick<Fact, "value" | "place">, inClear: string, { what, help }: Written = IN_SSO): void {
  const read = parseAddress(address.value);
  const usable =
    read !== null && URL.canParse(address.value) && read.userinfo === null && read.tail === "" && /^https?$/.test(read.scheme);
  if (!usable)
    throw wrongUse(`${what} is not an address that can be asked: https, a host, no user, no query`, help, address.place);
  if (read.scheme !== "https" && !isLoopback(read.host))
    throw wrongUse(inClear, `write ${what} with https; plain http is for localhost alone`, address.place);
}

/** The help line for each reason why the identity provider was not reached or is not trusted, for the reasons that have one. */
export const REALM_HELP: Readonly<Partial<Record<HttpFault["kind"], string>>> = {
  ...REACH_HELP,
  refused: "is the identity provider up, and is the port that of idp.base? --connect HOST:PORT:ADDRESS names the address to ask",
  "no-answer": "is a firewall or proxy between, or the server too busy? --timeout SECONDS waits longer",
  "no-tls": "is it the port of plain http? idp.base has to name the one of https",
  "other-name": "ask under a name of the certificate: idp.base has to be the identity provider's one name",
};

/**
 * Returns the help line for an HTTP fault in a request to the identity provider; a general one for a fault that `REALM_HELP` does not have.
 */
export const realmHelp = ({ kind }: HttpFault): string =>
  REALM_HELP[kind] ?? "look at what answers there, for example with curl -v: it may be something else than the identity provider";
