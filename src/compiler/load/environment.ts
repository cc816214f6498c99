import {
  type Mapping,
  type Need,
  type RuleProblem,
  type SourceText,
  append,
  at,
  environmentName,
  environmentNameFault,
  environmentPath,
  installedFolder,
  missingFile,
  namedEnvironment,
  nearest,
  placeOf,
  recordingMark,
  resolveFrom,
  say,
  ssoPath,
  startOf,
  unknownEnvironment,
  validateMerged,
  wrongExtends,
} from "../../kernel/index.ts";
import { DIRECTORY_KEYS } from "../model/directories.ts";
import type { SourceTree } from "../../platform/index.ts";
import type { Environment, Layer } from "../model/environment.ts";
import { scalarAt } from "./fields.ts";
import type { Log4j2File, PropertiesFile } from "../model/files.ts";
import { inheritable, mergeLayers } from "./layers.ts";
import type { EnvironmentNames } from "../model/environment-names.ts";
import { isRecordingName } from "../model/recording.ts";
import { readEnvironment } from "./read-environment.ts";
import type { SharedModel } from "../model/repository.ts";
import { importWorkingDirKey } from "../model/site.ts";
import { withMembersWords } from "./members-list.ts";
import { withSettingsWords } from "./settings-words.ts";
import { missingEnvironment } from "./missing-environment.ts";
import { lineFault } from "./line-limits.ts";
import { type ReadDocument, readDocument, readFault, unreadableFolder } from "./document.ts";
import { type LoadedSignIn, loadSignIn } from "./federated-sign-in.ts";
import { conflictProblem, log4j2File, propertiesFile, readBytes, roleOfInstalled } from "./files.ts";
import { nearFile } from "./near-names.ts";
import { findMisnamed } from "./unread-files.ts";
import { spoilsLayers, unreadParent } from "./unread-reason.ts";

export interface LoadedEnvironment {
  readonly name: string;
  readonly environment: Environment | null;
  readonly carryFrom: PropertiesFile | null;
  readonly installed: readonly PropertiesFile[];
  readonly installedLog4j2: readonly Log4j2File[];
  readonly problems: readonly RuleProblem[];
  readonly sources: readonly SourceText[];
  /** The parsed tree of sso.yaml, from which secrets are collected; null if the file is missing or is not a map. */
  readonly sso: Mapping | null;
  /** The model of sso.yaml with the files that belong to it; null if sso.yaml is missing, no map, or describes no server. */
  readonly signIn: LoadedSignIn | null;
}

/** The facts about the other environments that loading one of them needs. */
export interface Neighbours {
  readonly names: EnvironmentNames;
  /** Returns environment.yaml of another environment, for `extends`. */
  document(name: string): ReadDocument;
}

const layerWords = ({ name, tree }: Layer): string =>
  name === "environment" ? tree.span.source.path : `${name} in ${tree.span.source.path}`;

function nameProblems(document: ReadDocument, folder: string, names: EnvironmentNames): RuleProblem[] {
  const problems: RuleProblem[] = [];
  const written = scalarAt(document.tree ?? undefined, "name");
  const name = written?.value === null ? undefined : written; // an empty name has its own finding
  const place = () => (name ? placeOf(name.span) : startOf(document.path));
  // Other files can refer to the environment by the `name` in its file. If another folder has that name, this folder is a copy that still
  // has the other environment's addresses.
  const explains =
    name && name.text !== folder
      ? [namedEnvironment(name.text), ...(names.has(name.text) ? [{ is: "copy", environment: folder } as const] : [])]
      : [];
  const report = (found: Parameters<typeof environmentName.at>[1]) =>
    problems.push(environmentName.at(place(), found, { pointer: "/name", explains }));
  const fault = environmentNameFault(folder);
  const meant = name && name.text !== folder && environmentNameFault(name.text) === null ? name.text : null;
  if (fault) report({ seen: "unusable", folder, fault, name: meant });
  else if (name && name.text !== folder) report({ seen: "differs", folder, name: name.text });
  const twin = names.caseConflict(folder);
  if (twin) report({ seen: "case", folder, twin });
  const mark = scalarAt(document.tree ?? undefined, "derivedFrom");
  if (mark && !isRecordingName(folder))
    problems.push(recordingMark.at(placeOf(mark.span), { seen: "misnamed", folder, of: mark.text }, { pointer: mark.pointer }));
  return problems;
}

/** The keys that an environment never inherits from the one that it extends. */
const OWN_KEYS = /^\/(name|description|extends|derivedFrom|apiVersion|kind)$/;

