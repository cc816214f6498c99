import { Refusal, type RuleProblem, discoveryPath, isRefusal, placeOf, plain, wrongUse } from "../../../kernel/index.ts";
import { type HttpAnswer, HttpFault, REACH_HELP, type SourceTree, writeNamedFile } from "../../../platform/index.ts";
import { type Fact, WELL_KNOWN, canonicalDiscovery, discoveryChanges, parseDiscovery } from "../../../compiler/index.ts";
import { pinDocument, pinText } from "../../views/sso-pin.ts";
import {
  CONNECT_OPTIONS,
  type Command,
  type ExitCode,
  type Invocation,
  caOf,
  printResult,
  throughWords,
  viaOf,
} from "../../../report/index.ts";
import { askable, NAME_THE_REALM, REALM_HELP } from "../realm-address.ts";
import { openSignIn } from "./sign-in.ts";

/** The largest accepted discovery document, in bytes; a usual one is far smaller. */
const LARGEST = 1024 * 1024;
const PATIENCE = 20_000;

/** The fields of a discovery document that the login service requires (OpenID Connect Discovery 1.0, 3). */
const REQUIRED = ["authorization_endpoint", "token_endpoint", "jwks_uri"];

export const command: Command = {
  name: "sso pin",
  summary: "fetches the realm's discovery document and stores it next to sso.yaml, showing what changed",
  group: "Single sign-on",
  short: "stores the realm's discovery document",
  arguments: [{ name: "ENV", summary: "an environment whose sso.yaml names idp.base and idp.realm" }],
  options: CONNECT_OPTIONS,
  formats: ["text", "json"],
  examples: [
    {
      command: "sso pin production",
      does: "stores environments/production/discovery.json; exit code 3 when the identity provider is not reached",
    },
    {
      command: "sso pin production --connect idp.example.com:8443:10.20.0.1 --ca root.pem",
      does: "the same through a named address, for a name that does not lead there from this machine, trusting an authority of your own",
    },
  ],
  run: runPin,
};

/**
 * Returns the realm's address with its place in sso.yaml. Throws a Refusal unless the address is https or leads to this machine, because
 * over plain http anybody on the network could answer instead.
 */
function realmOf(invocation: Invocation): {
  readonly environment: string;
  readonly realm: Fact;
  readonly files: SourceTree;
} {
  const { environment, files, signIn, facts } = openSignIn(invocation, "no realm", NAME_THE_REALM);
  const realm = facts.realmUrl;
  if (!realm) throw wrongUse(`sso.yaml of ${environment} does not say which realm`, NAME_THE_REALM, placeOf(signIn.span));
  askable(realm, "the realm's address is plain http, and anybody on the network could answer in its place");
  return { environment, realm, files };
}

/**
 * Returns the Refusal for an unusable answer of the identity provider; its message names the URL, and the IP address and port that
 * answered.
 */
function refused(answer: HttpAnswer, what: string, help: string): Refusal {
  return new Refusal(1, `${answer.url} (${answer.peer}) ${what}; nothing was stored`, help);
}

/**
 * Parses an HTTP answer as a discovery document. Throws a Refusal unless the answer has status 200 and strict JSON with the realm's address
 * as issuer and all required fields.
 */
function documentOf(answer: HttpAnswer, path: string, realm: string): Readonly<Record<string, unknown>> {
  const { status, type, body } = answer;
  const size = `${body.length} bytes${type === "" ? "" : ` of ${type.slice(0, 60)}`}`;
  if (status !== 200)
    throw refused(
      answer,
      `answers ${status} with ${size}`,
      status === 404
        ? "no realm of this name is there: compare idp.realm and idp.base, which has no realm in it"
        : "look at the identity provider's log",
    );
  const beginning = body.subarray(0, 60).toString("latin1").trimStart();
  if (type === "text/html" || beginning.startsWith("<"))
    throw refused(
      answer,
      `answers a page (${size}) where a discovery document is expected`,
      "a proxy or a login page answers in its place, or idp.base is not the identity provider's own address",
    );
  const problems: RuleProblem[] = [];
  const read = parseDiscovery(path, body, problems);
  const [problem] = problems;
  if (!read || problem) {
    const at = problem?.at ? ` at line ${problem.at.line}, column ${problem.at.column}` : "";
    const says = problem ? [problem.message, ...(problem.notes ?? [])].map(plain).join(": ").replace(`${path} `, "it ") : "";
    throw refused(
      answer,
      `answers ${size} that cannot be used${at}: ${says}`,
      "look at what answers there, for example with curl -v",
    );
  }
  const issuer = read.texts.get("issuer")?.text;
  if (issuer !== realm)
    throw refused(
      answer,
      issuer === undefined
        ? `answers JSON (${size}) without an issuer`
        : `says that its issuer is ${issuer}, and ${realm} was asked`,
      "the issuer has to be the address that was asked, character for character: write the server's own in idp.base, or give the server its host name",
    );
  const lacks = REQUIRED.filter((field) => (read.texts.get(field)?.text ?? "") === "");
  if (lacks.length > 0)
    throw refused(
      answer,
      `answers a document without ${lacks.join(" and ")}`,
      "it is no discovery document that a sign-in could use: look at what answers there, for example with curl -v",
    );
  return read.document;
}

