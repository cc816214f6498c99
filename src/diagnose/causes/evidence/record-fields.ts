import type { Facts } from "../facts.ts";
import { markedKeyIn } from "./byte-order-mark.ts";
import { type HttpFields, httpIn } from "./http.ts";
import { eventIn, type IdpEvent } from "./idp-event.ts";
import { type LicenseCode, licenseCodeIn } from "./license-code.ts";
import { type OauthError, oauthErrorIn } from "./oauth-error.ts";
import { type PageFields, pageIn } from "./page.ts";
import { isMention } from "./mention.ts";
import { isEveryday, isOtherProgram } from "./speaker.ts";
import { isTrustCode, type TrustFault, trustFaultIn } from "./trust-fault.ts";

/** The parsed fields of one log record; each is parsed when a sign (a cause's condition on log records) first needs it. */
export class RecordFields {
  readonly small: string;
  #http: HttpFields | null | undefined;
  #event: IdpEvent | null | undefined;
  #oauth: OauthError | null | undefined;
  #marked: "key" | "name" | null | undefined;
  #license: LicenseCode | null | undefined;
  #page: PageFields | null | undefined;
  #trust: TrustFault | null | undefined;
  #trustCode: boolean | undefined;
  #other: boolean | undefined;
  #mention: boolean | undefined;
  #everyday: boolean | undefined;

  constructor(
    readonly text: string,
    /** Facts that the log states up to and including this record. */
    readonly facts: Facts,
  ) {
    this.small = text.toLowerCase();
  }

  get http(): HttpFields | null {
    this.#http = this.#http === undefined ? httpIn(this.text, this.facts.columns) : this.#http;
    return this.#http;
  }

  get event(): IdpEvent | null {
    this.#event = this.#event === undefined ? eventIn(this.text) : this.#event;
    return this.#event;
  }

  get oauth(): OauthError | null {
    this.#oauth = this.#oauth === undefined ? oauthErrorIn(this.text) : this.#oauth;
    return this.#oauth;
  }

  /**
   * The name that the log record shows behind a byte order mark: "key" if it is that of a setting, "name" for any other; null if there is
   * none.
   */
  get marked(): "key" | "name" | null {
    this.#marked = this.#marked === undefined ? markedKeyIn(this.text) : this.#marked;
    return this.#marked;
  }

  get license(): LicenseCode | null {
    this.#license = this.#license === undefined ? licenseCodeIn(this.text) : this.#license;
    return this.#license;
  }

  get page(): PageFields | null {
    this.#page = this.#page === undefined ? pageIn(this.text) : this.#page;
    return this.#page;
  }

  get trust(): TrustFault | null {
    this.#trust = this.#trust === undefined ? trustFaultIn(this.text) : this.#trust;
    return this.#trust;
  }

  /** True if an exception type or code, and not only a sentence, says why a certificate was refused. */
  get trustCode(): boolean {
    this.#trustCode ??= isTrustCode(this.text);
    return this.#trustCode;
  }

  /** True if a person's sentence mentions the name of an exception, and the text contains no line of a program. */
  get isMention(): boolean {
    this.#mention ??= isMention(this.text);
    return this.#mention;
  }

  /** True if the record comes from a program that has nothing to do with the PLM sign-in. */
  get isOtherProgram(): boolean {
    this.#other ??= isOtherProgram(this.text);
    return this.#other;
  }

  /** True if the text is about an everyday thing, so that its sentences do not mean the PLM sign-in. */
  get isEveryday(): boolean {
    this.#everyday ??= isEveryday(this.text);
    return this.#everyday;
  }

  /** True if the record itself states the reason of the fault, which outweighs every cause that matches by words only. */
  get hasOtherReason(): boolean {
    return this.trust !== null || (this.license !== null && this.license.system !== 10013) || OTHER_REASON.test(this.text);
  }
}

const OTHER_REASON =
  /\bUnknownHostException\b|\bENOTFOUND\b|\bEAI_AGAIN\b|\bgetaddrinfo\b|\bOutOfMemoryError\b|\bENOSPC\b|No space left on device|\bSQL\w{0,30}Exception\b|\bORA-\d{5}\b|\bStackOverflowError\b|\bNoRouteToHostException\b|\b(?:EHOSTUNREACH|ENETUNREACH)\b/;
