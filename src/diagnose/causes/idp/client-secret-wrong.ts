import { type Cause, IDP_LOG } from "../cause.ts";
import { adFsSign, entraSigns } from "../evidence/sign-in-service.ts";
import { OURS } from "../evidence/speaker.ts";

/** Pattern of identity providers whose clients and secrets have nothing to do with the PLM sign-in. */
const FOREIGN = /\bAADSTS\d|microsoftonline|\bokta\b|auth0|googleapis|accounts\.google|github|gitlab|slack/i;

export const cause: Cause = {
  id: "idp/client-secret-wrong",
  title: "the client secret that was sent is not the one in the realm",
  signs: [
    { event: { errors: ["invalid_client_credentials"] } },
    {
      oauth: {
        errors: ["unauthorized_client", "invalid_client"],
        description:
          /Invalid client (?:or Invalid client )?credentials|Invalid client secret|client secret not (?:valid|provided)/i,
      },
      not: FOREIGN,
      // a client that the realm refuses gets this error, too; only the identity provider's event distinguishes the two causes
      after: ({ clientRefused }) => !clientRefused,
    },
    {
      anchors: ["invalid_client"],
      like: /\berror["\s]{0,2}[=:]\s?["']?invalid_client\b/,
      not: /realm(?:Id|Name)|AADSTS|\bsub_?code\b|MSIS(?:9223|9607)|okta|auth0|googleapis|github|gitlab/i,
      confidence: "medium",
    },
    // the error response of Okta, which serves many programs, so the record has to name one of the PLM sign-in
    {
      all: ["client secret supplied for a confidential client is invalid"],
      like: /\binvalid_client\b/,
      near: [OURS],
      field: true,
      confidence: "medium",
    },
    ...entraSigns([7000215, 7000218, 7000222, 70002]),
    { types: ["OAuthInvalidClientCredentialsException"], confidence: "medium" },
    adFsSign(/\bMSIS9622\b/),
  ],
  symptoms: [
    {
      says: "the client secret does not match",
      words: "client secret match|wrong|invalid|refus|differ",
      not: /[a-z]_(?:basic|post|jwt)\b/i,
    },
  ],
  states: "that the client or its credentials are invalid; the user only sees an error page",
  cause:
    "The program that asked for a token (the login service takes its secret from the vault or its settings) sent another client secret than the realm has, or the client expects another kind of authentication.",
  detail: (text) =>
    /AADSTS7000222(?!\d)|secret[^\n.]{0,60}\b(?:is|are|has|have) expired/i.test(text)
      ? "The secret has expired: create a new one."
      : null,
  why: "The identity provider refused the client, not the user: passwords and redirect addresses play no part.",
  check: {
    does: "Compare the secret at the identity provider with the one that is deployed, without copying either (`tierwright sso verify ENV`).",
    control: "In a test realm, a secret with one character changed must give the same error.",
  },
  action: [
    "Store the client's secret where the program reads it (the login service: in the vault).",
    "Restart the program at an agreed time: it reads the secret at its start.",
  ],
  evidence: ["the event with its time, client and user"],
  log: IDP_LOG,
  confidence: "high",
  excludes: [],
  deadEnds: ["Changing the user's password."],
  matches: [
    'type="CODE_TO_TOKEN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="invalid_client_credentials", grant_type="authorization_code"',
    '{"error":"unauthorized_client","error_description":"Invalid client or Invalid client credentials"}',
  ],
  lookAlikes: [
    [
      "success",
      'type="CODE_TO_TOKEN", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", grant_type="authorization_code"',
    ],
    [
      "reason",
      'type="CODE_TO_TOKEN_ERROR", realmId="plm", realmName="plm", clientId="plm", userId="null", ipAddress="192.0.2.7", error="invalid_code", grant_type="authorization_code"',
    ],
    ["words", '{"error":"invalid_grant","error_description":"Invalid user credentials"}'],
  ],
};
