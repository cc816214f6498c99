import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { installFolder } from "../../compile/install-folder.ts";
import {
  type Problem,
  type Scalar,
  type Text,
  defineDiagnostic,
  forbiddenSign,
  isAnchored,
  must,
  name,
  nearest,
  orMeant,
  patternFault,
  placeOf,
  quotedName,
  say,
  suggestedPattern,
  windowsPathFault,
  words,
} from "../../../kernel/index.ts";
import { pluginFolder } from "../../kit/places.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { directoryDoubt } from "../../model/directories.ts";
import type { Release } from "../../model/release.ts";
import type { Site } from "../../model/site.ts";
import type { EnvironmentRule } from "../rule.ts";

interface Field {
  readonly name: string;
  readonly leaf: Scalar | null;
  /** The placeholder that the path can contain, without braces. */
  readonly holder: "tool" | "install";
  /** The extension that the path must have, such as '.xml'; null for a folder. */
  readonly ending: string | null;
}

function fieldsOf({ tool, client, profile, log }: Site): readonly Field[] {
  return [
    { name: "tool.install", leaf: tool.install, holder: "tool", ending: null },
    { name: "client.file", leaf: client.file, holder: "install", ending: ".properties" },
    { name: "client.log4j2", leaf: client.log4j2, holder: "install", ending: ".xml" },
    // a deploy does not write to log.connector, so it is no fault if that path is not absolute
    {
      name: "log.connector",
      leaf: log.connector && (forbiddenSign(log.connector.text) ?? directoryDoubt(log.connector.text)) ? log.connector : null,
      holder: "install",
      ending: null,
    },
    ...profile.copies.map((leaf): Field => ({ name: "profile.copies", leaf, holder: "install", ending: null })),
    ...tool.pluginRoots.map((leaf): Field => ({ name: "tool.pluginRoots", leaf, holder: "install", ending: null })),
  ];
}

/** Returns why the path in a field of site.yaml cannot be used on a workstation, or null if it can. */
function faultOf({ leaf, holder, ending }: Field & { readonly leaf: Scalar }): PathFault | null {
  const { text } = leaf;
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(([, name]) => name !== holder)?.[0];
  if (unknown !== undefined) return { is: "unknown", part: unknown, near: nearest(unknown, [`{${holder}}`]) };
  const variable = /%[^%\\/]+%/.exec(text)?.[0];
  if (variable !== undefined) return { is: "variable", part: variable };
  const filled = holder === "tool" ? text.replaceAll("{tool}", "2024x") : text;
  if (ending !== null && !filled.toLowerCase().endsWith(ending)) return { is: "ending", ending };
  const fault = windowsPathFault(filled, holder === "install");
  if (fault !== null) return { is: "path", fault };
  return directoryDoubt(text) && { is: "doubt" };
}

function* fieldProblem(field: Field): Iterable<Problem> {
  const { leaf, name } = field;
  const fault = leaf && faultOf({ ...field, leaf });
  if (!leaf || fault === null) return;
  const found = { seen: "field", field: name, path: leaf.text, fault, ending: field.ending } as const;
  yield unusablePath.at(placeOf(leaf.span), found, {
    pointer: leaf.pointer,
    ...(fault.is === "doubt" && { severity: "warning" }),
  });
}

/** Reports `pattern` and `file` of tool.versionFrom in site.yaml if a deploy cannot use them. */
function* versionProblem({ tool }: Site): Iterable<Problem> {
  const from = tool.versionFrom;
  if (!from) return;
  const { file, pattern } = from;
  const { text } = pattern;
  const fault = patternFault(text);
  if (fault !== null) {
    const found = { seen: "pattern", pattern: text, fault, near: suggestedPattern(text) } as const;
    yield unusablePath.at(placeOf(pattern.span), found, { pointer: pattern.pointer });
  }
  if (windowsPathFault(`{install}\\${file.text}`, true) !== null || isAnchored(file.text))
    yield unusablePath.at(placeOf(file.span), { seen: "version-file", path: file.text }, { pointer: file.pointer });
}

/** Number of characters of the longest path that a Windows program can open if it does not opt in to longer ones. */
const LONGEST = 259;
/** An example of the name of a deploy's folder in .swap (UTC time and six hex digits), of which only the length matters. */
const RUN = "20261121T140501Z-0a1b2c";

const longestPaths = new WeakMap<Release, string | null>();

/**
 * Returns the longest path inside a release's plug-in folder; null if the release has no kit.lock.yaml, or if its plug-in folder is not
 * known. The result is cached, because it is the same for all environments.
 */
function longestInside(release: Release): string | null {
  const known = longestPaths.get(release);
  if (known !== undefined) return known;
  const folder = pluginFolder(release);
  let longest: string | null = null;
  if (release.lock && folder !== null) {
    const prefix = folder === "" ? "" : `${folder}/`;
    const inside = release.lock.files.flatMap(({ path }) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []));
    longest = inside.reduce((long, path) => (path.length > long.length ? path : long), "");
  }
  longestPaths.set(release, longest);
  return longest;
}

function* lengthProblem(env: CompiledEnvironment): Iterable<Problem> {
  const { release, site, environment } = env;
  const longest = release && longestInside(release);
  if (!release || longest === null) return;
  const install = installFolder(env);
  const room =
    LONGEST - Math.max(`${install}\\plugins\\${site.connector.folder.text}\\`.length, `${install}\\.swap\\${RUN}\\new\\`.length);
  if (longest.length <= room) return;
  const leaf = environment.workstation.install ?? site.tool.install;
  const length = LONGEST - room + longest.length;
  const found = { seen: "length", path: longest, release: release.name, length, install } as const;
  yield unusablePath.at(placeOf(leaf.span), found, { pointer: leaf.pointer });
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const { install } = env.environment.workstation;
  yield* fieldProblem({ name: "workstation.install", leaf: install, holder: "tool", ending: null });
  yield* lengthProblem(env);
}

