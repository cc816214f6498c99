import { type Text, defineDiagnostic, listTexts, name, say, value } from "../../../kernel/index.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import type { EnvironmentRule } from "../rule.ts";
import { changeDiscovery, oidcWith, SOUND_SIGN_IN } from "./example-sign-in.ts";

/** Matches signature algorithms with a key pair (RFC 7518, 3.1; RFC 8037; RFC 9864): the realm's public key is enough to verify a token. */
const KEY_PAIR = /^(?:[RPE]S(?:256|384|512)|ES256K|EdDSA|Ed25519|Ed448)$/;
const LISTED = "id_token_signing_alg_values_supported";

type Args =
  | { readonly seen: "none" | "shared" | "unknown"; readonly algorithm: string }
  | { readonly seen: "not-listed"; readonly algorithm: string; readonly supported: readonly string[] };

function seenIn({ tokenSigAlg: { value: algorithm }, signIn: { discovery } }: SignInFacts): Args | null {
  const word = algorithm.trim().toLowerCase();
  if (word === "none") return { algorithm, seen: "none" };
  if (/^hs\d+$/.test(word)) return { algorithm, seen: "shared" };
  const list = discovery?.document[LISTED];
  const supported = Array.isArray(list) ? list.filter((one): one is string => typeof one === "string") : [];
  if (supported.length > 0) return supported.includes(algorithm) ? null : { algorithm, seen: "not-listed", supported };
  return KEY_PAIR.test(algorithm) ? null : { algorithm, seen: "unknown" };
}

function noteOf(found: Args): Text {
  if (found.seen === "none") return say`an unsigned ID token can be forged: anybody can sign in as anybody`;
  if (found.seen === "shared")
    return say`it signs with the client's secret, and the login service verifies with the keys of the realm's jwks_uri: no key there fits`;
  if (found.seen !== "not-listed")
    return say`no algorithm has this name (names are case-sensitive): the login service finds no way to verify an ID token`;
  return say`the pinned discovery document lists ${listTexts(found.supported.map(name))} in ${name(LISTED)}; the realm cannot sign with another one`;
}

const tokenSignature = defineDiagnostic({
  id: "sso/token-signature",
  severity: "error",
  title: "ID tokens would be unsigned, or signed so that the login service cannot verify them",
  why: "The realm's signature is why a user id is trusted. With `none` there is no signature, and anyone who reaches the callback can write the user id. With an algorithm that the realm does not have, or one of a shared secret, no token can be verified and nobody signs in.",
  remedy: "Write oidc.tokenSigAlg: RS256, or leave it out: that is the default.",
  clauses: ["E18"],
  message: (found: Args) => ({
    message: say`oidc.tokenSigAlg is ${value(found.algorithm)}`,
    notes: [noteOf(found), say`it goes into federation.properties as tcsso.oidc.token_sig_alg, and into the realm's client`],
    help: say`write tokenSigAlg: RS256, or leave it out: that is the default`,
  }),
  fails: oidcWith("tokenSigAlg: none"),
  passes: [
    SOUND_SIGN_IN,
    oidcWith("tokenSigAlg: RS256"),
    oidcWith("tokenSigAlg: ES384"),
    oidcWith("tokenSigAlg: PS256", changeDiscovery("{\n", `{\n  "${LISTED}": ["PS256", "RS256"],\n`)),
  ],
});

export const rule: EnvironmentRule = {
  ...tokenSignature,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    const found = signIn && seenIn(signIn);
    if (!found) return;
    const { place, pointer } = signIn.tokenSigAlg;
    const fix = { title: "write RS256", safe: false, edits: [{ place, text: "RS256" }] };
    yield tokenSignature.at(place, found, { pointer, fix });
  },
};
