import zlib from "node:zlib";
import { XmlDocument, type XmlElement } from "libxml2-wasm";
import { type Body, NO_OPERATION, OPERATIONS } from "./tier-operations.ts";
import { encoded, type Encoding } from "./tier-encoding.ts";
import { answer, type Live, type LiveAnswer, type LiveRequest } from "./live.ts";
import {
  EXCEPTIONS,
  faultJson,
  type FaultShape,
  faultXml,
  type FaultWords,
  infoXml,
  type InfoShape,
  loginXml,
  type Person,
  SESSION,
} from "./tier-words.ts";

export type { FaultWords, Person } from "./tier-words.ts";

export const JANE: Person = { user: "jdoe", password: "correct horse", name: "Doe, Jane", roles: [["Engineering", "Designer"]] };

export interface TierOptions {
  /** The context root. */
  readonly root?: string;
  /** What serverInfo says; `DisplayVersion` is left out where it is null. */
  readonly version?: string;
  readonly displayVersion?: string | null;
  readonly info?: InfoShape;
  /** Namespace prefix of its documents; "": the default namespace. */
  readonly prefix?: string;
  readonly compressed?: "gzip" | "deflate";
  /** How its XML is written. */
  readonly encoding?: Encoding;
  readonly people?: readonly Person[];
  /** What answers a sign-in in its place: a login page, a captive portal's page with status 200, another release's complaint. */
  readonly instead?: "login-page" | "portal" | "prolog" | "prolog-fault" | "redirect";
  /** Faults by operation ("getTypeDescriptions"), or by service and operation where two services have one of that name. */
  readonly faults?: Readonly<Record<string, FaultWords>>;
  readonly faultShape?: FaultShape;
  /** *Fault in place of *Exception. */
  readonly faultNames?: "Exception" | "Fault";
  /** Status of a fault; a refused JSON sign-in has often 200. */
  readonly faultStatus?: number;
  readonly partialErrors?: boolean;
  /** What a refused sign-in says of single sign-on. */
  readonly sso?: { readonly url: string; readonly app: string };
  /** Whether a ticket is one of this user. */
  readonly ticket?: (user: string, ticket: string) => boolean;
  /** The user id that it takes for who signed in with a ticket. */
  readonly mapped?: (user: string) => string;
  readonly bootstrapUrls?: readonly string[];
  /** The entry names of the membership query. */
  readonly entries?: readonly [group: string, role: string, user: string];
  /** Operations that it knows below JsonRestServices alone. */
  readonly jsonRootOnly?: boolean;
  /** Whether found objects come with their names. */
  readonly names?: boolean;
}

export interface Tier {
  readonly live: Live;
  /** Everything that was asked, in order: 'POST /tc/RestServices/...'. */
  readonly asked: readonly string[];
  readonly requests: readonly LiveRequest[];
  /** The users of its sessions, by cookie. */
  readonly sessions: ReadonlyMap<string, string>;
}

const PAGE =
  "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><form action='/login'><input name='user'></form></body></html>\n";
const PORTAL = "<html><head><title>Guest network</title></head><body>Accept the terms to continue</body></html>";
const REFUSED: FaultWords = {
  type: "InvalidCredentialsException",
  code: 515143,
  message: "The login attempt failed: either the user ID or the password is invalid.",
};
const NO_SESSION: FaultWords = { type: "InvalidUserException", code: 1000, message: "The session is not valid." };

/** A tier of ours: what a connector and a gateway ask of one, in the shape that is wished. */
export function tierOf(options: TierOptions = {}): Tier {
  const { root = "/tc", people = [JANE] } = options;
  const requests: LiveRequest[] = [];
  const sessions = new Map<string, string>();
  const world: World = { ...options, root, people, sessions };
  return {
    requests,
    sessions,
    get asked() {
      return requests.map(({ method, url }) => `${method} ${url.pathname}`);
    },
    live: (request) => {
      requests.push(request);
      const path = request.url.pathname;
      const match = /^(.*)\/(RestServices|JsonRestServices)\/([\w-]+)(?:\/(\w+))?$/.exec(path);
      if (!match || match[1] !== root) return elsewhere(path, root);
      const [, , binding, service = "", operation] = match;
      // a service without an operation: what a tier answers to somebody who looks whether it is there
      if (request.method !== "POST" || operation === undefined)
        return answer(400, "text/html", "<html><body>HTTP 400 Bad Request</body></html>");
      return compressed(operationOf(world, { request, binding: binding as Binding, service, operation }), options.compressed);
    },
  };
}

