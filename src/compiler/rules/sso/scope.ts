import {
  type Fix,
  type Span,
  type Wording,
  defineDiagnostic,
  listTexts,
  name,
  placeOf,
  say,
  yamlScalar,
} from "../../../kernel/index.ts";
import type { EnvironmentRule } from "../rule.ts";
import { USER_NAME_CLAIM } from "./claims.ts";
import { oidcWith, SOUND_SIGN_IN } from "./example-sign-in.ts";

const NEEDED = ["openid", "profile", "email"];

interface Args {
  readonly lacks: readonly string[];
  readonly claim: string;
}

function wording({ lacks, claim }: Args): Wording {
  const userId = lacks.includes("profile") && claim === USER_NAME_CLAIM;
  return {
    message: say`oidc.scope lacks ${listTexts(lacks.map(name))}`,
    notes: [
      ...(lacks.includes("openid")
        ? [say`without openid the identity provider gives no ID token, and the user id is read from it`]
        : []),
      ...(userId
        ? [
            say`preferred_username is in the scope profile: without it the ID token holds no user id, although people have signed in at the identity provider`,
          ]
        : []),
      ...(lacks.includes("openid") || userId ? [] : [say`the login service must ask for openid profile email`]),
    ],
    help: say`write scope: [openid, profile, email], or leave it out: that is the default`,
  };
}

/** Returns a fix that adds the needed scopes to oidc.scope if it is a YAML list on one line; otherwise no fix. */
function fixOf(span: Span, scopes: readonly string[]): { readonly fix?: Fix } {
  const written = span.source.text.slice(span.start, span.end);
  if (!/^\[[^\n#]*\]$/.test(written)) return {};
  const others = scopes.filter((scope) => !NEEDED.includes(scope));
  const text = `[${[...NEEDED, ...others].map(yamlScalar).join(", ")}]`;
  return { fix: { title: "ask for openid profile email, too", safe: true, edits: [{ place: placeOf(span), text }] } };
}

const scope = defineDiagnostic({
  id: "sso/scope",
  severity: "error",
  title: "the sign-in's scopes lack openid, profile or email",
  why: "Without openid there is no ID token, without profile no preferred_username. The user id is then empty after a sign-in that looked right; the login service asks for openid profile email. Scopes are case-sensitive: Profile is not profile.",
  remedy: "Write scope: [openid, profile, email], or leave it out.",
  clauses: ["E8"],
  message: wording,
  fails: oidcWith("scope: [openid, email]"),
  passes: [
    SOUND_SIGN_IN,
    oidcWith("scope: [email, profile, openid, offline_access]"),
    oidcWith("scope: ['openid profile email']"),
  ],
});

export const rule: EnvironmentRule = {
  ...scope,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    const span = signIn?.signIn.oidc.scopeSpan;
    if (!span) return;
    const scopes = signIn.scopes.flatMap(({ value }) => value.split(/\s+/).filter((one) => one !== ""));
    const lacks = NEEDED.filter((one) => !scopes.includes(one));
    if (lacks.length === 0) return;
    const claim = signIn.useridClaim.value;
    // only a warning: the security services do not read the e-mail address, nor the profile if oidc.useridClaim is another claim
    const harmless = !lacks.includes("openid") && !(lacks.includes("profile") && claim === USER_NAME_CLAIM);
    const weight = harmless ? { severity: "warning" as const } : {};
    yield scope.at(placeOf(span), { lacks, claim }, { pointer: "/oidc/scope", ...weight, ...fixOf(span, scopes) });
  },
};
