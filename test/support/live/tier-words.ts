/* How a tier of ours writes what it says, in every shape that has been seen of real ones. */

export const EXCEPTIONS = "http://teamcenter.com/Schemas/Soa/2006-03/Exceptions";
export const SESSION = "http://teamcenter.com/Schemas/Core/2008-06/Session";
const BASE = "http://teamcenter.com/Schemas/Soa/2006-03/Base";

/** messages with the text inside, children of the root, one message with attributes, or all of it as attributes of the root. */
export type FaultShape = "messages" | "elements" | "message" | "attributes";
export type InfoShape = "attributes" | "children" | "named" | "entries" | "one" | "none";

export interface FaultWords {
  readonly type: string;
  readonly code: number;
  readonly level?: number;
  readonly message: string;
  readonly sso?: { readonly url: string; readonly app: string };
}

export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c] as string);

export function faultXml({ type, code, level = 3, message, sso }: FaultWords, shape: FaultShape, prefix: string): string {
  const tag = (name: string) => `${prefix === "" ? "" : `${prefix}:`}${name}`;
  const space = prefix === "" ? `xmlns="${EXCEPTIONS}"` : `xmlns:${prefix}="${EXCEPTIONS}"`;
  const own = shape === "attributes" ? ` code="${code}" level="${level}" message="${escaped(message)}"` : "";
  const inside = {
    messages: `<${tag("messages")} code="${code}" level="${level}">${escaped(message)}</${tag("messages")}>`,
    elements: `<${tag("message")}>${escaped(message)}</${tag("message")}><${tag("code")}>${code}</${tag("code")}><${tag("level")}>${level}</${tag("level")}>`,
    message: `<${tag("message")} code="${code}" level="${level}">${escaped(message)}</${tag("message")}>`,
    attributes: "",
  }[shape];
  const said = sso
    ? `<${tag("ssoServerURL")}>${escaped(sso.url)}</${tag("ssoServerURL")}><${tag("ssoAppID")}>${escaped(sso.app)}</${tag("ssoAppID")}>`
    : "";
  return `<${tag(type)} ${space}${own}>${inside}${said}</${tag(type)}>`;
}

export function faultJson({ type, code, level = 3, message, sso }: FaultWords, shape: FaultShape): string {
  const name = { ".QName": `${EXCEPTIONS}.${type}` };
  const words = { code, level, message };
  const said = sso ? { ssoServerURL: sso.url, ssoAppID: sso.app } : {};
  return JSON.stringify(shape === "messages" ? { ...name, messages: [words], ...said } : { ...name, ...words, ...said });
}

export function infoXml(info: Readonly<Record<string, string>>, shape: InfoShape): string {
  const entries = Object.entries(info).map(([key, value]) => [key, escaped(value)] as const);
  switch (shape) {
    case "none":
      return "";
    case "attributes":
      return entries.map(([key, value]) => `<serverInfo key="${key}" value="${value}"/>`).join("");
    case "children":
      return entries.map(([key, value]) => `<serverInfo><key>${key}</key><value>${value}</value></serverInfo>`).join("");
    case "named":
      return `<serverInfo>${entries.map(([key, value]) => `<${key}>${value}</${key}>`).join("")}</serverInfo>`;
    case "entries":
      return `<serverInfo>${entries.map(([key, value]) => `<entry key="${key}" value="${value}"/>`).join("")}</serverInfo>`;
    case "one":
      return `<serverInfo${entries.map(([key, value]) => ` ${key}="${value}"`).join("")}/>`;
  }
}

export interface Person {
  readonly user: string;
  readonly password: string;
  readonly name: string;
  /** Group and role, one after the other. */
  readonly roles: readonly (readonly [group: string, role: string])[];
}

/** The answer to a sign-in. Elements of the service's own namespace stand below a prefix where `prefix` is one. */
export function loginXml({ user, name }: Person, info: string, prefix: string, partial = ""): string {
  const space = prefix === "" ? `xmlns="${SESSION}"` : `xmlns:${prefix}="${SESSION}" xmlns="${BASE}"`;
  const tag = (local: string) => `${prefix === "" ? "" : `${prefix}:`}${local}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<${tag("LoginResponse")} ${space}>
  <${tag("user")} uid="u-${escaped(user)}" type="User" className="User"/>
  <${tag("groupMember")} uid="g-${escaped(user)}" type="GroupMember" className="GroupMember"/>
  ${info}
  <sd:ServiceData xmlns:sd="${BASE}">
    <sd:plain>u-${escaped(user)}</sd:plain>
    <sd:dataObjects uid="u-${escaped(user)}" type="User" className="User" objectID="-1">
      <sd:properties name="user_id"><sd:values value="${escaped(user)}"/></sd:properties>
      <sd:properties name="user_name"><sd:values value="${escaped(name)}"/></sd:properties>
    </sd:dataObjects>${partial}
  </sd:ServiceData>
</${tag("LoginResponse")}>
`;
}
