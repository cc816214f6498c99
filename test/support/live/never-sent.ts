import type { RealmRequest } from "./realm-call.ts";

/*
 * What the product must never send to a server of the Keycloak family, whatever a test is about: in-process.ts and realm-live.ts look at every
 * write of every scene. The server takes both without a word: a list of mappers in a client's document replaces the one that is there, and the
 * ten asterisks by which it shows a hidden secret become the secret.
 */

const ASTERISKS = "**********";

const holds = (value: unknown): boolean =>
  value === ASTERISKS || (typeof value === "object" && value !== null && Object.values(value).some(holds));

function documentOf(body: RealmRequest["body"]): unknown {
  try {
    return body == null ? null : JSON.parse(Buffer.from(body as Uint8Array).toString("utf8"));
  } catch {
    return null;
  }
}

/** Throws an error that no command turns into words. */
export function refuseWhatIsNeverSent({ method, url, body }: RealmRequest): void {
  if (method === "GET" || !url.includes("/admin/realms")) return;
  const document = documentOf(body);
  const isClient = /\/clients\/[^/]+$/.test(new URL(url).pathname);
  if (method === "PUT" && isClient && document !== null && Object.hasOwn(document as object, "protocolMappers"))
    throw new Error(`${method} ${url} sends protocolMappers, with which the server replaces its list`);
  if (holds(document)) throw new Error(`${method} ${url} sends a secret of asterisks: ${JSON.stringify(document)}`);
}
