import { type Text, words } from "../../kernel/index.ts";
import type { Fault } from "./fault.ts";

/** The known meanings of the tier's fault codes, which Tierwright's messages add to the tier's own words. */
const MEANINGS: Readonly<Record<string, string>> = {
  1000: "the tier has no valid session for this request",
  1003: "the web tier was reached, and lost or did not get its own server process behind it: look at the tier's logs and its pool manager, not at network, address or connector",
  1007: "the tier knows no user for this request",
  214022: "the tier does not know this operation, or one of the fields that it was sent: another release",
  214086: "the tier does not know this operation, or one of the fields that it was sent: another release",
  515143:
    "the tier's server refuses the account; after a clean single sign-on its pool manager may be older than its configuration: restart it and confirm that its start time changed",
};

/** Returns the meaning of a fault code of the tier; "" for an unknown code. */
export const meaningOfCode = (code: number): string => MEANINGS[code] ?? "";

export function meaningOf({ code, messages }: Fault): Text {
  const codes = [code, ...messages.map((one) => one.code)].flatMap((one) => one ?? []);
  return words(codes.map(meaningOfCode).find((meaning) => meaning !== "") ?? "");
}

/** Returns whether a fault of the tier is a refused user or password, with which no second sign-in is tried. */
export const refusesCredentials = ({ type }: Fault): boolean => /^Invalid(?:Credentials|User)/.test(type);
