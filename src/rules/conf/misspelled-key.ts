import type { Problem } from "../../diagnostic/finding.ts";
import type { FileRole, PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { keyedLines, placeAt } from "./properties-lines.ts";

/** Keys whose exact spelling the specification states. Case twins are two keys, and both are right. */
const EXACT: Readonly<Record<FileRole, readonly string[]>> = {
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

const LIMIT = "SteretypeNameTrucationLimit";
/** What people correct it to, in one of the two places or both. */
const CORRECTED = /^st[eo]r[eo]*type_?name_?trun?ca?tion_?limit$/i;

interface Misspelling {
  readonly right: string;
  readonly why: string;
}

function misspelling(file: PropertiesFile, role: FileRole, key: string): Misspelling | null {
  if (EXACT[role].includes(key)) return null;
  if (role === "connector" && CORRECTED.test(key))
    return { right: LIMIT, why: "the connector spells it with both mistakes, and a corrected spelling is not read" };
  if (role === "connector" && key === "AWC_WEBLOGIC_HOST_URI")
    return { right: "AWC_WEBLOGIC_HOST_URL", why: "_URI is the client file's spelling; the connector reads _URL" };
  if (role === "client" && key === "AWC_WEBLOGIC_HOST_URL")
    return { right: "AWC_WEBLOGIC_HOST_URI", why: "_URL is the connector file's spelling; the client reads _URI" };
  // the vendor's own file may hold a twin that the specification does not name
  if (file.origin === "base") return null;
  const twins = EXACT[role].filter((name) => name.toLowerCase() === key.toLowerCase());
  const [right] = twins;
  if (right === undefined) return null;
  return {
    right,
    why: `keys are compared with their case: ${twins.join(" and ")} ${twins.length === 1 ? "is" : "are"} read, this is not`,
  };
}

function* check(file: PropertiesFile): Iterable<Problem> {
  const { role } = file;
  if (!role) return;
  const lines = keyedLines(file);
  for (const { line, key } of lines) {
    const found = misspelling(file, role, key);
    if (!found) continue;
    const place = placeAt(file, line.keyStart, line.keyEnd);
    const free = !lines.some((other) => other.key === found.right);
    yield {
      at: place,
      message: `${key} is not read: ${found.why}`,
      help: free ? `write ${found.right}` : `${found.right} stands in this file, too; remove this line`,
      ...(free && { fix: { title: `rename it to ${found.right}`, safe: true, edits: [{ place, text: found.right }] } }),
    };
  }
}

const CONNECTOR = "releases/2506/base/connector.properties";

export const rule: PropertiesRule = {
  scope: "properties",
  id: "conf/misspelled-key",
  severity: "error",
  title: "a key is spelt in a way that its reader does not ask for",
  why: "Readers ask for keys by their exact text, the vendor's own mistakes included: SteretypeNameTrucationLimit is right, StereotypeNameTruncationLimit is never read. The connector asks for AWC_WEBLOGIC_HOST_URL, the client for AWC_WEBLOGIC_HOST_URI.",
  remedy: "Use the spelling of the file's own reader. Transport and TRANSPORT are two keys; both are right.",
  clauses: ["A5"],
  fails: { file: CONNECTOR, replace: LIMIT, with: "StereotypeNameTruncationLimit" },
  passes: [
    { file: CONNECTOR, replace: "Transport=http\n", with: "TRANSPORT_TIMEOUT=5\nTransport=http\n" },
    {
      file: "releases/2506/base/client.properties",
      replace: "IS_TCCS=false\n",
      with: "IS_TCCS=false\nStereotypeNameTruncationLimit=3\n",
    },
  ],
  check,
};
