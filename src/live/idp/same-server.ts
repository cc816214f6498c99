import { type Text, name, plain, say, value, words } from "../../kernel/index.ts";
import { MASTER } from "./administrator.ts";
import { answerWords, jsonOf } from "./fault.ts";
import { isObject, textOf } from "./json.ts";
import { discoveryRequest } from "./requests.ts";
import { IdpFault, type Transport } from "./transport.ts";

/**
 * Two addresses that should lead to one identity provider: `base`, which sso.yaml names, and `admin`, which the --profile names for the
 * admin API.
 */
export interface TwoAddresses {
  readonly base: string;
  readonly admin: string;
}

export interface Difference {
  readonly says: string;
  readonly help: string;
}

const HELP =
  "idp.base of the profile has to be another address of the server of sso.yaml; a server whose issuer follows the request's name needs KC_HOSTNAME first (`tierwright help sso.md`)";

/** The issuer in the realm's discovery document at one address; null with an explanation in `words` if there is none. */
interface Said {
  readonly issuer: string | null;
  readonly isAbsent: boolean;
  readonly words: Text;
}

async function saidAt(ask: Transport, base: string, realm: string): Promise<Said> {
  const request = discoveryRequest(base, realm);
  const answer = await ask(request);
  if (answer.status === 404) return { issuer: null, isAbsent: true, words: say`is not there` };
  const document = jsonOf(answer);
  const issuer = isObject(document) ? textOf(document.issuer) : null;
  const answers = words(answerWords(answer));
  if (answer.status !== 200) throw new IdpFault(answer.status, plain(say`GET ${name(request.url)} ${answers}`));
  return {
    issuer,
    isAbsent: false,
    words: issuer === null ? say`has no issuer (it ${answers})` : say`has the issuer ${value(issuer)}`,
  };
}

/**
 * Returns why the admin API's address in the --profile can lead to another server than the address in sso.yaml. Returns null if the realm
 * has one issuer at both addresses. If the realm is at neither, realm master is compared.
 */
export async function whyAnotherServer(ask: Transport, at: TwoAddresses, realm: string): Promise<Difference | null> {
  const both = async (of: string) => [await saidAt(ask, at.base, of), await saidAt(ask, at.admin, of)] as const;
  const own = await both(realm);
  const isNowhere = own.every(({ isAbsent }) => isAbsent);
  const compared = isNowhere ? MASTER : realm;
  const [outside, inside] = isNowhere ? await both(MASTER) : own;
  if (outside.issuer !== null && outside.issuer === inside.issuer) return null;
  const absent = isNowhere ? say` (realm ${name(realm)} is at neither)` : [];
  return {
    says: plain(
      say`nothing proves that the admin API at ${name(at.admin)} is that of ${name(at.base)}: realm ${name(compared)} ${outside.words} at ${name(at.base)} and ${inside.words} at ${name(at.admin)}${absent}`,
    ),
    help: HELP,
  };
}