/**
 * Returns the errors of an extended environment that the extending one has as well, because it inherits the unreadable value. A value that
 * the extending environment (`own`) sets itself is not inherited.
 */
function inheritedProblems(files: SourceTree, parent: ReadDocument, own: Mapping): readonly RuleProblem[] {
  if (parent.missing) return [missingEnvironment(files, parent.path)];
  return parent.problems.filter(({ pointer, severity }) => {
    if (severity !== undefined && severity !== "error") return false;
    if (pointer === undefined || parent.tree === null) return true;
    return !OWN_KEYS.test(pointer) && at(own, pointer) === undefined;
  });
}

function layersOf(
  files: SourceTree,
  document: ReadDocument,
  folder: string,
  shared: SharedModel,
  neighbours: Neighbours,
  problems: RuleProblem[],
): Layer[] {
  const layers: Layer[] = [];
  if (shared.site?.defaults) layers.push({ name: "defaults", tree: shared.site.defaults });
  const reference = scalarAt(document.tree ?? undefined, "extends");
  if (reference) {
    const { text } = reference;
    const report = (found: Parameters<typeof wrongExtends.at>[1], needs?: Need) =>
      problems.push(
        wrongExtends.at(placeOf(reference.span), found, {
          pointer: "/extends",
          ...(needs ? { needs } : { follows: [namedEnvironment(text)] }),
        }),
      );
    const { all } = neighbours.names;
    if (text === folder) report({ seen: "itself" });
    else if (!neighbours.names.has(text)) {
      const twin = neighbours.names.caseConflict(text);
      // the environment whose name differs only in case has a finding of its own, from which this one follows
      const needs = twin === undefined ? undefined : { file: environmentPath(twin), pointer: "/name" };
      report({ seen: "unknown", name: text, near: nearest(text, all), all }, needs);
    } else {
      const other = neighbours.document(text);
      if (scalarAt(other.tree ?? undefined, "extends")) {
        report({ seen: "second-level", name: text });
      } else if (other.tree) layers.push({ name: "extends", tree: inheritable(other.tree) });
      append(problems, inheritedProblems(files, other, document.tree as Mapping));
    }
  }
  layers.push({ name: "environment", tree: document.tree as Mapping });
  return layers;
}

/**
 * Returns a finding for each missing required key of the merged layers (`merged`). For a key that the extended environment also lacks,
 * returns that environment's own finding.
 */
function missingKeys(
  document: ReadDocument,
  layers: readonly Layer[],
  merged: Mapping,
  neighbours: Neighbours,
): readonly RuleProblem[] {
  const lacks = (tree: Mapping, all: readonly Layer[], together = mergeLayers(all)) =>
    validateMerged("Environment", together, tree.span, () => all.map(layerWords));
  const own = lacks(document.tree as Mapping, layers, merged);
  const name = scalarAt(document.tree ?? undefined, "extends")?.text;
  const parent = name === undefined || own.length === 0 ? null : neighbours.document(name).tree;
  if (!parent) return own;
  const above = lacks(parent, [...layers.filter((layer) => layer.name === "defaults"), { name: "environment", tree: parent }]);
  return own.map((problem) => above.find(({ pointer }) => pointer === problem.pointer) ?? problem);
}

/** Returns the keys of a connector release's properties files whose value is a directory. */
function directoryKeys(shared: SharedModel, release: string): ReadonlySet<string> {
  const extra = shared.releases.get(release)?.directories.map((key) => key.text) ?? [];
  return new Set([...DIRECTORY_KEYS, ...extra, ...(shared.site ? [importWorkingDirKey(shared.site)] : [])]);
}

function loadInstalled(files: SourceTree, name: string, shared: SharedModel, release: string, problems: RuleProblem[]) {
  const properties: PropertiesFile[] = [];
  const log4j2: Log4j2File[] = [];
  const folder = installedFolder(name);
  const listed = files.list(folder);
  if (listed.kind === "unreadable") problems.push(unreadableFolder(folder, listed.why));
  for (const entry of listed.kind === "entries" ? listed.entries : []) {
    const path = `${folder}/${entry.name}`;
    const isProperties = /\.properties$/i.test(entry.name);
    if (entry.kind === "directory" || !(isProperties || /^log4j2.*\.xml$/i.test(entry.name))) continue;
    const bytes = readBytes(files, path, problems);
    if (!bytes) continue;
    if (isProperties) {
      const role = roleOfInstalled(entry.name, shared.site?.connector.conf.text ?? "");
      properties.push(propertiesFile(path, bytes, "installed", role, directoryKeys(shared, release)));
    } else log4j2.push(log4j2File(path, bytes, "installed"));
  }
  return { properties, log4j2 };
}

