import { createPublicKey, type JsonWebKey } from "node:crypto";
import { type Text, name, say, value, words } from "../../../kernel/index.ts";
import type { JsonObject } from "./discovery.ts";

/** The key type and curves that an algorithm needs (RFC 7518, 3.1; RFC 8037, 3.1). */
interface Wanted {
  readonly type: string;
  readonly curves: readonly string[] | null;
}

const WANTED: Readonly<Record<string, Wanted>> = {
  ...Object.fromEntries(
    ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"].map((alg) => [alg, { type: "RSA", curves: null }]),
  ),
  ES256: { type: "EC", curves: ["P-256"] },
  ES384: { type: "EC", curves: ["P-384"] },
  ES512: { type: "EC", curves: ["P-521"] },
  EdDSA: { type: "OKP", curves: ["Ed25519", "Ed448"] },
};

/** The smallest allowed RSA key, in bits (RFC 7518, 3.3). */
const LEAST_BITS = 2048;

const textOf = (key: JsonObject, field: string): string => (typeof key[field] === "string" ? (key[field] as string) : "");

/** Returns whether signatures of an algorithm are verified with a key that a realm publishes; false for HS256 and unknown algorithms. */
export const isPublished = (alg: string): boolean => Object.hasOwn(WANTED, alg);

/** Describes a published key (JWK) in short: 'one' (RSA, sig, RS256). */
export const keyWords = (key: JsonObject): Text => {
  const of = ["kty", "crv", "use", "alg"].map((field) => textOf(key, field)).filter((text) => text !== "");
  return say`${value(textOf(key, "kid") || "without kid")} (${name(of.join(", "))})`;
};

/** Returns why a realm's published key (JWK) cannot verify a signature of an algorithm; null if it can. */
export function keyFault(key: JsonObject, alg: string): Text | null {
  const wanted = WANTED[alg];
  const [type, curve, use, own] = ["kty", "crv", "use", "alg"].map((field) => textOf(key, field));
  if (wanted === undefined) return say`${name(alg)} is signed with no published key`;
  if (type !== wanted.type) return say`it is of type ${value(type ?? "")}`;
  if (wanted.curves !== null && !wanted.curves.includes(curve ?? "")) return say`its curve is ${value(curve ?? "")}`;
  if (use !== "" && use !== "sig") return say`it is for ${value(use ?? "")}, not for signatures`;
  if (own !== "" && own !== alg) return say`it is for ${value(own ?? "")}`;
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key: key as JsonWebKey, format: "jwk" });
    const bits = asymmetricKeyDetails?.modulusLength;
    if (bits !== undefined && bits < LEAST_BITS) return say`it has ${bits} bits, and ${LEAST_BITS} is the least`;
    return null;
  } catch {
    return words("its numbers are no key");
  }
}
