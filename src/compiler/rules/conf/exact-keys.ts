import type { FileRole } from "../../model/files.ts";

/**
 * The keys whose exact spelling is known, by file (docs/rules.md, conf/misspelled-key). Two listed spellings that differ only in case, such
 * as Transport and TRANSPORT, are two keys, and both are right.
 */
export const EXACT: Readonly<Record<FileRole, readonly string[]>> = {
  connector: [
    "TC_SERVER_URL",
    "AWC_WEBLOGIC_HOST_URL",
    "TC_SSO_LOGIN_URL",
    "TC_SSO_APP_ID",
    "TC_SSO_SESSION_FLAG",
    "Transport",
    "TRANSPORT",
    "IS_TCCS",
    "LicenseDir",
    "STAGING_DIR",
    "USE_JCEF_BROWSER",
    "CREATE_VALUE_PROPERTY_CONFIG",
    "SteretypeNameTrucationLimit",
  ],
  client: ["URL", "AWC_WEBLOGIC_HOST_URI", "BOOTSTRAP_URLS", "Transport", "TRANSPORT", "IS_TCCS"],
  logger: ["isPayloadRequired", "jsonPayloaddir"],
};

export const LIMIT = "SteretypeNameTrucationLimit";
/** Pattern of spellings of the key `LIMIT` in which somebody corrected one or both of the vendor's spelling mistakes. */
const CORRECTED = /^st[eo]r[eo]*type_?name_?trun?ca?tion_?limit$/i;

export interface Misspelling {
  readonly right: string;
  readonly why: string;
}

/**
 * Returns the key that the author meant and why it is spelled so; null if `key` is not a known misspelling.
 * @param ownFile True if the vendor's file has the key: a key that differs from a known one only in case then counts as a key of its own.
 */
export function misspelling(role: FileRole, key: string, ownFile: boolean): Misspelling | null {
  if (EXACT[role].includes(key)) return null;
  if (role === "connector" && CORRECTED.test(key))
    return { right: LIMIT, why: "the connector spells it with both mistakes, and a corrected spelling is not read" };
  if (role === "connector" && key === "AWC_WEBLOGIC_HOST_URI")
    return { right: "AWC_WEBLOGIC_HOST_URL", why: "_URI is the client file's spelling; the connector reads _URL" };
  if (role === "client" && key === "AWC_WEBLOGIC_HOST_URL")
    return { right: "AWC_WEBLOGIC_HOST_URI", why: "_URL is the connector file's spelling; the client reads _URI" };
  if (ownFile) return null;
  const lower = key.toLowerCase();
  const sameLetters = EXACT[role].filter((name) => name.length === lower.length && name.toLowerCase() === lower);
  const [right] = sameLetters;
  if (right === undefined) return null;
  return {
    right,
    why: `keys are compared with their case: ${sameLetters.join(" and ")} ${sameLetters.length === 1 ? "is" : "are"} read, this is not`,
  };
}
