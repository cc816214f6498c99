import { type Stage, STAGES } from "../model/federated-sign-in.ts";
import { filledFact } from "./fact.ts";
import type { SignInFacts } from "./facts.ts";

/** A field of sso.yaml or a file beside it that a stage of the set-up requires. */
export interface Required {
  /** The first stage that requires the field or file. */
  readonly stage: Stage;
  /** JSON pointer of the required field in sso.yaml, or the name of the required file. */
  readonly what: string;
  /** The value or file that cannot be made without the field or file, as words that follow 'no'. */
  readonly lacks: string;
  isThere(facts: SignInFacts): boolean;
}

const NEEDS_SECRET = (facts: SignInFacts) => facts.clientAuthMethod.value === "client_secret_basic";

const REPLY_URL =
  "Federation Reply URL; left empty on the panel, the identity provider answers 'Invalid parameter: redirect_uri' with an empty redirect_uri in the query";

/** The fields of sso.yaml and the files that some stage requires (docs/sso.md, stages). */
export const REQUIREMENTS: readonly Required[] = [
  {
    stage: "realm",
    what: "/idp/base",
    lacks: "Federation URL, and no address of the realm",
    isThere: (f) => f.federationUrl !== null,
  },
  { stage: "realm", what: "/idp/realm", lacks: "realm, and no address in it", isThere: (f) => f.realm !== null },
  {
    stage: "realm",
    what: "/idp/clients",
    lacks: "client that the login service signs in as",
    isThere: (f) => f.clients.length > 0,
  },
  {
    stage: "installed",
    what: "/oidc/clientId",
    lacks: "client that the login service signs in as",
    // the requirement /idp/clients covers a realm without any client, and the rule idp/client-id reports clients without an id
    isThere: (f) => f.clientId !== null || f.clients.every(({ id }) => id.value.trim() === ""),
  },
  {
    stage: "installed",
    what: "/oidc/clientSecret",
    lacks: "secret that client_secret_basic proves the client with",
    isThere: (f) => !NEEDS_SECRET(f) || f.clientSecret !== null,
  },
  {
    stage: "installed",
    what: "/loginService/base",
    lacks: REPLY_URL,
    isThere: (f) => filledFact(f.signIn.loginService.base) !== null,
  },
  {
    stage: "installed",
    what: "/loginService/name",
    lacks: REPLY_URL,
    isThere: (f) => filledFact(f.signIn.loginService.name) !== null,
  },
  {
    stage: "installed",
    what: "/webApplication/name",
    lacks: "row 2 of the application registry",
    isThere: (f) => f.webApplication.name !== null,
  },
  {
    stage: "installed",
    what: "/webApplication/root",
    lacks: "row 2 of the application registry",
    isThere: (f) => f.webApplication.root !== null,
  },
  {
    stage: "installed",
    what: "discovery.json",
    lacks: "endpoint for the panel and federation.properties",
    isThere: (f) => f.signIn.discovery !== null,
  },
  {
    stage: "live",
    what: "/secrets/identityServicePassword",
    lacks: "password that login.xml and identity.xml share",
    isThere: (f) => f.secrets.identityServicePassword !== null,
  },
  {
    stage: "live",
    what: "/secrets/propertiesPassword",
    lacks: "password that login.xml and identity.xml share",
    isThere: (f) => f.secrets.propertiesPassword !== null,
  },
];

/** Returns the missing fields and files that the sign-in's stage, or an earlier stage, requires. */
export function missingOf(facts: SignInFacts): readonly Required[] {
  const reached = STAGES.indexOf(facts.stage);
  return REQUIREMENTS.filter(({ stage, isThere }) => STAGES.indexOf(stage) <= reached && !isThere(facts));
}
