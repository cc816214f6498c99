import { type Fix, defineDiagnostic, name, say, value, words } from "../../../kernel/index.ts";
import type { EnvironmentRule } from "../rule.ts";
import { IDENTITIES, USER_NAME_CLAIM } from "./claims.ts";
import { oidcWith, SOUND_SIGN_IN } from "./example-sign-in.ts";

interface Args {
  readonly field: string;
  readonly claim: string;
  readonly holds: string;
}

const identityClaim = defineDiagnostic({
  id: "sso/identity-claim",
  severity: "error",
  title: "the user id is taken from a claim that is not the user name",
  why: "The PLM system finds a user by the user id, byte for byte. The claim sub is an opaque id, and name is a display name: people sign in at the identity provider without an error, and the PLM system knows nobody with that id.",
  remedy: "Use preferred_username, here and in the identity field of every other application of the realm.",
  clauses: ["E8"],
  message: ({ field, claim, holds }: Args) => ({
    message: say`${name(field)} is ${value(claim)}, and that is not the user name`,
    notes: [
      say`${name(claim)} holds ${words(holds)}`,
      field === "oidc.useridClaim"
        ? say`the sign-in at the identity provider succeeds, and the PLM system has no user with that id`
        : say`a mapper of the realm would replace that claim for every application that reads it`,
    ],
    help:
      field === "oidc.useridClaim"
        ? say`write useridClaim: preferred_username`
        : say`leave userIdField out: its default is userId, and nothing relies on it`,
  }),
  fails: oidcWith("useridClaim: sub"),
  passes: [SOUND_SIGN_IN, oidcWith("useridClaim: preferred_username"), oidcWith("userIdField: userId")],
});

export const rule: EnvironmentRule = {
  ...identityClaim,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!signIn) return;
    const { useridClaim, userIdField } = signIn;
    for (const [field, fact] of [
      ["oidc.useridClaim", useridClaim],
      ["oidc.userIdField", userIdField],
    ] as const) {
      const holds = IDENTITIES.get(fact.value.trim().toLowerCase());
      if (holds === undefined) continue;
      const edits = [{ place: fact.place, text: USER_NAME_CLAIM }];
      const fix: Fix = { title: "take the user name", safe: true, edits };
      yield identityClaim.at(
        fact.place,
        { field, claim: fact.value, holds },
        { pointer: fact.pointer, ...(field === "oidc.useridClaim" && { fix }) },
      );
    }
  },
};