type Binding = "RestServices" | "JsonRestServices";
interface World extends TierOptions {
  readonly root: string;
  readonly people: readonly Person[];
  readonly sessions: Map<string, string>;
}
interface Call {
  readonly request: LiveRequest;
  readonly binding: Binding;
  readonly service: string;
  readonly operation: string;
}

/** What stands beside the services and says nothing of the release. */
function elsewhere(path: string, root: string): LiveAnswer {
  if (path.startsWith(`${root}${root}/`))
    return answer(500, "text/html", "<html><body><h1>SRVE0190E: File not found: /tc</h1></body></html>");
  if (path === root || path === `${root}/`)
    return answer(200, "text/html", "<html><head><title>Web tier</title></head><body>It is up.</body></html>");
  return path === "/"
    ? answer(403, "text/html", "<html><body>Forbidden</body></html>")
    : answer(404, "text/html", "<html><body>Not Found</body></html>");
}

function compressed(given: LiveAnswer, how: TierOptions["compressed"]): LiveAnswer {
  if (!how) return given;
  const body = how === "gzip" ? zlib.gzipSync(given.body) : zlib.deflateSync(given.body);
  return { ...given, headers: { ...given.headers, "content-encoding": how }, body };
}

const isJsonBody = ({ headers }: LiveRequest): boolean => (headers["content-type"] ?? "").includes("json");

function faultAnswer(world: World, { request, binding }: Call, fault: FaultWords): LiveAnswer {
  const { faultShape = "messages", faultNames = "Exception", prefix = "", faultStatus } = world;
  const named = { ...fault, type: fault.type.replace(/Exception$/, faultNames) };
  if (binding === "JsonRestServices" || isJsonBody(request))
    return answer(faultStatus ?? 200, "application/json;charset=UTF-8", faultJson(named, faultShape));
  return xmlAnswer(world, faultXml(named, faultShape, prefix), faultStatus ?? 500);
}

const xmlAnswer = ({ encoding = "utf-8" }: World, xml: string, status = 200, headers: LiveAnswer["headers"] = {}): LiveAnswer =>
  encoded(xml, encoding, status, headers);

function operationOf(world: World, call: Call): LiveAnswer {
  const { request, binding, service, operation } = call;
  const fault = world.faults?.[`${service}/${operation}`] ?? world.faults?.[operation];
  const signsIn = /^login/.test(operation);
  if (signsIn && world.instead) return insteadOf(world, call);
  if (fault) return faultAnswer(world, call, fault);
  // this binding is read by another parser than the other: what it cannot read, it refuses before it looks at the operation
  const json = isJsonBody(request);
  if (binding === "RestServices" && json && world.jsonRootOnly)
    return answer(405, "text/plain", "org.xml.sax.SAXParseException: Content is not allowed in prolog.");
  if (operation === "login") return binding === "RestServices" ? xmlLogin(world, call) : jsonLogin(world, call);
  if (operation === "loginSSO") return ssoLogin(world, call);
  const user = userOf(world, request);
  if (user === null) return faultAnswer(world, call, NO_SESSION);
  const body = json ? bodyOf(request) : {};
  if (json && body === null) return faultAnswer(world, call, NO_OPERATION);
  const given = OPERATIONS[`${call.service}/${operation}`]?.(world, user, body ?? {});
  if (given === undefined) return faultAnswer(world, call, NO_OPERATION);
  return typeof given === "string"
    ? xmlAnswer(world, given)
    : "type" in given
      ? faultAnswer(world, call, given as FaultWords)
      : jsonAnswer(given);
}

function insteadOf(world: World, call: Call): LiveAnswer {
  const prolog = "Content is not allowed in prolog.";
  switch (world.instead) {
    case "portal":
      return answer(200, "text/html", PORTAL);
    case "prolog":
      return answer(405, "text/html", `<html><body>HTTP Status 405: ${prolog}</body></html>`);
    case "prolog-fault":
      return xmlAnswer(
        world,
        `<InternalServerException xmlns="${EXCEPTIONS}"><messages>${prolog}</messages></InternalServerException>`,
        405,
      );
    case "redirect":
      return answer(302, "text/html", "", { location: "https://sso.example.com/login" });
    default:
      return answer(call.request.method === "POST" ? 200 : 404, "text/html;charset=utf-8", PAGE);
  }
}

