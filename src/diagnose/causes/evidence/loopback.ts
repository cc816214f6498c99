const LOOPBACK = String.raw`127\.\d{1,3}\.\d{1,3}\.\d{1,3}`;
/**
 * Pattern of a host name that resolves to the machine itself: in a hosts file, in the output of getent, or in the address that a client
 * tried.
 */
const NAME_FIRST = new RegExp(`(?<![\\w.-])([a-z\\d][\\w-]{0,62}(?:\\.[\\w-]{1,62}){1,8})(?:\\/| ?[([])${LOOPBACK}`, "gi");
const ADDRESS_FIRST = new RegExp(`(?<![\\w.:])${LOOPBACK}[ \\t]{1,40}([a-z\\d][\\w-]{0,62}(?:\\.[\\w-]{1,62}){1,8})`, "gi");
const ISSUER =
  /https?:\/\/([a-z\d][\w.-]{1,200})(?::\d{1,5})?\/(?:[^\s"']{0,80}\/)?(?:realms\/|\.well-known\/openid-configuration)/i;

/** Returns the host names, in lower case, that a text shows as resolved to the machine itself. */
export const loopbackNamesIn = (text: string): readonly string[] =>
  [...text.matchAll(NAME_FIRST), ...text.matchAll(ADDRESS_FIRST)]
    .map(([, name = ""]) => name.toLowerCase())
    .filter((name) => !name.includes("localhost"));

/** Returns the host of an issuer's address in lower case. Returns null if the text contains no issuer. */
export const issuerHostIn = (text: string): string | null => ISSUER.exec(text)?.[1]?.toLowerCase() ?? null;
