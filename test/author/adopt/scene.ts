import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PropertiesDocument } from "../../../src/kernel/formats/properties/document.ts";
import { filesIn, zipOf } from "../../compiler/kit/kits.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, type Files, temporaryFolder, writeFiles } from "../../support/repository.ts";

const CONNECTOR = `# typed in by hand
TC_SERVER_URL=https\\://new.example.com\\:8443/tc
AWC_WEBLOGIC_HOST_URL=https\\://new.example.com\\:3000/awc?ah\\=true
TC_SSO_LOGIN_URL=
TC_SSO_APP_ID=
Transport=http
TRANSPORT=http
IS_TCCS=false
LicenseDir=27001@lic.example.com
STAGING_DIR=E\\:\\\\plm\\\\staging
CAMEOTCIntImportWorkingDir=E\\:\\\\plm\\\\import
USE_JCEF_BROWSER=false
READ_TIMEOUT_SECONDS=1200
`;

const CLIENT = `#Mon Sep 21 08:00:00 UTC 2026
URL=https\\://new.example.com\\:8443/tc
AWC_WEBLOGIC_HOST_URI=https\\://new.example.com\\:3000/awc?ah\\=true
BOOTSTRAP_URLS=https\\://new.example.com\\:4544
Transport=http
TRANSPORT=http
IS_TCCS=false
`;

const LOGGER = "isPayloadRequired=true\njsonPayloaddir=D:/payload\n";

export interface Typed {
  readonly connector?: (text: string) => string | Uint8Array;
  readonly client?: (text: string) => string | Uint8Array;
  readonly logger?: string | null;
  readonly log4j2?: string;
}

const same = (text: string): string => text;

/** The files of one workstation, apart from where they lie. */
export const typed = ({ connector = same, client = same, logger = LOGGER, log4j2 }: Typed = {}) => ({
  connector: connector(CONNECTOR),
  client: client(CLIENT),
  ...(logger === null ? {} : { logger }),
  ...(log4j2 === undefined ? {} : { log4j2 }),
});

/** The same as deploy.ps1 -Collect leaves them, below a folder. */
export function collectedFiles(folder: string, what: Typed = {}, further: Files = {}): Files {
  const { connector, client, logger, log4j2 } = typed(what);
  const below = folder === "" ? "" : `${folder}/`;
  return {
    [`${below}connector/connector.properties`]: connector,
    [`${below}client/CommonClient.properties`]: client,
    ...(logger === undefined ? {} : { [`${below}connector/logger.properties`]: logger }),
    ...(log4j2 === undefined ? {} : { [`${below}client/log4j2.xml`]: log4j2 }),
    ...Object.fromEntries(Object.entries(further).map(([path, text]) => [`${below}${path}`, text])),
  };
}

/** An archive of deploy.ps1 -Collect. */
export const archive = (what: Typed = {}, further: Files = {}): Buffer =>
  zipOf(collectedFiles("", what, further), { deflate: true });

const SITE_TOOL = "Program Files/2024x Refresh3";

/** A folder laid out like a workstation, the drive as a folder. */
export function driveFiles(folder: string, what: Typed = {}, tool = SITE_TOOL): Files {
  const { connector, client, logger } = typed(what);
  const plugin = `${folder}/C/${tool}/plugins/com.example.plm.connector`;
  return {
    [`${plugin}/conf/connector.properties`]: connector,
    ...(logger === undefined ? {} : { [`${plugin}/conf/logger.properties`]: logger }),
    [`${folder}/C/ProgramData/Example/MBSE/bhm/CommonClient.properties`]: client,
  };
}

const ASKED = ["--release", "2506", "--tool", "2024x Refresh3", "--tier-release", "2506"];

/** The example repository and beside it what lies on workstations. */
export function scene(files: Files, repository: Files = {}) {
  const folder = exampleRepository(repository);
  const outside = temporaryFolder();
  writeFiles(outside, files);
  const at = (path: string) => join(outside, path);
  const run = async (...words: readonly string[]) => cli(["-C", folder, ...words], { cwd: outside });
  return {
    folder,
    outside,
    at,
    run,
    /** With release, tool and tier release said, unless other words are given. */
    adopt: (words: readonly string[], asked: readonly string[] = ASKED) => run("adopt", ...words, ...asked),
    json: async (words: readonly string[], asked: readonly string[] = ASKED) => {
      const { code, out, err } = await run("adopt", ...words, ...asked, "--format", "json");
      return { code, err, ...(JSON.parse(out) as AdoptJson) };
    },
    files: () => filesIn(folder),
    exists: (path: string) => existsSync(join(folder, path)),
    bytes: (path: string) => readFileSync(join(folder, path)),
    text: (path: string) => readFileSync(join(folder, path), "latin1"),
    /** What Java reads in a file of the repository. */
    decoded: (path: string) => decoded(readFileSync(join(folder, path))),
  };
}

export const decoded = (bytes: Uint8Array): Readonly<Record<string, string>> =>
  Object.fromEntries([...PropertiesDocument.parse(bytes).load().map].map(([key, { value }]) => [key, value]));

export interface AdoptJson {
  readonly schema: string;
  readonly environments: readonly {
    readonly name: string;
    readonly workstations: readonly string[];
    readonly files: readonly string[];
    readonly written: boolean;
    readonly standing: boolean;
    readonly connector: string;
    readonly tool: string;
    readonly sharedWith: readonly string[];
    readonly keys: Readonly<
      Record<"placed" | "set" | "secret" | "kitOnly", readonly { file: string; key: string; by?: string; env?: string }[]>
    >;
    readonly outliers: readonly {
      readonly file: string;
      readonly key: string;
      readonly secret: boolean;
      readonly values: readonly { readonly value: string | null; readonly workstations: readonly string[] }[];
    }[];
  }[];
  readonly findings: readonly {
    rule: string;
    severity: string;
    message: string;
    file: string;
    line: number;
    help: string;
    notes: string[];
  }[];
}
