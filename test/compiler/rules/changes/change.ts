/** A file written anew, or one text of it replaced. */
export type Edit = readonly [file: string, text: string] | readonly [file: string, replace: string, text: string];

/** The example repository (src/compiler/rules/example.ts), changed, for one rule. */
export interface Change {
  readonly title: string;
  readonly edits: readonly Edit[];
  readonly today?: string;
  readonly requireProof?: boolean;
  /** A hosts file. */
  readonly hosts?: string;
}

export const ENVIRONMENT = "environments/demo/environment.yaml";
export const SITE = "environments/site.yaml";
export const RELEASE = "releases/2506/release.yaml";
export const MATRIX = "releases/matrix.yaml";
export const LOCK = "releases/2506/kit.lock.yaml";
export const CONNECTOR = "releases/2506/base/connector.properties";
export const CLIENT = "releases/2506/base/client.properties";
export const LOGGER = "releases/2506/base/logger.properties";
export const LOG4J2 = "releases/2506/base/log4j2.xml";
export const PLUGIN = "releases/2506/base/plugin.xml";

export const change = (title: string, ...edits: readonly Edit[]): Change => ({ title, edits });

const AGENT = "  sessionAgent: none\n";
/** Further lines of the workstation block. */
export const workstation = (title: string, lines: string, ...edits: readonly Edit[]): Change =>
  change(title, [ENVIRONMENT, AGENT, `${AGENT}  ${lines}\n`], ...edits);

const LIMIT = "SteretypeNameTrucationLimit=32\n";
/** Further lines of the kit's conf. */
export const kitLine = (line: string): Edit => [CONNECTOR, LIMIT, `${LIMIT}${line}\n`];