function loadCarryFrom(
  files: SourceTree,
  env: Environment,
  installed: readonly PropertiesFile[],
  shared: SharedModel,
  problems: RuleProblem[],
): PropertiesFile | null {
  const leaf = env.carryFrom;
  if (!leaf) return null;
  const path = resolveFrom(leaf.span.source.path, leaf.text);
  const report = (file: string | null, beside: string | null) => {
    const near = file === null || beside === null ? null : ({ is: "file", file: beside, wanted: file } as const);
    const found = { seen: "carry-from", written: leaf.text, file, near } as const;
    problems.push(missingFile.at(placeOf(leaf.span), found, { pointer: leaf.pointer }));
  };
  if (!path) {
    report(null, null);
    return null;
  }
  const known = installed.find((file) => file.path === path);
  if (known) return { ...known, role: "connector" };
  const result = files.read(path);
  const fault = result.kind === "file" ? lineFault(path, result.bytes) : readFault(path, result);
  if (result.kind === "file" && !fault) {
    append(problems, conflictProblem(path, result.bytes));
    return propertiesFile(path, result.bytes, "installed", "connector", directoryKeys(shared, env.connector.text));
  }
  if (fault) {
    const message = say`carryFrom: ${fault.message}`;
    problems.push({ ...fault, at: placeOf(leaf.span), pointer: leaf.pointer, message });
  } else report(path, nearFile(files, path));
  return null;
}

function sharedWithProblems(env: Environment, names: EnvironmentNames): RuleProblem[] {
  return env.tier.sharedWith
    .filter((item) => !names.has(item.text))
    .map((item) => {
      const found = { name: item.text, near: nearest(item.text, names.all), all: names.all };
      return unknownEnvironment.at(placeOf(item.span), found, { pointer: item.pointer, follows: [namedEnvironment(item.text)] });
    });
}

/** Reads one environment with its layers, sso.yaml and installed files. Faults are returned as `problems` and never thrown. */
export function loadEnvironment(files: SourceTree, name: string, shared: SharedModel, neighbours: Neighbours): LoadedEnvironment {
  const document = neighbours.document(name);
  const problems: RuleProblem[] = [...document.problems];
  if (document.missing) {
    problems.push(missingEnvironment(files, document.path));
  }
  const sso = readDocument(files, ssoPath(name), "FederatedSignIn");
  append(problems, sso.problems);
  const secondary = sso.missing && scalarAt(document.tree ?? undefined, "authentication")?.text === "sso";
  const stray = secondary ? findMisnamed(files, ssoPath(name)) : null;
  if (stray) problems.push(stray);
  const signIn = sso.tree && loadSignIn(files, name, sso.tree);
  append(problems, signIn?.problems ?? []);
  const documents = [document.source, sso.source].filter((source): source is SourceText => source !== null);
  const sources = [...documents, ...(signIn?.sources ?? [])];
  const nothing = { name, environment: null, carryFrom: null, installed: [], installedLog4j2: [], sso: sso.tree, signIn };
  if (!document.tree) return { ...nothing, problems, sources };
  append(problems, nameProblems(document, name, neighbours.names));
  const layers = layersOf(files, document, name, shared, neighbours, problems);
  // if a layer cannot be read, missing keys are not reported, because that layer can contain them
  if (problems.some(spoilsLayers) || unreadParent(document, neighbours) !== null) return { ...nothing, problems, sources };
  const merged = mergeLayers(layers);
  if (shared.site) append(problems, missingKeys(document, layers, merged, neighbours));
  const environment = readEnvironment(name, document.path, layers, merged, sso.tree);
  const release = shared.releases.get(scalarAt(merged, "connector")?.text ?? "");
  const inWords = withSettingsWords(problems.splice(0), release);
  append(problems, withMembersWords(inWords, document.tree, environment?.tier.signIn.text ?? null));
  if (!environment) return { ...nothing, problems, sources };
  append(problems, sharedWithProblems(environment, neighbours.names));
  const installed = loadInstalled(files, name, shared, environment.connector.text, problems);
  const carryFrom = loadCarryFrom(files, environment, installed.properties, shared, problems);
  const own = [
    ...installed.properties,
    ...installed.log4j2,
    ...(carryFrom && !installed.properties.some((file) => file.path === carryFrom.path) ? [carryFrom] : []),
  ];
  return {
    name,
    environment,
    carryFrom,
    installed: installed.properties,
    installedLog4j2: installed.log4j2,
    problems,
    sources: [...sources, ...own.map((file) => file.source)],
    sso: sso.tree,
    signIn,
  };
}
