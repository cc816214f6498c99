import { XML_ENTITIES, codePoint, contentRefused } from "../../kernel/index.ts";

/** A complete request to a tier's web services; the function that sends it adds only cookies. */
export interface SoaRequest {
  readonly method: "POST";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** The path segments of the tier's two interfaces: the connector uses XML (RestServices), a web gateway JSON (JsonRestServices). */
export type Root = "RestServices" | "JsonRestServices";

/** Returns the address of an operation: TC_SERVER_URL/RestServices/SERVICE/OPERATION. TC_SERVER_URL ends at the context root. */
export const operationUrl = (tier: string, root: Root, operation: string): string =>
  `${tier.replace(/\/$/, "")}/${root}/${operation}`;

export const xmlRequest = (tier: string, operation: string, body: string): SoaRequest => ({
  method: "POST",
  url: operationUrl(tier, "RestServices", operation),
  headers: { "content-type": "application/xml" },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`),
});

/** Returns a request with JSON to a tier's web services, with the body in the envelope that the tier expects. */
export const jsonRequest = (tier: string, operation: string, body: unknown, root: Root = "JsonRestServices"): SoaRequest => ({
  method: "POST",
  url: operationUrl(tier, root, operation),
  headers: { "content-type": "application/json", accept: "application/json" },
  body: Buffer.from(JSON.stringify({ header: { state: {}, policy: {} }, body })),
});

/** Returns whether XML 1.0 (2.2) can contain a character, at least as a character reference. */
const isWritable = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  code >= 0x1_0000;

/**
 * Escapes a value for an XML attribute in double quotes. Tab, line feed and carriage return become character references, because an XML
 * parser would turn them into spaces. Throws a Refusal for a character that XML cannot contain.
 */
export function attributeText(what: string, value: string): string {
  for (const character of value) {
    const code = character.codePointAt(0) ?? 0;
    if (isWritable(code)) continue;
    throw contentRefused(
      `${what} has the character ${codePoint(character)}, which XML cannot carry: the connector could not sign in with it either`,
    );
  }
  return value.replace(/[&<>"\t\n\r]/g, (character) => XML_ENTITIES[character] as string);
}
