import { type Cause, IDP_LOG } from "../cause.ts";
import { entraSigns } from "../evidence/sign-in-service.ts";

export const cause: Cause = {
  id: "idp/pkce-mismatch",
  title: "login service and client disagree about PKCE",
  signs: [
    {
      event: {
        errors: ["code_verifier_missing", "pkce_verification_failed", "invalid_code_verifier", "invalid_code_challenge_method"],
      },
    },
    { event: { errors: ["invalid_request"], reason: /code[_ ]challenge/ } },
    { oauth: { errors: ["invalid_request", "invalid_grant"], description: /code[_ ]?(?:challenge|verifier)|PKCE/i } },
    // the error response of Okta
    { all: ["pkce code challenge is required"], like: /\binvalid_request\b/, field: true, confidence: "medium" },
    ...entraSigns([501481, 501491, 50147, 9002325]),
  ],
  symptoms: [{ says: "PKCE is required and not sent", words: "pkce|challenge|verifier requir|missing|fail" }],
  states: "that a parameter is missing or a code does not match",
  cause: "The client requires PKCE and the login service does not send it, or the other way round.",
  why: "The reason names the code challenge or the code verifier, which only PKCE has.",
  check: {
    does: "Compare the PKCE setting of the client with the address of the sign-in: with PKCE it has code_challenge and code_challenge_method.",
    control: "A request with code_challenge and S256 must be accepted by the same client.",
  },
  action: ["Set the client's PKCE method to the one that the login service uses, or turn it off if it uses none."],
  evidence: ["the event with its time, client and user"],
  log: IDP_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Renewing the client secret."],
  matches: [
    'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="invalid_request", reason="Missing parameter: code_challenge_method", response_type="code"',
    'type="CODE_TO_TOKEN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="pkce_verification_failed", reason="Code mismatch"',
  ],
  lookAlikes: [
    [
      "success",
      'type="LOGIN", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", auth_method="openid-connect", username="anna"',
    ],
    [
      "reason",
      'type="LOGIN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="invalid_request", reason="Missing parameter: response_type"',
    ],
    ["words", "the code challenge of the week"],
  ],
};
