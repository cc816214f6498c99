import type { Scalar, Span } from "../../kernel/index.ts";
import { FILE_ROLES, type FileRole } from "./files.ts";

/** A (file, key) pair that every environment decides, with the environment's field that gives the value. */
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

/** Keys that a field of an environment decides (compile/decide.ts). */
export const FIELD_KEYS = /^(LicenseDir|STAGING_DIR|USE_JCEF_BROWSER|isPayloadRequired|jsonPayloaddir|.*TCIntImportWorkingDir)$/;

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

/** A write, (file, key) pair, that a connector profile declares, with its places. */
export interface ProfileWrite extends KnownWrite {
  /** True if every environment must give the write a value. */
  readonly required: boolean;
  /** The YAML leaf of the connector profile that names the environment.yaml field. */
  readonly leaf: Scalar;
  readonly span: Span;
  readonly keySpan: Span;
}

/** The facts of a connector that no release repeats: its pairs, its files and the keys that hold a directory. */
export interface ConnectorProfile {
  /** Path of the connector profile; null for the built-in connector. */
  readonly path: string | null;
  readonly files: readonly FileRole[];
  readonly writes: readonly (KnownWrite | ProfileWrite)[];
  readonly directories: readonly Scalar[];
}

/** The connector of a release that names no profile: the PLM connector of Cameo Systems Modeler (docs/formats.md). */
export const BUILT_IN_CONNECTOR: ConnectorProfile = {
  path: null,
  files: FILE_ROLES,
  writes: KNOWN_WRITES,
  directories: [],
};

/** Returns a write with its places in a connector profile; null for a write of the built-in connector. */
export const profileWrite = (write: KnownWrite | ProfileWrite): ProfileWrite | null => ("leaf" in write ? write : null);
