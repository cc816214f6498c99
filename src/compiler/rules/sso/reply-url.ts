import {
  type Problem,
  type Text,
  type Wording,
  defineDiagnostic,
  joinTexts,
  name,
  placeOf,
  say,
  value,
  withoutTrailing,
  yamlScalar,
} from "../../../kernel/index.ts";
import { effectivePort, parseAddress } from "../../model/address.ts";
import { filledFact, factOf } from "../../sso/fact.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import type { EnvironmentRule } from "../rule.ts";
import { aboutFact, addressFault, shownAddress } from "./addresses.ts";
import { changeSignIn, signInWith } from "./example-sign-in.ts";

type Args =
  /** loginService.base of sso.yaml is not an address, or has more than scheme, host and port. */
  | { readonly seen: "base"; readonly base: string; readonly fault: Text }
  /** loginService.name of sso.yaml is not a single part of a URL's path. */
  | { readonly seen: "name"; readonly name: string }
  /** The login service's client has an empty redirectUris, so that the reply URL is not among them. */
  | { readonly seen: "none"; readonly client: string; readonly reply: string }
  | { readonly seen: "others"; readonly client: string; readonly reply: string; readonly uri: string };

/** Returns why loginService.base is wrong: it has more than scheme, host and port, or is not an address. Returns null if it is right. */
function baseFault(text: string): Text | null {
  const fault = addressFault(text);
  const address = parseAddress(text);
  if (fault || !address) return fault;
  const further = withoutTrailing(address.path, "/") + address.tail;
  return further === "" ? null : say`${value(further)} follows its host and port`;
}

/** Returns true if a client's redirect URI lets a browser return to the reply URL: it equals it, or is a prefix of it with an asterisk. */
const allows = (uri: string, reply: string): boolean =>
  uri === reply || (uri.endsWith("*") && reply.startsWith(uri.slice(0, -1)));

/** Returns in words the parts in which a redirect URI differs from the reply URL. */
function differences(uri: string, reply: string): Text {
  const [one, other] = [parseAddress(uri), parseAddress(reply)];
  if (!one || !other) return say`it is not an absolute address`;
  const [service = "", ...rest] = one.path.split("/").slice(1);
  const [wanted = "", ...callback] = other.path.split("/").slice(1);
  const parts: readonly (readonly [what: string, found: string, wanted: string])[] = [
    ["scheme", one.scheme, other.scheme],
    ["host", one.host, other.host],
    ["port", effectivePort(one), effectivePort(other)],
    ["service name", service, wanted],
    ["path", `${rest.join("/")}${one.tail}`, callback.join("/")],
  ];
  const differing = parts.filter(([, found, expected]) => found !== expected);
  if (differing.length === 0) return say`they are spelled differently, and the identity provider compares the text`;
  return joinTexts(
    differing.map(([what, found, expected]) => say`its ${name(what)} is ${value(found)}, not ${value(expected)}`),
    "; ",
  );
}

const REFUSED = say`the identity provider then answers 'Invalid parameter: redirect_uri' in place of its login page`;

function wording(found: Args): Wording {
  if (found.seen === "base")
    return {
      message: say`loginService.base is ${shownAddress(found.base)}, and ${found.fault}`,
      notes: [
        say`the Federation Reply URL is https://HOST:PORT/NAME/weblogin/oidc_callback and nothing else; the deployment tool does not derive it`,
        REFUSED,
      ],
      help: say`write scheme, host and port of the login service in base, and the name of its web application in name`,
    };
  if (found.seen === "name")
    return {
      message: say`loginService.name ${value(found.name)} is not one part of a path`,
      notes: [say`the Federation Reply URL has it between host and port and /weblogin/oidc_callback`, REFUSED],
      help: say`write the name of the login service's web application alone, such as tcsso`,
    };
  const { client, reply } = found;
  const help = say`write ${shownAddress(reply)}, or remove redirectUris: the client then has the login service's own callback`;
  if (found.seen === "none")
    return {
      message: say`client ${name(client)} has an empty list of redirect URIs, and the callback exists`,
      notes: [say`the Federation Reply URL is ${shownAddress(reply)}`, REFUSED],
      help,
    };
  return {
    message: say`the redirect URIs of client ${name(client)} lack the Federation Reply URL`,
    notes: [
      say`the login service sends ${shownAddress(reply)}`,
      say`${shownAddress(found.uri)} is a different address: ${differences(found.uri, reply)}`,
      REFUSED,
    ],
    help,
  };
}

