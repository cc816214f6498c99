import { yamlScalar as scalar } from "../../kernel/index.ts";
import { FILE_ROLES, type FileRole } from "../../compiler/index.ts";

/** A value of `workstation.set`: its text, or the environment variable that holds a secret. */
export type SetText = string | { readonly env: string };

/** The content of an environment document. Null and empty fields are left out of the text. */
export interface EnvironmentText {
  /** The address of the JSON schema that editors use, written to the first line. */
  readonly schema: string;
  /** Comment lines that the document has below the schema line. */
  readonly about: readonly string[];
  readonly name: string;
  readonly connector: string;
  readonly tool: string;
  readonly authentication: "password" | "sso";
  readonly tier: {
    readonly release: string | null;
    readonly signIn: string;
    readonly webClient: string | null;
    readonly fileTransfer: readonly string[];
    readonly transport: string | null;
    readonly sharedWith: readonly string[];
  };
  /** Values of fields of `workstation` and `logging.payload` by their path. */
  readonly fields: ReadonlyMap<string, string>;
  readonly keep: readonly string[];
  readonly set: Readonly<Record<FileRole, ReadonlyMap<string, SetText>>>;
  readonly triggers: ReadonlyMap<string, string>;
  readonly levels: ReadonlyMap<string, string>;
}

const list = (items: readonly string[]): string => `[${items.map(scalar).join(", ")}]`;

const line = (indent: number, key: string, text: string | null): readonly string[] =>
  text === null ? [] : [`${"  ".repeat(indent)}${key}: ${text}`];

/** Returns the line of a YAML key with the lines below it; empty if there are no lines below it. */
const block = (heading: string, lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [heading, ...lines]);

const entries = (indent: number, map: ReadonlyMap<string, SetText>): readonly string[] =>
  [...map].flatMap(([key, value]) =>
    line(indent, scalar(key), typeof value === "string" ? scalar(value) : `{ env: ${value.env} }`),
  );

const setLines = ({ set }: EnvironmentText): readonly string[] =>
  FILE_ROLES.flatMap((role) => block(`    ${role}:`, entries(3, set[role])));

function workstationLines(document: EnvironmentText): readonly string[] {
  const field = (name: string) => line(1, name, quoted(document.fields.get(`workstation.${name}`)));
  return [
    ...["install", "licenseServer", "stagingDir", "importWorkingDir", "embeddedBrowser"].flatMap(field),
    ...line(1, "keep", document.keep.length === 0 ? null : list(document.keep)),
    ...block("  set:", setLines(document)),
  ];
}

const quoted = (text: string | undefined): string | null => (text === undefined ? null : scalar(text));

function loggingLines({ fields, triggers, levels }: EnvironmentText): readonly string[] {
  const payload = ["enabled", "dir"].flatMap((name) => {
    const text = fields.get(`logging.payload.${name}`);
    return text === undefined ? [] : line(2, name, name === "enabled" ? text : scalar(text));
  });
  return [
    ...block("  payload:", payload),
    ...block("  triggers:", entries(2, triggers)),
    ...block("  levels:", entries(2, levels)),
  ];
}

/** Returns the text of environment.yaml. Equal content gives equal bytes. */
export function environmentText(document: EnvironmentText): string {
  const { tier } = document;
  const lines = [
    `# yaml-language-server: $schema=${document.schema}`,
    ...document.about.map((text) => `# ${text}`),
    "apiVersion: tierwright/v1",
    "kind: Environment",
    ...line(0, "name", scalar(document.name)),
    ...line(0, "connector", scalar(document.connector)),
    ...line(0, "tool", scalar(document.tool)),
    ...line(0, "authentication", document.authentication),
    "",
    "tier:",
    ...line(1, "release", tier.release === null ? null : scalar(tier.release)),
    ...line(1, "signIn", scalar(tier.signIn)),
    ...line(1, "webClient", tier.webClient === null ? null : scalar(tier.webClient)),
    ...line(1, "fileTransfer", list(tier.fileTransfer)),
    ...line(1, "transport", tier.transport),
    ...line(1, "sharedWith", tier.sharedWith.length === 0 ? null : list(tier.sharedWith)),
  ];
  const further = [block("workstation:", workstationLines(document)), block("logging:", loggingLines(document))];
  return `${[...lines, ...further.flatMap((part) => (part.length === 0 ? [] : ["", ...part]))].join("\n")}\n`;
}

/** Returns the text of sso.yaml for the connector's three sign-in keys. */
export function signInText(schema: string, fields: Readonly<Record<"loginUrl" | "appId" | "sessionFlag", string>>): string {
  const lines = Object.entries(fields).map(([field, text]) => `  ${field}: ${scalar(text)}`);
  return `# yaml-language-server: $schema=${schema}
# The three keys as found on the workstations; the identity provider's side is still to be described.
apiVersion: tierwright/v1
kind: FederatedSignIn
connector:
${lines.join("\n")}
`;
}
