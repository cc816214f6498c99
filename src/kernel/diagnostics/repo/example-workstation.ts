import type { Example } from "../../diagnostic/example.ts";

/**
 * The connector.properties of a workstation as the example repository's release would compile it, apart from values that each site types
 * in.
 */
const CONNECTOR = `TC_SERVER_URL=https\\://plm.example.com\\:8443/tc
AWC_WEBLOGIC_HOST_URL=https\\://plm.example.com\\:3000/awc
TC_SSO_LOGIN_URL=
Transport=http
TRANSPORT=http
IS_TCCS=false
LicenseDir=27000@lic.example.com
STAGING_DIR=D\\:\\\\plm\\\\staging
CAMEOTCIntImportWorkingDir=D\\:\\\\plm\\\\import
USE_JCEF_BROWSER=false
`;

const CLIENT = `URL=https\\://plm.example.com\\:8443/tc
AWC_WEBLOGIC_HOST_URI=https\\://plm.example.com\\:3000/awc
BOOTSTRAP_URLS=https\\://plm.example.com\\:4544
Transport=http
TRANSPORT=http
IS_TCCS=false
`;

type Change = readonly [from: string, to: string];

const changed = (text: string, change: Change | undefined): string => (change ? text.replace(...change) : text);

const filesOf = (folder: string, { connector, client }: Changes): readonly Example[] => [
  { file: `${folder}/connector/connector.properties`, with: changed(CONNECTOR, connector) },
  { file: `${folder}/client/CommonClient.properties`, with: changed(CLIENT, client) },
];

interface Changes {
  readonly connector?: Change;
  readonly client?: Change;
}

/** Returns the example repository with workstations WS-1, WS-2 ... below ws/, each with its changes; `adopt` reads them. */
export function adoptExample(...workstations: readonly Changes[]): Example {
  const files = (workstations.length === 0 ? [{}] : workstations).flatMap((changes, i) => filesOf(`ws/WS-${i + 1}`, changes));
  const [first, ...also] = files;
  return { ...(first as Example), also, options: { adopt: true } };
}