const jsonAnswer = (value: unknown, headers: LiveAnswer["headers"] = {}): LiveAnswer =>
  answer(200, "application/json;charset=UTF-8", JSON.stringify(value), headers);

/** The cookies of a new session; numbered, so that two runs are alike. */
function cookiesFor({ sessions }: World, user: string): readonly string[] {
  const id = `S${String(sessions.size + 1).padStart(6, "0")}.web1`;
  sessions.set(id, user);
  return [`JSESSIONID=${id}; Path=/tc; Secure; HttpOnly`, "XSRF-TOKEN=x-0001; Path=/"];
}

const userOf = ({ sessions }: World, { headers }: LiveRequest): string | null =>
  sessions.get(/(?:^|;\s*)JSESSIONID=([^;]+)/.exec(headers.cookie ?? "")?.[1] ?? "") ?? null;

const infoOf = ({ version = "2506", displayVersion = "Teamcenter 2506" }: World): Readonly<Record<string, string>> => ({
  HostName: "tc-server-1",
  Version: version,
  ...(displayVersion === null ? {} : { DisplayVersion: displayVersion }),
  Locale: "en_US",
});

const PARTIAL = `
    <sd:partialErrors><sd:errorValues code="38015" level="2" message="A property could not be read."/></sd:partialErrors>`;

/** Read by a parser of its own: the element counts, in its namespace, and not how it is spelt. */
function xmlLogin(world: World, call: Call): LiveAnswer {
  const { request } = call;
  const wrong = () => answer(405, "text/plain", "org.xml.sax.SAXParseException: Content is not allowed in prolog.");
  if (!/^(?:application|text)\/xml\b/.test(request.headers["content-type"] ?? "")) return wrong();
  let input: XmlElement;
  try {
    input = XmlDocument.fromBuffer(request.body).root;
  } catch {
    return wrong();
  }
  if (input.name !== "LoginInput" || input.namespaceUri !== SESSION) return wrong();
  const given = Object.fromEntries(input.attrs.map(({ name, value }) => [name, value]));
  const names = ["group", "locale", "password", "role", "sessionDiscriminator", "username"];
  if (Object.keys(given).sort().join() !== names.join()) return faultAnswer(world, call, NO_OPERATION);
  const person = world.people.find(({ user, password }) => user === given.username && password === given.password);
  if (!person) return faultAnswer(world, call, world.sso ? { ...REFUSED, sso: world.sso } : REFUSED);
  const { info = "attributes", prefix = "", partialErrors } = world;
  const xml = loginXml(person, infoXml(infoOf(world), info), prefix, partialErrors ? PARTIAL : "");
  return xmlAnswer(world, xml, 200, { "set-cookie": cookiesFor(world, person.user) });
}

const LOGIN_RESPONSE = "http://teamcenter.com/Schemas/Core/2011-06/Session.LoginResponse";

const signedIn = (world: World, user: string): LiveAnswer =>
  jsonAnswer(
    {
      ".QName": LOGIN_RESPONSE,
      user: { uid: `u-${user}`, type: "User", className: "User" },
      serverInfo: infoOf(world),
      ServiceData: {
        modelObjects: {
          [`u-${user}`]: { uid: `u-${user}`, type: "User", className: "User", props: { user_id: { dbValues: [user] } } },
        },
      },
    },
    { "set-cookie": cookiesFor(world, user) },
  );

function jsonLogin(world: World, call: Call): LiveAnswer {
  const given = (bodyOf(call.request)?.credentials ?? {}) as Readonly<Record<string, unknown>>;
  const person = world.people.find(({ user, password }) => user === given.user && password === given.password);
  return person ? signedIn(world, person.user) : faultAnswer(world, call, world.sso ? { ...REFUSED, sso: world.sso } : REFUSED);
}

function ssoLogin(world: World, call: Call): LiveAnswer {
  const { username, ssoCredentials } = bodyOf(call.request) ?? {};
  const [user, ticket] = [String(username ?? ""), String(ssoCredentials ?? "")];
  if (!world.ticket?.(user, ticket))
    return faultAnswer(world, call, { type: "InvalidCredentialsException", code: 515143, message: "Invalid account values" });
  return signedIn(world, world.mapped?.(user) ?? user);
}

/** What the envelope holds; null: it is none. */
function bodyOf({ body }: LiveRequest): Body | null {
  try {
    const { body: inner = null } = JSON.parse(body.toString()) as { readonly body?: Body };
    return inner;
  } catch {
    return null;
  }
}
