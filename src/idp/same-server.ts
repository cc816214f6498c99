import { name, plain, say, type Text, value, words } from "../diagnostic/text.ts";
import { MASTER } from "./administrator.ts";
import { answerWords, jsonOf } from "./fault.ts";
import { isObject, textOf } from "./json.ts";
import { discoveryRequest } from "./requests.ts";
import { IdpFault, type Transport } from "./transport.ts";

/** Two addresses of one server: that of sso.yaml, and that of its admin API. */
export interface TwoAddresses {
  readonly base: string;
  readonly admin: string;
}

export interface Difference {
  readonly says: string;
  readonly help: string;
}

const HELP =
  "idp.base of the profile has to be another address of the server of sso.yaml; a server whose issuer follows the request's name needs KC_HOSTNAME first (docs/sso.md)";

/** Returns the issuer that a realm names at an address; null if there is no such realm. */
async function issuerAt(ask: Transport, base: string, realm: string): Promise<string | null> {
  const request = discoveryRequest(base, realm);
  const answer = await ask(request);
  if (answer.status === 404) return null;
  const document = answer.status === 200 ? jsonOf(answer) : undefined;
  const issuer = isObject(document) ? textOf(document.issuer) : null;
  if (issuer === null) throw new IdpFault(answer.status, plain(say`GET ${name(request.url)} ${words(answerWords(answer))}`));
  return issuer;
}

/**
 * Returns why the admin API of an own address may be that of another server; null if the realm names one issuer at both addresses. Where the
 * realm is at neither, realm master is compared.
 */
export async function whyAnotherServer(ask: Transport, at: TwoAddresses, realm: string): Promise<Difference | null> {
  const issuers = async (of: string) => [await issuerAt(ask, at.base, of), await issuerAt(ask, at.admin, of)] as const;
  const [outside, inside] = await issuers(realm);
  const compared = outside === null && inside === null ? MASTER : realm;
  const [first, second] = compared === realm ? [outside, inside] : await issuers(MASTER);
  if (first !== null && first === second) return null;
  const called = (issuer: string | null): Text => (issuer === null ? say`is not there` : say`has the issuer ${value(issuer)}`);
  const absent = compared === realm ? [] : say` (realm ${name(realm)} is at neither)`;
  return {
    says: plain(
      say`nothing proves that the admin API at ${name(at.admin)} is that of ${name(at.base)}: realm ${name(compared)} ${called(first)} at ${name(at.base)} and ${called(second)} at ${name(at.admin)}${absent}`,
    ),
    help: HELP,
  };
}