const CLIENT = "{ id: plm, application: PLM }";
const uris = (list: string) => changeSignIn(CLIENT, `{ id: plm, application: PLM, redirectUris: [${list}] }`);
const CALLBACK = "https://plm.example.com:7001/tcsso/weblogin/oidc_callback";

const replyUrl = defineDiagnostic({
  id: "sso/reply-url",
  severity: "error",
  because: ["sso/reply-url"],
  title: "the Federation Reply URL is not the login service's callback, or its client does not list it",
  why: "The identity provider compares the callback as text with the client's list. After the login page it sends the browser to the login service's weblogin/oidc_callback. With an empty or another address there it answers 'Invalid parameter: redirect_uri'; an empty Federation Reply URL shows as an empty redirect_uri in the query.",
  remedy:
    "Write host and port in loginService.base, one name in loginService.name, and leave redirectUris out, or list https://HOST:PORT/NAME/weblogin/oidc_callback.",
  clauses: ["E4"],
  message: wording,
  fails: signInWith(uris("https://plm.example.com:7001/tcsso/oidc_callback")),
  passes: [
    signInWith(uris(CALLBACK)),
    signInWith(uris(`https://plm.example.com:7001/tcsso/weblogin/oidc_redirect, ${CALLBACK}`)),
    signInWith(uris("https://plm.example.com:7001/tcsso/*")),
    signInWith(changeSignIn("base: https://plm.example.com:7001,", "base: https://plm.example.com:7001/,")),
    signInWith(uris(""), changeSignIn("stage: live", "stage: realm")),
  ],
});

/** Reports faults in loginService.base and loginService.name, which make up the reply URL. */
function* partsOf({ signIn }: SignInFacts, environment: string): Iterable<Problem> {
  const [base, service] = [filledFact(signIn.loginService.base), filledFact(signIn.loginService.name)];
  const fault = base && baseFault(base.value);
  const explains = [{ environment }];
  if (fault) yield replyUrl.at(base.place, { seen: "base", base: base.value, fault }, { ...aboutFact(base), explains });
  if (service && !/^\/*[\w.~-]+\/*$/.test(service.value))
    yield replyUrl.at(service.place, { seen: "name", name: service.value }, { ...aboutFact(service), explains });
}

/**
 * Reports the login service's client if no redirect URI of it allows the reply URL. At stage realm the login service does not exist yet, so
 * that client has no redirect URI on purpose.
 */
function* clientOf({ signIn, clients, stage, replyUrl: reply }: SignInFacts, environment: string): Iterable<Problem> {
  const own = signIn.idp.clients[clients.findIndex(({ isLoginService }) => isLoginService)];
  if (!reply || !own?.redirectUris || stage === "realm") return;
  if (own.redirectUris.some(({ text }) => allows(text, reply.value))) return;
  const client = own.id.text;
  const follows = [{ environment }];
  const [first, ...others] = own.redirectUris;
  if (!first) {
    yield replyUrl.at(placeOf(own.id.span), { seen: "none", client, reply: reply.value }, { follows });
    return;
  }
  const fact = factOf(first);
  const edits = [{ place: fact.place, text: yamlScalar(reply.value) }];
  const fix = others.length === 0 ? { fix: { title: "write the callback of the login service", safe: false, edits } } : {};
  yield replyUrl.at(
    fact.place,
    { seen: "others", client, reply: reply.value, uri: first.text },
    { ...aboutFact(fact), follows, ...fix },
  );
}

export const rule: EnvironmentRule = {
  ...replyUrl,
  scope: "environment",
  of: "sign-in",
  *check({ signIn, environment }) {
    if (!signIn) return;
    yield* partsOf(signIn, environment.name);
    yield* clientOf(signIn, environment.name);
  },
};
