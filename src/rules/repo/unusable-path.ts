import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { installFolder } from "../../compile/install-folder.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { didYouMean } from "../../diagnostic/nearest.ts";
import { patternFault } from "../../formats/pattern/pattern.ts";
import { pluginFolder } from "../../kit/places.ts";
import { isAnchored, windowsPathFault } from "../../model/paths.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { Site } from "../../model/site.ts";
import { type Scalar, placeOf } from "../../source/tree.ts";
import type { EnvironmentRule } from "../rule.ts";

interface Field {
  readonly name: string;
  readonly leaf: Scalar | null;
  /** The placeholder that may stand in it. */
  readonly holder: "tool" | "install";
  /** The ending that a file has; null for a folder. */
  readonly ending: string | null;
}

function fieldsOf({ tool, client, profile }: Site): readonly Field[] {
  return [
    { name: "tool.install", leaf: tool.install, holder: "tool", ending: null },
    { name: "client.file", leaf: client.file, holder: "install", ending: ".properties" },
    { name: "client.log4j2", leaf: client.log4j2, holder: "install", ending: ".xml" },
    ...profile.copies.map((leaf): Field => ({ name: "profile.copies", leaf, holder: "install", ending: null })),
    ...tool.pluginRoots.map((leaf): Field => ({ name: "tool.pluginRoots", leaf, holder: "install", ending: null })),
  ];
}

/** Why a path cannot be the one that it is to be on a workstation, or null. */
function faultOf({ leaf, holder, ending }: Field & { readonly leaf: Scalar }): string | null {
  const { text } = leaf;
  const unknown = [...text.matchAll(/\{([^{}]*)\}/g)].find(([, name]) => name !== holder)?.[0];
  if (unknown !== undefined)
    return `${unknown} would be a folder of that name: it is nothing that is filled in here${didYouMean(unknown, [`{${holder}}`])}`;
  const variable = /%[^%\\/]+%/.exec(text)?.[0];
  if (variable !== undefined) return `${variable} is not filled in: a deploy takes the path as it is, and it has to be absolute`;
  const filled = holder === "tool" ? text.replaceAll("{tool}", "2024x") : text;
  if (ending !== null && !filled.toLowerCase().endsWith(ending))
    return `it does not name a file that ends in ${ending}, so it would be a folder, or another file than the one that is read`;
  const fault = windowsPathFault(filled, holder === "install");
  return fault === null ? null : `it ${fault}`;
}

function* fieldProblem(field: Field): Iterable<Problem> {
  const { leaf, name } = field;
  const fault = leaf && faultOf({ ...field, leaf });
  if (!leaf || fault === null) return;
  yield {
    at: placeOf(leaf.span),
    pointer: leaf.pointer,
    message: `${name} is '${leaf.text}', and ${fault}`,
    help:
      field.ending === null
        ? "write the whole path with its drive, for example 'C:\\Program Files\\Tool'"
        : `write the whole path of the file with its drive, for example 'C:\\ProgramData\\Example\\${field.ending === ".xml" ? "log4j2.xml" : "CommonClient.properties"}'`,
  };
}

/** versionFrom is evidence only when its pattern can be read, as a deploy reads it, and takes a part of the line. */
function* versionProblem({ tool }: Site): Iterable<Problem> {
  const from = tool.versionFrom;
  if (!from) return;
  const { file, pattern } = from;
  const fault = patternFault(pattern.text);
  if (fault !== null)
    yield {
      at: placeOf(pattern.span),
      pointer: pattern.pointer,
      message: `tool.versionFrom.pattern '${pattern.text}' ${fault}: the installed tool's row could not be proven, and a bundle with it is refused`,
      help: "write a pattern whose first group is the row, for example 'version=(.+)'; docs/formats.md says what a pattern may hold",
    };
  if (windowsPathFault(`{install}\\${file.text}`, true) !== null || isAnchored(file.text))
    yield {
      at: placeOf(file.span),
      pointer: file.pointer,
      message: `tool.versionFrom.file '${file.text}' does not lie below the tool's folder, so a deploy would not read it`,
      help: "write it relative to the installation, for example 'bin\\tool.properties'",
    };
}

/** The longest path that a Windows program opens without asking for longer ones. */
const LONGEST = 259;
/** UTC time and six hex digits: the folder of one deploy in .swap. */
const RUN = "20261121T140501Z-0a1b2c";

function* lengthProblem(env: CompiledEnvironment): Iterable<Problem> {
  const { release, site, environment } = env;
  const folder = release && pluginFolder(release);
  if (!release?.lock || folder === null) return;
  const prefix = folder === "" ? "" : `${folder}/`;
  const install = installFolder(env);
  const room =
    LONGEST - Math.max(`${install}\\plugins\\${site.connector.folder.text}\\`.length, `${install}\\.swap\\${RUN}\\new\\`.length);
  const inside = release.lock.files.flatMap(({ path }) => (path.startsWith(prefix) ? [path.slice(prefix.length)] : []));
  const longest = inside.reduce((long, path) => (path.length > long.length ? path : long), "");
  if (longest.length <= room) return;
  const leaf = environment.workstation.install ?? site.tool.install;
  yield {
    at: placeOf(leaf.span),
    pointer: leaf.pointer,
    message: `${longest} of release ${release.name} would have a path of ${LONGEST - room + longest.length} characters below ${install}; Windows opens at most ${LONGEST}`,
    help: "install the tool in a folder with a shorter path",
  };
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

export const rule: EnvironmentRule = {
  scope: "environment",
  id: "repo/unusable-path",
  severity: "error",
  title: "a path of the site cannot be one on a workstation",
  why: "A deploy takes these paths as they stand: nothing but {tool} in the installation folder and {install} at the beginning of the others is filled in, and a relative path would lie wherever the deploy was started. A bundle with such a path is refused, so the check says so first.",
  remedy:
    "Write absolute Windows paths, the client file and log4j2.xml with their names, and versionFrom with a pattern that has one group.",
  clauses: ["D1", "D2"],
  fails: { file: SITE, replace: INSTALL, with: "install: 'C:\\Program Files\\{Tool}'" },
  passes: [
    { file: SITE, replace: INSTALL, with: "install: '\\\\apps.example.com\\tools\\{tool}'" },
    {
      file: SITE,
      replace: INSTALL,
      with: `${INSTALL}\n  versionFrom: { file: 'bin\\tool.properties', pattern: 'version=(.+)' }`,
    },
  ],
  check,
  checkShared,
};
