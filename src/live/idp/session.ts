import { type Concealed, SecretValue, name, plain, say, words } from "../../kernel/index.ts";
import { type Administrator, MASTER, renewalFields, secretOf, type SignedIn, signedInAs, signInFields } from "./administrator.ts";
import { answerWords, jsonOf, NoAccess, ownWord } from "./fault.ts";
import { isObject, textOf } from "./json.ts";
import { formRequest, withToken } from "./requests.ts";
import { refusedHelp } from "./sign-in-refused.ts";
import { type IdpAnswer, IdpFault, type IdpRequest, type Time, type Transport } from "./transport.ts";
import { patient } from "./patience.ts";

interface Token {
  readonly access: SecretValue;
  readonly refresh: SecretValue | null;
  /** The time, in milliseconds since 1970, from which the access token is not used any more. */
  readonly until: number;
}

/** The margin in seconds before a token expires in which it is not used any more, so that no request arrives after that time. */
const MARGIN_S = 10;

const ANOTHER = "look at what answers there: it may be a proxy or a login page instead";

/** Returns the help line for a realm whose token endpoint was not found (status 404). */
const noEndpoint = (realm: string): string =>
  `idp.base has to be the identity provider's address without a realm (servers up to version 16, and those with http-relative-path, have /auth at its end)${realm === MASTER ? "" : ", and idp.realm of the profile a realm that it has"}`;

/**
 * The administrator's session: one sign-in, whose token is renewed as often as needed (in realm master it is valid for 60 seconds). A
 * service account signs in again instead. Refused credentials are never sent again.
 */
export class AdminSession {
  #token: Token | null = null;
  #refusal: IdpFault | null = null;
  readonly #ask: Transport;
  /** The administrator's name and realm, for messages. */
  readonly who: SignedIn;

  constructor(
    ask: Transport,
    readonly base: string,
    private readonly administrator: Administrator,
    private readonly time: Time,
    readonly secrets: Concealed,
  ) {
    this.#ask = patient(ask, time);
    this.who = signedInAs(administrator);
    secrets.add([secretOf(administrator).reveal()]);
  }

  /**
   * Sends a request with the administrator's token. If the identity provider rejects the token, it is renewed once and the request sent
   * again.
   */
  async send(request: IdpRequest): Promise<IdpAnswer> {
    const first = await this.#ask(withToken(request, (await this.#current()).access));
    if (first.status !== 401) return first;
    this.#token = await this.#renewed();
    return this.#ask(withToken(request, this.#token.access));
  }

  async #current(): Promise<Token> {
    if (!this.#token) this.#token = await this.#signIn();
    else if (this.time.now() >= this.#token.until) this.#token = await this.#renewed();
    return this.#token;
  }

  /**
   * Returns a new token from the refresh token, or else from a new sign-in. The identity provider has accepted these credentials in this
   * session before, so signing in again cannot lock the account.
   */
  async #renewed(): Promise<Token> {
    const refresh = this.#token?.refresh;
    if (refresh) {
      const answer = await this.#ask(formRequest(this.base, this.who.realm, renewalFields(refresh)));
      if (answer.status === 200) return this.#tokenOf(answer);
    }
    return this.#signIn();
  }

  async #signIn(): Promise<Token> {
    if (this.#refusal) throw this.#refusal;
    const { realm } = this.who;
    const answer = await this.#ask(formRequest(this.base, realm, signInFields(this.administrator)));
    if (answer.status === 200) return this.#tokenOf(answer);
    if (answer.status === 400 || answer.status === 401) {
      const { says, help } = refusedHelp(jsonOf(answer), this.who.isServiceAccount ? "client" : "user");
      const said = says === "" ? "" : `, ${this.secrets.hide(says)}`;
      const whose = this.who.isServiceAccount ? "service account's" : "administrator's";
      const where = realm === MASTER ? "" : plain(say` to realm ${name(realm)}`);
      this.#refusal = new IdpFault(
        answer.status,
        `the identity provider refused the ${whose} sign-in${where} (${answer.status}${said}); it was tried once`,
        help,
      );
      throw this.#refusal;
    }
    const isElse = answer.status < 400 || (answer.status === 404 && ownWord(answer) === null);
    const Fault = isElse ? NoAccess : IdpFault;
    throw new Fault(
      answer.status,
      plain(say`the token endpoint of realm ${name(realm)} ${words(this.secrets.hide(answerWords(answer)))}`),
      answer.status === 404 ? noEndpoint(realm) : ANOTHER,
    );
  }

  #tokenOf(answer: IdpAnswer): Token {
    const document = jsonOf(answer);
    const access = isObject(document) ? textOf(document.access_token) : null;
    if (!isObject(document) || access === null || access === "")
      throw new NoAccess(200, `the token endpoint ${this.secrets.hide(answerWords(answer))}, and no token`, ANOTHER);
    const refresh = textOf(document.refresh_token);
    const life = typeof document.expires_in === "number" ? document.expires_in : 60;
    const token = {
      access: new SecretValue(access),
      refresh: refresh === null ? null : new SecretValue(refresh),
      until: this.time.now() + (life - Math.min(MARGIN_S, life / 2)) * 1000,
    };
    this.secrets.add([token.access, token.refresh].flatMap((secret) => secret?.reveal() ?? []));
    return token;
  }
}
