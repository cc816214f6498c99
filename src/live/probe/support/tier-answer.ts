import { type Text, listTexts, name, quotedName, say, value, words } from "../../../kernel/index.ts";
import type { ExchangeAnswer } from "../../../platform/index.ts";
import type { SoaAnswer } from "../../soa/answer.ts";
import type { Fault } from "../../soa/fault.ts";
import { meaningOf, refusesCredentials } from "../../soa/meaning.ts";
import { signedInBy } from "../../soa/session.ts";
import { shownMessage } from "./partial-errors.ts";

/** The description of an unexpected answer of the tier: its kind, its meaning, and what to do. */
export interface Described {
  /** The kind and meaning of the answer as a sentence that begins with a small letter. */
  readonly says: Text;
  readonly help: Text | null;
  /** True if the answer suggests that connector and tier have different releases. */
  readonly mismatch: boolean;
}

const MISMATCH =
  "a tier of another release than the connector's answers like this, and so does a page of a proxy in front of it; it looks like a wrong address, but usually is not";
const MISMATCH_HELP =
  "compare tier.release and connector with what the tier's administrator says; `tierwright compat` shows which pairs are certified";

/** Returns the id of the earlier probe of this command that reports a fact in full; null if there is none. */
export type ToldBy = (what: string) => string | null;
const byNobody: ToldBy = () => null;

/**
 * Describes a fault of the tier in the tier's words, with its meaning if that is known. Only the first probe of a command that reports the
 * fault explains it in full.
 */
function faultWords(fault: Fault, told: ToldBy): Text {
  const { type, code, message } = fault;
  const number = code === null ? [] : say` (code ${code})`;
  const teller = told(`the fault ${type} ${code} ${message}`);
  if (teller !== null) return say`the tier answers ${name(type)}${number}, as it did to ${name(teller)}`;
  // a probe's session begins with a password, so the meaning that code 515143 has after single sign-on is left out
  const meaning = refusesAccount(fault)
    ? words("the tier's server refuses the account, by this user and password")
    : meaningOf(fault);
  const further = fault.messages.filter((one) => one.message !== message || one.code !== code).map(shownMessage);
  const first = message === "" ? say`without a message` : say`${value(message)}`;
  const said = listTexts([first, ...further]);
  if (meaning.length === 0) return say`the tier answers ${name(type)}${number}: ${said}`;
  const explained = told(`the meaning of ${code}`);
  return say`the tier answers ${name(type)}${number}: ${said}; ${explained === null ? meaning : say`${name(explained)} explains it`}`;
}

const refusesAccount = ({ type, code }: Fault): boolean => code === 515143 && /^InvalidCredentials/.test(type);

function faultHelp(fault: Fault, told: ToldBy): Text {
  const { type, code, ssoServerUrl } = fault;
  const teller = told(`what to do about ${type} ${code}`);
  if (teller !== null) return say`${name(teller)} has the steps`;
  if (code === 1003)
    return words(
      "look at the tier's own logs and at its pool of server processes; network, address and connector are not the cause",
    );
  if (refusesCredentials(fault))
    return say`compare user, password, group and role of the profile with what signs in elsewhere; nothing was tried a second time${
      ssoServerUrl === null ? [] : say`; the tier says that its people sign in at ${name(ssoServerUrl)}`
    }`;
  return words("the message is what the server said, not where it happened: look at the tier's logs for it");
}

/** Describes an HTTP status or message with which a tier of another release than the connector's is known to answer. */
function mismatched(what: Text, told: ToldBy): Described {
  const teller = told("another release");
  return teller === null
    ? { says: say`${what}: ${words(MISMATCH)}`, help: words(MISMATCH_HELP), mismatch: true }
    : { says: say`${what}; ${name(teller)} explains it`, help: say`${name(teller)} has the steps`, mismatch: true };
}

const sized = ({ status, type, body }: ExchangeAnswer): Text =>
  say`status ${status}, ${body.length} bytes${type === "" ? [] : say` of ${name(type)}`}`;

/** Describes an answer of the tier that is not the expected one. */
export function describeAnswer(
  { http, soa }: { readonly http: ExchangeAnswer; readonly soa: SoaAnswer },
  told: ToldBy = byNobody,
): Described {
  const { status, url } = http;
  const plain = (says: Text, help: string | null): Described => ({
    says,
    help: help === null ? null : words(help),
    mismatch: false,
  });
  if (soa.kind === "not-understood") return mismatched(say`the tier answers ${status} with ${quotedName(soa.says)}`, told);
  if (soa.kind === "fault") return { says: faultWords(soa.fault, told), help: faultHelp(soa.fault, told), mismatch: false };
  if (status === 405) return mismatched(say`the tier answers 405 (${sized(http)})`, told);
  switch (soa.kind) {
    case "redirect":
      return plain(
        say`it leads elsewhere (${status}${soa.to === null ? [] : say`, to ${name(soa.to)}`}), which was not followed: credentials go to the declared address alone`,
        "write the right address in tier.signIn; a redirect to a login page means that something in front of the tier requires a sign-in first",
      );
    case "page":
      return plain(
        say`a page answers in the tier's place (${sized(http)}${soa.title === null ? [] : say`, titled ${value(soa.title)}`})`,
        "a proxy, a portal or a login page is in front of the tier, or the context root is a different one: open the address in a browser",
      );
    case "empty":
      return plain(say`it answers ${status} with nothing in it`, "look at what answers there, for example with curl -v");
    case "unreadable":
      return plain(
        say`it answers what cannot be read (${sized(http)}): ${words(soa.says)}`,
        "look at what answers there, for example with curl -v",
      );
    case "xml":
      return plain(
        say`it answers ${name(soa.root.local)} (${sized(http)}), which is another answer than the one that belongs to the request`,
        MISMATCH_HELP,
      );
    case "json":
      if (signedInBy(soa))
        return plain(
          say`the tier opens a session and says so in JSON (${sized(http)}), and the connector reads XML: it would not sign in`,
          "look for a proxy in between that turns answers into JSON; the connector's own sign-in is XML below /RestServices",
        );
      return plain(
        say`it answers JSON (${sized(http)}) that is another answer than the one that belongs to the request`,
        MISMATCH_HELP,
      );
  }
  return plain(say`${name(url)} answers ${status}`, null);
}
