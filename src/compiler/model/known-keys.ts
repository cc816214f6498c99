import type { FileRole } from "./files.ts";

/** A write ((file, key) pair) of a connector, with the environment's field that gives its value. */
export interface KnownWrite {
  readonly file: FileRole;
  readonly key: string;
  /** The field of the environment that gives the value, such as tier.signIn, without braces. */
  readonly value: string;
  readonly decides: string;
}

const TRANSPORT = "how requests travel";
const LOCAL = "whether the local channel carries them";
const AGREE = "must agree with the connector file";

/** The 14 writes of the built-in connector, from 11 fields (docs/formats.md); no release has to repeat them. */
export const KNOWN_WRITES: readonly KnownWrite[] = [
  { file: "connector", key: "TC_SERVER_URL", value: "tier.signIn", decides: "where the tool signs in" },
  {
    file: "connector",
    key: "AWC_WEBLOGIC_HOST_URL",
    value: "tier.webClient",
    decides: "the address of the embedded web-client panel",
  },
  {
    file: "connector",
    key: "TC_SSO_LOGIN_URL",
    value: "sso.loginUrl",
    decides: "the sign-in route; empty for user and password",
  },
  { file: "connector", key: "TC_SSO_APP_ID", value: "sso.appId", decides: "the application id for single sign-on" },
  { file: "connector", key: "TC_SSO_SESSION_FLAG", value: "sso.sessionFlag", decides: "nothing that selects the route" },
  { file: "connector", key: "Transport", value: "tier.transport", decides: TRANSPORT },
  { file: "connector", key: "TRANSPORT", value: "tier.transport", decides: TRANSPORT },
  { file: "connector", key: "IS_TCCS", value: "tier.isTccs", decides: LOCAL },
  { file: "client", key: "URL", value: "tier.signIn", decides: "the client library's own copy of the sign-in address" },
  {
    file: "client",
    key: "AWC_WEBLOGIC_HOST_URI",
    value: "tier.webClient",
    decides: "the web client as the client library knows it; URI is exact",
  },
  { file: "client", key: "BOOTSTRAP_URLS", value: "tier.fileTransfer", decides: "where model files go" },
  { file: "client", key: "Transport", value: "tier.transport", decides: `${TRANSPORT}; ${AGREE}` },
  { file: "client", key: "TRANSPORT", value: "tier.transport", decides: `${TRANSPORT}; ${AGREE}` },
  { file: "client", key: "IS_TCCS", value: "tier.isTccs", decides: `${LOCAL}; ${AGREE}` },
];

/**
 * A key that a workstation or logging field of an environment decides. A key that begins with * matches every key with the ending after it.
 */
export const FIELD_KEYS: readonly { readonly file: FileRole; readonly key: string; readonly field: string }[] = [
  { file: "connector", key: "LicenseDir", field: "workstation.licenseServer" },
  { file: "connector", key: "STAGING_DIR", field: "workstation.stagingDir" },
  { file: "connector", key: "*TCIntImportWorkingDir", field: "workstation.importWorkingDir" },
  { file: "connector", key: "USE_JCEF_BROWSER", field: "workstation.embeddedBrowser" },
  { file: "logger", key: "isPayloadRequired", field: "logging.payload.enabled" },
  { file: "logger", key: "jsonPayloaddir", field: "logging.payload.dir" },
];

/** Returns the workstation or logging field that decides a key; null if none does. Without `file`, the key can be in any file. */
export const fieldOfKey = (key: string, file?: FileRole): string | null =>
  FIELD_KEYS.find(
    (row) =>
      (file ?? row.file) === row.file &&
      (row.key.startsWith("*") ? /^\w*$/.test(key) && key.endsWith(row.key.slice(1)) : key === row.key),
  )?.field ?? null;

/**
 * Returns the field of environment.yaml or sso.yaml that decides a key; null if none is known. `writes` are those of the release's
 * connector.
 */
export function decidingField(
  file: FileRole,
  key: string,
  isWrite: boolean,
  writes: readonly KnownWrite[] = KNOWN_WRITES,
): string | null {
  if (!isWrite) return fieldOfKey(key, file);
  const field = writes.find((write) => write.file === file && write.key === key)?.value ?? null;
  if (field === "tier.isTccs") return "tier.transport";
  return field?.startsWith("sso.") ? `connector.${field.slice("sso.".length)} of sso.yaml` : field;
}
