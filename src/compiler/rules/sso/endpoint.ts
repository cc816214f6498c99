import { type Text, type Wording, defineDiagnostic, name, placeOf, say, startOf, words } from "../../../kernel/index.ts";
import { parseAddress } from "../../model/address.ts";
import type { PinnedDiscovery } from "../../model/sign-in-files.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import type { EnvironmentRule } from "../rule.ts";
import { addressFault, DOTS, shownAddress } from "./addresses.ts";
import { changeDiscovery, changeSignIn, signInWith, SOUND_SIGN_IN } from "./example-sign-in.ts";

interface Field {
  readonly field: string;
  /** The label of the sign-in panel's field that holds the endpoint's address; null if the panel has no such field. */
  readonly panel: string | null;
  readonly symptom: string;
}

/** The endpoints of the realm's discovery document that the sign-in panel and federation.properties need. */
const FIELDS: readonly Field[] = [
  {
    field: "authorization_endpoint",
    panel: "OIDC Authorization Endpoint",
    symptom: "the login service cannot find the realm, and nobody gets to a login page",
  },
  {
    field: "token_endpoint",
    panel: "OIDC Authorization token Endpoint",
    symptom: "the login service cannot exchange the authorization code for an ID token",
  },
  {
    field: "jwks_uri",
    panel: "OIDC Authorization jwks Endpoint",
    symptom: "the login service has no keys to verify an ID token with",
  },
  {
    field: "end_session_endpoint",
    panel: "Federation Logout URL",
    symptom: "signing out leaves the session at the identity provider",
  },
];

const USERINFO = "userinfo_endpoint";

/** Returns the further endpoints of a discovery document: only applications of the realm use them, so a document can lack them. */
const furtherFields = (texts: PinnedDiscovery["texts"]): readonly Field[] =>
  [...texts.keys()]
    .filter((field) => field.endsWith("_endpoint") && FIELDS.every((one) => one.field !== field))
    .map((field) => ({
      field,
      panel: null,
      symptom:
        field === USERINFO
          ? "an application that asks there who has signed in sends its access token to an unknown server"
          : "an application that calls it sends its data to an unknown server",
    }));

type Args =
  | { readonly seen: "issuer"; readonly issuer: string; readonly realm: string }
  | {
      readonly seen: "blank" | "missing" | "fault" | "http" | "elsewhere";
      readonly field: string;
      readonly panel: string | null;
      readonly symptom: string;
      readonly found: string;
      readonly fault: Text;
      readonly issuer: string;
    };

function faultOf(
  text: string,
  realms: readonly string[],
): { readonly seen: "fault" | "http" | "elsewhere"; readonly fault: Text } | null {
  const fault = addressFault(text);
  if (fault) return { seen: fault === DOTS ? "elsewhere" : "fault", fault };
  // if the realm itself is on http, sso/plain-http reports that once, instead of one finding for each endpoint
  const secure = realms.some((realm) => realm.startsWith("https://"));
  if (secure && parseAddress(text)?.scheme === "http") return { seen: "http", fault: [] };
  return realms.length === 0 || realms.some((realm) => text.startsWith(`${realm}/`)) ? null : { seen: "elsewhere", fault: [] };
}

const AGAIN = say`pin the document again, as the realm answers it under its one name: BASE/realms/REALM/.well-known/openid-configuration`;

function wording(found: Args): Wording {
  if (found.seen === "issuer")
    return {
      message:
        found.issuer.trim() === ""
          ? say`the pinned discovery document has no issuer`
          : say`the pinned issuer is not the realm's address`,
      notes: [
        found.issuer.trim() === ""
          ? say`sso.yaml gives ${shownAddress(found.realm)}`
          : say`the issuer is ${shownAddress(found.issuer)}, and sso.yaml gives ${shownAddress(found.realm)}`,
        say`the issuer is one name that every consumer compares as text: tokens of another one are refused`,
      ],
      help: say`correct idp.base and idp.realm, or pin the document again from the intended realm`,
    };
  const { field, panel, symptom, issuer } = found;
  const notes = [panel === null ? words(symptom) : say`the panel's field is ${name(panel)}: ${words(symptom)}`];
  const address = shownAddress(found.found);
  if (found.seen === "missing") return { message: say`the pinned discovery document has no ${name(field)}`, notes, help: AGAIN };
  if (found.seen === "blank")
    return { message: say`${name(field)} of the pinned discovery document is blank`, notes, help: AGAIN };
  const is = say`it is ${address}`;
  if (found.seen === "fault")
    return {
      message: say`${name(field)} of the pinned discovery document is not an absolute address`,
      notes: [say`${is}, and ${found.fault}`, ...notes],
      help: AGAIN,
    };
  if (found.seen === "http")
    return {
      message: say`${name(field)} is plain http, and the realm is on https`,
      notes: [
        is,
        say`codes and tokens would travel unencrypted, and a realm that demands https refuses them`,
        say`the identity provider took the scheme of the request: its host-name settings do not fix its own address`,
      ],
      help: AGAIN,
    };
  return {
    message: say`${name(field)} of the pinned discovery document is not an address of the realm`,
    notes: [
      found.fault.length > 0
        ? say`${is}, and ${found.fault}`
        : say`${is}, and every endpoint begins with ${shownAddress(issuer)}`,
      found.fault.length > 0
        ? say`the text begins like an address of the realm, but leads to another realm or none`
        : say`where the host-name settings are not strict, endpoints follow the name of the request while the document is still answered with 200`,
      ...notes,
    ],
    help: AGAIN,
  };
}

