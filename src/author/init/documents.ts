import { SITE_EXAMPLES } from "../../compiler/index.ts";
import { INSTALLED_SCHEMAS } from "../../kernel/index.ts";

/** The parameters with which `init` creates a config repository. */
export interface InitRequest {
  /** The connector release, which is also a folder name. */
  readonly release: string;
  /** A row of the compatibility matrix, as the matrix spells it. */
  readonly tool: string;
  /** The day (YYYY-MM-DD) until which the exception accepts the unconfirmed pair of tool and connector. */
  readonly until: string;
  /** True for a GitHub Enterprise Server without hosted runners or internet access. */
  readonly ghes: boolean;
  /** True to include the workflow that probes the running tier, which needs a runner that can reach it. */
  readonly probe: boolean;
  /** The source from which npm installs tierwright: a file or a web address, never a registry name. */
  readonly package: string;
  /** The copy of the package file to write; null if npm downloads the package, or if people add it or already added it. */
  readonly vendored: { readonly path: string; readonly bytes: Uint8Array } | null;
  /** The version of tierwright that writes the repository. */
  readonly version: string;
}

/** Returns a text as a quoted YAML scalar that is read back unchanged. */
const quoted = (text: string): string => JSON.stringify(text);

const schema = (up: string, kind: string): string =>
  `# yaml-language-server: $schema=${up}${INSTALLED_SCHEMAS}/${kind}.schema.json\n`;

export const ENVIRONMENT = "sandbox";

export const siteText =
  (): string => `${schema("../", "site")}# Settings shared by all environments: where the tool and the client library keep their files on a workstation. Adapt every line.
apiVersion: tierwright/v1
kind: Site
requires: ">=0.1 <1"   # versions of tierwright that may compile this repository

tool:
  install: '${SITE_EXAMPLES["tool.install"]}'   # {tool} is the environment's row of the matrix

connector:
  folder: ${SITE_EXAMPLES["connector.folder"]}   # the folder below plugins/
  conf: connector                     # plugins/<folder>/conf/connector.properties

client:
  file: '${SITE_EXAMPLES["client.file"]}'
  log4j2: '${SITE_EXAMPLES["client.log4j2"]}'

defaults:   # what an environment does not say itself
  workstation:
    embeddedBrowser: system
    sessionAgent: none
`;

export const environmentText = ({
  release,
  tool,
}: InitRequest): string => `${schema("../../", "environment")}# An environment to try things out on. Its addresses are made up: \`tierwright adopt\` makes real ones from workstations.
apiVersion: tierwright/v1
kind: Environment
name: ${ENVIRONMENT}   # the folder's name
description: for trying things out
connector: ${quoted(release)}   # a folder below releases/
tool: ${quoted(tool)}   # a tool of releases/matrix.yaml, with its refresh, spelled as there
authentication: password

tier:
  release: ${quoted(release)}   # what the tier says of itself after sign-in
  signIn: https://plm.example.com:8443/tc   # ends at the context root
  webClient: https://plm.example.com:3000/awc
  fileTransfer: ["https://plm.example.com:4544"]   # where model files go: the tier that signIn names
  transport: http

workstation:
  licenseServer: 27000@lic.example.com
  stagingDir: 'D:\\plm\\staging'
  importWorkingDir: 'D:\\plm\\import'
`;

export const matrixText = ({
  release,
  tool,
}: InitRequest): string => `${schema("../", "compatibility-matrix")}# Which connector may run in which tool. Copy the vendor's matrix: a code of yours for each code of theirs, a row for each tool.
apiVersion: tierwright/v1
kind: CompatibilityMatrix
codes:   # the legend: what each code lets through
  A: { means: certified, gate: pass }
  X: { means: not supported, gate: block }
  NEW: { means: not copied from the vendor's matrix yet, gate: block, acceptable: true }   # goes with its last use
rows:
  - { tool: ${quoted(tool)}, connectors: { ${quoted(release)}: NEW } }
`;

export const exceptionsText = ({
  release,
  tool,
  until,
}: InitRequest): string => `${schema("../", "exceptions")}# Pairs that are let through for a while although the matrix blocks them; the verdict stays what it is.
apiVersion: tierwright/v1
kind: Exceptions
exceptions:
  - { tool: ${quoted(tool)}, connector: ${quoted(release)}, verdict: NEW, environments: [${ENVIRONMENT}], reason: the matrix is still to be copied, owner: the person who copies the matrix, until: ${until} }
`;