async function fetched(invocation: Invocation, url: string): Promise<HttpAnswer> {
  const { host } = invocation;
  const [via, ca] = [viaOf(invocation, url), caOf(invocation)];
  try {
    return await host.get({ url, accept: "application/json", via, ca, patience: PATIENCE, largest: LARGEST });
  } catch (error) {
    if (isRefusal(error) || !(error instanceof HttpFault)) throw error;
    throw new Refusal(
      error.notReached ? 3 : 1,
      `${error.url}${throughWords(via)}: ${error.says}; nothing was stored`,
      (error.kind === "untrusted" ? trustHelp(error) : HELP[error.kind]) ??
        "look at what answers there, for example with curl -v",
    );
  }
}

const HELP: Readonly<Partial<Record<HttpFault["kind"], string>>> = {
  ...REALM_HELP,
  invalid: "the identity provider needs another certificate; --ca does not change that",
  proxy: "HTTPS_PROXY names the proxy, and NO_PROXY the hosts that are asked without one",
  redirect: "write the address that it leads to in idp.base, if that is the identity provider's own",
};

/**
 * Returns the help line for an identity provider whose certificate is not trusted: which fingerprint to compare, and how, before naming a
 * certificate with --ca.
 */
function trustHelp({ shown }: HttpFault): string {
  const last = shown.at(-1);
  if (!last) return REACH_HELP.untrusted;
  if (last.subject !== last.issuer)
    return `it shows the certificate '${shown[0]?.subject ?? ""}' and none of the authority '${last.issuer}': get that certificate (PEM) from its operator, and pass it: --ca FILE`;
  const whose = shown.length === 1 ? "its certificate" : "the certificate of its authority";
  return `${whose} '${last.subject}' has the SHA-256 fingerprint ${last.fingerprint}: compare it on the server, with openssl x509 -noout -fingerprint -sha256 -in FILE, and where it is the same, copy that file and name it: --ca FILE`;
}

/** Implements `sso pin ENV`: sends one request to the identity provider, and writes discovery.json or nothing. */
async function runPin(invocation: Invocation): Promise<ExitCode> {
  const { directory } = invocation;
  const { environment, realm, files } = realmOf(invocation);
  const path = discoveryPath(environment);
  const answer = await fetched(invocation, `${realm.value}${WELL_KNOWN}`);
  const document = documentOf(answer, path, realm.value);
  const standing = files.read(path);
  if (standing.kind !== "file" && standing.kind !== "missing")
    throw wrongUse(`${path} cannot be replaced: it is not an ordinary file of the repository`, "move away what lies there");
  const former = standing.kind === "file" ? parseDiscovery(path, standing.bytes, []) : null;
  const bytes = Buffer.from(canonicalDiscovery(document));
  const same = standing.kind === "file" && standing.bytes.equals(bytes);
  if (!same) writeNamedFile(directory, path, bytes);
  const pinned = pinDocument({
    environment,
    file: path,
    state: same ? ("unchanged" as const) : standing.kind === "file" ? ("replaced" as const) : ("new" as const),
    url: answer.url,
    peer: answer.peer,
    readable: former !== null,
    fields: Object.keys(document).length,
    changes: discoveryChanges(former?.document ?? null, document),
  });
  printResult(invocation, pinned, pinText);
  return 0;
}