function* checkShared({ site }: RepositoryView): Iterable<Problem> {
  if (!site) return;
  for (const field of fieldsOf(site)) yield* fieldProblem(field);
  yield* versionProblem(site);
}

const SITE = "environments/site.yaml";
const INSTALL = "install: 'C:\\Program Files\\{tool}'";

type PathFault =
  /** A placeholder in the path, such as {tool}, that Tierwright does not fill in in this field. */
  | { readonly is: "unknown"; readonly part: string; readonly near: string | null }
  | { readonly is: "variable"; readonly part: string }
  | { readonly is: "ending"; readonly ending: string }
  /** A '#' in the path, where a comment could have been meant. The path can be right, so the finding is a warning. */
  | { readonly is: "doubt" }
  /** Why Windows does not allow the path, as a clause that follows the word 'it'. */
  | { readonly is: "path"; readonly fault: string };

type Args =
  | {
      readonly seen: "field";
      readonly field: string;
      readonly path: string;
      readonly fault: PathFault;
      /** The extension that the path must have, such as '.xml'; null for a folder. */
      readonly ending: string | null;
    }
  | { readonly seen: "pattern"; readonly pattern: string; readonly fault: string; readonly near: string | null }
  | { readonly seen: "version-file"; readonly path: string }
  | {
      readonly seen: "length";
      readonly path: string;
      readonly release: string;
      readonly length: number;
      readonly install: string;
    };

function reasons(fault: PathFault): readonly Text[] {
  switch (fault.is) {
    case "unknown":
      return [say`${name(fault.part)} is not a placeholder here, so it would be a folder of that name${orMeant(fault.near)}`];
    case "variable":
      return [say`${name(fault.part)} is not filled in: a deploy takes the path as it is, and it has to be absolute`];
    case "ending":
      return [
        say`it does not name a file that ends in ${name(fault.ending)}, so it would be a folder, or another file than the one that is read`,
      ];
    case "doubt":
      return [say`no comment begins within quotes: the '#' and all after it are part of the path`];
    case "path":
      return [say`it ${words(fault.fault)}`];
  }
}

const EXAMPLES: Readonly<Record<string, string>> = {
  ".xml": "C:\\ProgramData\\Example\\log4j2.xml",
  ".properties": "C:\\ProgramData\\Example\\CommonClient.properties",
};

const unusablePath = defineDiagnostic({
  id: "repo/unusable-path",
  severity: "error",
  title: "a path of the site cannot be a path on a workstation",
  why: "A bundle with such a path is refused. A deploy takes these paths literally: only {tool} in the installation folder and {install} at the beginning of the others are filled in, and a relative path would depend on where the deploy was started.",
  remedy:
    "Write absolute Windows paths, the client file and log4j2.xml with their names, and versionFrom with a pattern of text and one group around the row.",
  clauses: ["D1", "D2"],
  message: (found: Args) => {
    switch (found.seen) {
      case "field":
        if (found.fault.is === "doubt")
          return {
            message: say`${name(found.field)} is ${quotedName(found.path)}: it has a '#' where a comment could begin`,
            notes: reasons(found.fault),
            help: say`write the closing quote before the comment; if the '#' is no comment, name a folder without it`,
          };
        return {
          message: say`${name(found.field)} is ${quotedName(found.path)}, which is not a path that a deploy can use`,
          notes: reasons(found.fault),
          help:
            found.ending === null
              ? say`write the whole path with its drive, for example 'C:\\Program Files\\Tool'`
              : say`write the whole path of the file with its drive, for example ${quotedName(must(EXAMPLES[found.ending], `an example that ends in ${found.ending}`))}`,
        };
      case "pattern":
        return {
          message: say`tool.versionFrom.pattern ${quotedName(found.pattern)} ${name(found.fault)}`,
          notes: [say`the installed tool's row could not be proven, so a bundle with it is refused`],
          help: say`write ${quotedName(found.near ?? "version=(.+)")}${found.near === null ? words(", for example") : []}: text, one group around the row, text (\`tierwright help formats\`)`,
        };
      case "version-file":
        return {
          message: say`tool.versionFrom.file ${quotedName(found.path)} is not below the tool's folder`,
          notes: [say`a deploy would not read it`],
          help: say`write it relative to the installation, for example 'bin\\tool.properties'`,
        };
      case "length":
        return {
          message: say`${name(found.path)} of release ${name(found.release)} would have a path of ${found.length} characters below ${name(found.install)}`,
          notes: [say`Windows opens at most ${LONGEST}`],
          help: say`install the tool in a folder with a shorter path`,
        };
    }
  },
  fails: { file: SITE, replace: INSTALL, with: "install: 'C:\\Program Files\\{Tool}'" },
  passes: [
    { file: SITE, replace: INSTALL, with: "install: '\\\\apps.example.com\\tools\\{tool}'" },
    {
      file: SITE,
      replace: INSTALL,
      with: `${INSTALL}\n  versionFrom: { file: 'bin\\tool.properties', pattern: 'version=(.+)' }`,
    },
  ],
});

export const rule: EnvironmentRule = { ...unusablePath, scope: "environment", check, checkShared };
