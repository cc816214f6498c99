import type { FileRole } from "../model/files.ts";

/** A (file, key) pair that every environment decides, as release.yaml declares it. */
export interface KnownWrite {
  readonly file: FileRole;
  readonly key: string;
  /** The name of the environment's value, without the braces. */
  readonly value: string;
  readonly decides: string;
}

const TRANSPORT = "how requests travel";
const LOCAL = "whether the local channel carries them";
const AGREE = "must agree with the connector file";

/** The 14 writes over 11 names (B1, docs/formats.md). A draft proposes each one whose key the kit has. */
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

/** The keys that a field of the environment decides (compile/decide.ts), so that no draft asks about them. */
const FIELDS = /^(LicenseDir|STAGING_DIR|USE_JCEF_BROWSER|isPayloadRequired|jsonPayloaddir|.*TCIntImportWorkingDir)$/;

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\/|^[\w.-][\w-]*\.[\w.-]+:\d{2,5}(\/|$)|^\d{2,5}@[\w.-]+$|^(\d{1,3}\.){3}\d{1,3}(:\d+)?$/i;
const NAMED = /(^|_)(URL|URI|URLS|HOST|SERVER|PROXY|ENDPOINT|TRANSPORT|TCCS)(_|$)/i;

/** Returns true for a key in no known list that can decide where an environment's requests go: a person has to decide about it. */
export function looksLikeAddress(file: FileRole, key: string, value: string): boolean {
  if (FIELDS.test(key) || KNOWN_WRITES.some((write) => write.file === file && write.key === key)) return false;
  return ADDRESS.test(value.trim()) || NAMED.test(key);
}

/** Returns true for a value that is a folder on a workstation: a drive or network path. */
export function looksLikeDirectory(value: string): boolean {
  return /^([A-Za-z]:[\\/]|\\\\[^\\]+\\)/.test(value.trim());
}