const TOKEN = '"token_endpoint": "https://idp.example.com:8443/realms/engineering/protocol';

const endpoint = defineDiagnostic({
  id: "sso/endpoint",
  severity: "error",
  because: ["sso/federation-url", "sso/plain-http"],
  title: "a pinned endpoint is not an absolute https address of the realm",
  why: "Panel and federation.properties take their endpoints from the pinned document. With a blank one the login service cannot find the realm; one under another name works for the person who fetched the document and fails for everybody else, because the endpoints followed the host name of that request.",
  remedy: "Fix the identity provider's host name, then pin the discovery document again.",
  clauses: ["E4", "E18"],
  message: wording,
  fails: signInWith(
    changeDiscovery(TOKEN, '"token_endpoint": "https://idp-internal.example.com:8443/realms/engineering/protocol'),
  ),
  passes: [
    SOUND_SIGN_IN,
    signInWith(
      changeDiscovery(
        '  "userinfo_endpoint": "https://idp.example.com:8443/realms/engineering/protocol/openid-connect/userinfo",\n',
        "",
      ),
    ),
    signInWith(changeSignIn("base: https://idp.example.com:8443\n", "base: https://idp.example.com:8443/\n")),
  ],
});

/** Returns the fault of one endpoint of the pinned discovery document; null if there is none. */
function argsOf(texts: PinnedDiscovery["texts"], { field, panel, symptom }: Field, realms: readonly string[]): Args | null {
  const found = texts.get(field)?.text;
  const known = { field, panel, symptom, found: found ?? "", fault: [], issuer: realms[0] ?? "" };
  if (found === undefined) return { ...known, seen: "missing" };
  // a blank endpoint that the sign-in panel does not use has no effect
  if (found.trim() === "") return panel === null ? null : { ...known, seen: "blank" };
  const fault = faultOf(found, realms);
  return fault && { ...known, ...fault };
}

function issuerOf({ texts }: PinnedDiscovery, { realmUrl }: SignInFacts): Args | null {
  const issuer = texts.get("issuer")?.text ?? "";
  return realmUrl && issuer !== realmUrl.value ? { seen: "issuer", issuer, realm: realmUrl.value } : null;
}

export const rule: EnvironmentRule = {
  ...endpoint,
  scope: "environment",
  of: "sign-in",
  *check({ signIn, environment }) {
    const discovery = signIn?.signIn.discovery;
    if (!discovery) return;
    const { texts, path } = discovery;
    const placeOfField = (field: string) => {
      const text = texts.get(field);
      return text ? placeOf(text.span) : startOf(path);
    };
    // findings do not quote a line with '@', because the text before it can be a password
    const quoteOf = (field: string) => (texts.get(field)?.text.includes("@") ? { quote: false as const } : {});
    const issuer = issuerOf(discovery, signIn);
    const follows = [{ environment: environment.name }];
    if (issuer) yield endpoint.at(placeOfField("issuer"), issuer, { follows, ...quoteOf("issuer") });
    const said = [texts.get("issuer")?.text, signIn.realmUrl?.value];
    const realms = said.flatMap((text) => (text && parseAddress(text) ? [text] : []));
    for (const one of [...FIELDS, ...furtherFields(texts)]) {
      const args = argsOf(texts, one, realms);
      const weight = one.panel === null && one.field !== USERINFO ? { severity: "warning" as const } : {};
      if (args) yield endpoint.at(placeOfField(one.field), args, { ...quoteOf(one.field), ...weight });
    }
  },
};
