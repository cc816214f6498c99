import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { carriesSecret } from "../../../src/kernel/secrets/judge.ts";
import { HONEST_NAMES, HONEST_PAIRS, PLANTED, SECRET_NAMES, SECRET_PAIRS, SYNTAXES } from "./secret-examples.ts";

/* Secrets and honest settings as keys with values, and what nobody may show of them. */

const inAscii = (text: string): string =>
  text.replace(/[^\x20-\x7e]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** A text as a value of a properties file. */
export const escaped = (text: string): string => inAscii(text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n"));

export const lines = (pairs: readonly (readonly [string, string])[]): string =>
  pairs.map(([key, value]) => `${inAscii(key)}=${escaped(value)}\n`).join("");

/** Secrets by name, a tenth of the long list and those in other spellings; and every syntax under a name that says nothing. */
const NAMED = SECRET_NAMES.filter((name, i) => i % 10 === 0 || /[^\x20-\x7e]|P4|W0|s3|T0/.test(name));
export const CARRIED = Object.entries(SYNTAXES).filter(([kind]) => !/^(?:base64|an encoded query)$/.test(kind));
/** No YAML document can say a key with control characters, so adopting refuses it. */
const PLANTED_PAIRS = SECRET_PAIRS.filter(([key, value]) => value.includes(PLANTED) && !/[\x80-\x9f]/.test(key));
export const PLANTS: readonly (readonly [key: string, value: string])[] = [
  ...new Map([
    ...NAMED.map((key) => [key, PLANTED] as const),
    ...Object.values(SYNTAXES).map((syntax, i) => [`SETTING_${i}`, syntax("db_password", PLANTED)] as const),
    ...PLANTED_PAIRS.map(([key, value], i) => [carriesSecret(value) ? `CARRIED_${i}` : key, value] as const),
  ]),
];

export const HONEST = HONEST_NAMES.filter((name) => /^[A-Z_]{4,}$/.test(name) && !name.startsWith("TC_")).slice(0, 40);
export const honestPairs = HONEST.map((key, i) => [key, `honest-${i}`] as const);
/** Keys of the lists that stand for any key. */
const SAYS_NOTHING = /^(?:NOTE|RUN|HOOK|STEP)$/;
/** Honest pairs of the list whose values stand in every form as they are; each under a key of its own. */
export const HONEST_TEXTS: readonly (readonly [key: string, value: string])[] = HONEST_PAIRS.filter(
  ([key, value], i) =>
    /^[\x20-\x7e]*$/.test(key) &&
    /^[A-Za-z0-9:/.@ _-]{4,}$/.test(value) &&
    (SAYS_NOTHING.test(key) || HONEST_PAIRS.findIndex(([other]) => other === key) === i),
).map(([key, value], i) => {
  if (SAYS_NOTHING.test(key)) return [`${key}_${i}`, value] as const;
  return [[...HONEST, ...PLANTS.map(([other]) => other)].includes(key) ? `MY_${key}` : key, value] as const;
});

/** What nobody may show: the secret as it is, percent-encoded and in base64. */
const SPELT = [PLANTED, encodeURIComponent(PLANTED), Buffer.from(`db_password=${PLANTED}`).toString("base64").slice(0, 24)];

export function expectNothingShown(what: string, text: string): void {
  for (const spelt of SPELT)
    expect(`${what}: ${text.includes(spelt) ? text.slice(Math.max(0, text.indexOf(spelt) - 200)) : ""}`).toBe(`${what}: `);
}

/** Every text below a folder. */
export function textsBelow(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
    .join("\n");
}
