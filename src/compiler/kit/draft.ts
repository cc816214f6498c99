import type { PropertiesDocument } from "../../kernel/index.ts";
import { KNOWN_WRITES, type KnownWrite } from "../model/known-keys.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import { javaOf } from "./class-version.ts";
import type { Role } from "./roles.ts";
import { looksLikeAddress, looksLikeDirectory } from "./known-writes.ts";

/** Facts about a kit from which `kit import` drafts release.yaml. */
export interface DraftInput {
  readonly release: string;
  /** Path of the plug-in folder inside the kit. `paths` are relative to the kit, too. */
  readonly pluginFolder: string;
  readonly paths: Readonly<Record<Role, string | null>>;
  /** Highest class-file version in the plug-in's jars; null if no jar has a class. */
  readonly classVersion: number | null;
  readonly files: Readonly<Partial<Record<FileRole, PropertiesDocument>>>;
  /** Path or URL of the JSON schema, which editors read from the first line of release.yaml. */
  readonly schema: string;
}

export interface Draft {
  readonly text: string;
  readonly writes: readonly KnownWrite[];
  /** Writes of the built-in connector whose key the kit's file lacks. */
  readonly absent: readonly KnownWrite[];
  /**
   * Keys that look like an address or a transport but that no write of the built-in connector has, so that a person must decide about them.
   */
  readonly undecided: readonly { readonly file: FileRole; readonly key: string }[];
  /** Keys of a network proxy, which no field of environment.yaml decides, so that an environment needs `workstation.set` for them. */
  readonly set: readonly { readonly file: FileRole; readonly key: string }[];
}

const plain = (text: string): string => (/^[\w./-]+$/.test(text) ? text : JSON.stringify(text));

function entriesOf(input: DraftInput): readonly { readonly file: FileRole; readonly key: string; readonly value: string }[] {
  return FILE_ROLES.flatMap((file) =>
    [...(input.files[file]?.load().map ?? [])].map(([key, { value }]) => ({ file, key, value })),
  );
}

function writeLine({ file, key, value, decides }: KnownWrite): string {
  const text = /[:#'"]/.test(decides) ? JSON.stringify(decides) : decides;
  return `  - { file: ${file}, key: ${key}, value: '{{${value}}}', decides: ${text} }`;
}

/** Returns the lines for `kit:` in release.yaml: the path of each file inside the kit. Leaves out files whose path is not known. */
export function kitLines({ pluginFolder, paths }: Pick<DraftInput, "pluginFolder" | "paths">): readonly string[] {
  const rows: readonly (readonly [string, string | null])[] = [
    ["root", "kit"],
    ["plugin", pluginFolder],
    ["conf", paths.conf],
    ["logger", paths.logger],
    ["profile", paths.profile],
    ["client", paths.client],
    ["log4j2", paths.log4j2],
    ["mapping", paths.mapping],
  ];
  return rows.flatMap(([field, path]) => {
    if (path === null) return [];
    return [`  ${field}: ${plain(path)}${field === "mapping" ? "      # recorded, never judged" : ""}`];
  });
}

function commentLines(
  title: string,
  items: readonly { readonly file: FileRole; readonly key: string; readonly value?: string }[],
): readonly string[] {
  if (items.length === 0) return [];
  return [
    `  # ${title}`,
    ...items.map(
      (item) => `  # - { file: ${item.file}, key: ${plain(item.key)}, value: '{{${item.value ?? "..."}}}', decides: ... }`,
    ),
  ];
}

/** Matches keys of a network proxy, which belongs to a site's network and not to an environment. */
const PROXY = /(?:^|_)(?:NO)?PROXY(?:_|$)/i;

const setLines = (items: Draft["set"]): readonly string[] =>
  items.length === 0
    ? []
    : [
        "  # No write, and no question: the environments of a site set these with workstation.set (or site.yaml for all, below defaults), else the kit's value applies.",
        ...items.map(({ file, key }) => `  #   workstation: { set: { ${file}: { ${plain(key)}: ... } } }`),
      ];

/** Returns the number of writes and of different key names in words: '14 (file, key) pairs over 11 names'. */
const pairs = (writes: readonly KnownWrite[]): string =>
  `${writes.length} (file, key) pairs over ${new Set(writes.map(({ key }) => key)).size} names`;

/** Returns a release.yaml for a person to confirm: facts of the kit, and open questions as YAML comments. Equal kits give equal text. */
export function draftRelease(input: DraftInput): Draft {
  const entries = entriesOf(input);
  const has = ({ file, key }: KnownWrite) => entries.some((entry) => entry.file === file && entry.key === key);
  const writes = KNOWN_WRITES.filter(has);
  const absent = KNOWN_WRITES.filter((write) => !has(write));
  const addresses = entries.filter(({ file, key, value }) => looksLikeAddress(file, key, value));
  const undecided = addresses.filter(({ key }) => !PROXY.test(key));
  const set = addresses.filter(({ key }) => PROXY.test(key));
  const directories = [
    ...new Set(entries.filter(({ file, value }) => file !== "logger" && looksLikeDirectory(value)).map(({ key }) => key)),
  ];
  const java = input.classVersion === null ? null : javaOf(input.classVersion);
  const lines = [
    `# yaml-language-server: $schema=${input.schema}`,
    "# Drafted from the kit: confirm every line, answer each QUESTION (fill in the line below it), then remove this one.",
    "apiVersion: tierwright/v1",
    "kind: ConnectorRelease",
    `release: ${JSON.stringify(input.release)}`,
    java === null
      ? "# QUESTION: which Java does it need? The kit's jars hold no class that would say it.\n# java: 17"
      : `java: ${java}                    # what its class files need; a tool that bundles an older one cannot load them`,
    "# QUESTION: which releases of the PLM tier does the vendor certify this connector for? Until a person says so, no environment of it may be used.",
    `# certifiedTiers: [${JSON.stringify(input.release)}]     # from the vendor's compatibility matrix, not from the kit's name`,
    "",
    "kit:   # where things lie inside the kit, relative to root",
    ...kitLines(input),
    "",
    ...(absent.length === 0
      ? [
          `# No writes: the kit's files have the built-in connector's ${pairs(writes)}, which apply as one unit, all old or all new.`,
        ]
      : [
          `# What makes an environment: ${pairs(writes)}. They are one unit, all old or all new.`,
          `writes:${writes.length === 0 ? " []" : ""}`,
          ...writes.map(writeLine),
          ...commentLines("QUESTION: known pairs that this kit's files do not have; does it spell them in another way?", absent),
        ]),
    ...commentLines(
      `QUESTION: these look like an address or a transport; does one take the place of ${absent.length === 0 ? "one of them" : "a pair above"}? Remove the others: the kit's value applies, or workstation.set`,
      undecided.map(({ file, key }) => ({ file, key })),
    ),
    ...setLines(set),
    ...(directories.length === 0
      ? []
      : ["", `directories: [${directories.map(plain).join(", ")}]   # keys whose value is a directory`]),
  ];
  const named = (items: typeof entries) => items.map(({ file, key }) => ({ file, key }));
  return { text: `${lines.join("\n")}\n`, writes, absent, undecided: named(undecided), set: named(set) };
}
