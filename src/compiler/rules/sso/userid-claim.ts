import { type Fix, type Wording, defineDiagnostic, say, value } from "../../../kernel/index.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import type { EnvironmentRule } from "../rule.ts";
import { IDENTITIES, USER_NAME_CLAIM } from "./claims.ts";
import { oidcWith, SOUND_SIGN_IN } from "./example-sign-in.ts";

/** The claims that an ID token has only if a mapper of the realm adds them, as one can for the User ID field of the sign-in panel. */
const BY_MAPPER = ["uid", "userId"];

interface Args {
  readonly claim: string;
  readonly seen: "empty" | "spelling" | "no-mapper" | "other";
}

function seenIn({ useridClaim, mappers }: SignInFacts): Args["seen"] | null {
  const claim = useridClaim.value;
  const meant = claim.trim().toLowerCase();
  if (claim === USER_NAME_CLAIM || mappers.includes(claim)) return null;
  if (meant === "") return "empty";
  if (meant.replaceAll("-", "_") === USER_NAME_CLAIM) return "spelling";
  // sso/identity-claim reports claims that name a person
  if (IDENTITIES.has(meant)) return null;
  return BY_MAPPER.includes(claim) ? "no-mapper" : "other";
}

const NO_VALUE = say`the ID token then holds no such claim, and the sign-in ends without a user id`;

function wording({ claim, seen }: Args): Wording {
  const help = say`write useridClaim: preferred_username, or leave it out: that is the default`;
  if (seen === "empty")
    return {
      message: say`oidc.useridClaim is empty`,
      notes: [
        say`every request then ends in an SSOConfigurationException: 'No value found for required String property: tcsso.oidc.userid_claim'`,
        say`the browser lands on weblogin/null?csrf_form=...; the panel does not mark OIDC Authorization Claim User ID as required, although it is`,
      ],
      help,
    };
  if (seen === "spelling")
    return { message: say`oidc.useridClaim is ${value(claim)}, and the claim is preferred_username`, notes: [NO_VALUE], help };
  if (seen === "no-mapper")
    return {
      message: say`oidc.useridClaim is ${value(claim)}, a claim that the realm does not emit`,
      notes: [say`the identity provider has no such claim by default: it needs a mapper in the realm`, NO_VALUE],
      help: say`write useridClaim: preferred_username; or write userIdField, too: realm.json then has mappers for uid and userId`,
    };
  return {
    message: say`oidc.useridClaim is ${value(claim)}, not preferred_username`,
    notes: [
      say`the PLM system finds a user by the user name, byte for byte; any other claim must hold exactly that for everybody`,
    ],
    help,
  };
}

const useridClaim = defineDiagnostic({
  id: "sso/userid-claim",
  severity: "error",
  title: "the claim that holds the user id is empty or not preferred_username",
  why: "The login service reads the user id from this claim. Left empty on the panel (OIDC Authorization Claim User ID, which is required although nothing marks it), every request ends in an SSOConfigurationException about tcsso.oidc.userid_claim and the browser lands on weblogin/null?csrf_form=...",
  remedy: "Set it to preferred_username, the user name.",
  clauses: ["E4"],
  message: wording,
  fails: oidcWith("useridClaim: ''"),
  passes: [SOUND_SIGN_IN, oidcWith("useridClaim: preferred_username"), oidcWith("useridClaim: uid, userIdField: userId")],
});

export const rule: EnvironmentRule = {
  ...useridClaim,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    const seen = signIn && seenIn(signIn);
    if (!seen) return;
    const { value: claim, place, pointer } = signIn.useridClaim;
    const safe = seen === "empty" || seen === "spelling";
    const fix: Fix = { title: "take the user name", safe, edits: [{ place, text: USER_NAME_CLAIM }] };
    // a claim that the site itself defines can hold the user name, so an unknown one is only a warning
    const weight = seen === "other" ? { severity: "warning" as const } : { fix };
    yield useridClaim.at(place, { claim, seen }, { pointer, ...weight });
  },
};
