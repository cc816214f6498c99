import {
  CONNECTORS_FOLDER,
  type Mapping,
  type Tree,
  append,
  child,
  connectorPath,
  connectorProfile,
  nearest,
  placeOf,
  plainNameFault,
  say,
} from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import type { ConnectorProfile, ProfileWrite } from "../model/connector-profile.ts";
import { FILE_ROLES, type FileRole } from "../model/files.ts";
import { readDocument, unreadableFolder } from "./document.ts";
import { itemsAt, scalarAt, scalarsAt } from "./fields.ts";
import type { Gathering } from "./gathering.ts";
import { nearFile } from "./near-names.ts";
import type { NamedConnector } from "./read-release.ts";

/**
 * The environment fields for which a connector profile must declare a write, each with its meaning: without one of them, sign-in and file
 * transfer can be on two tiers.
 */
const NEEDED = [
  { field: "tier.signIn", decides: "where the tool signs in" },
  { field: "tier.fileTransfer", decides: "where model files go" },
] as const;

const isRole = (text: string): text is FileRole => (FILE_ROLES as readonly string[]).includes(text);

function readPair(item: Tree): ProfileWrite | null {
  const [file, key, leaf] = ["file", "key", "field"].map((name) => scalarAt(item, name));
  if (!file || !key || !leaf || !isRole(file.text)) return null;
  return {
    file: file.text,
    key: key.text,
    value: leaf.text,
    decides: scalarAt(item, "decides")?.text ?? key.text,
    required: scalarAt(item, "required")?.value === true,
    leaf,
    span: item.span,
    keySpan: key.span,
  };
}

interface ReadProfile extends ConnectorProfile {
  readonly path: string;
  readonly writes: readonly ProfileWrite[];
}

/** Returns the model of a connector profile's document; null if its `writes` is not a list, which `readDocument` has reported. */
function readProfile(path: string, tree: Mapping): ReadProfile | null {
  if (child(tree, "writes")?.type !== "list") return null;
  const files = scalarsAt(tree, "files").flatMap(({ text }) => (isRole(text) ? [text] : []));
  return {
    path,
    files: child(tree, "files") ? files : FILE_ROLES,
    writes: itemsAt(tree, "writes").flatMap((item) => readPair(item) ?? []),
    directories: scalarsAt(tree, "directories"),
  };
}

/**
 * Reports the (file, key) pairs of a connector profile that occur twice or are in a file that the profile does not list, and each field of
 * `NEEDED` that it lacks.
 */
function pairProblems({ writes, files }: ReadProfile, tree: Mapping, { problems }: Gathering): void {
  const seen = new Map<string, ProfileWrite>();
  for (const write of writes) {
    const { file, key, keySpan } = write;
    const first = seen.get(`${file} ${key}`);
    if (first) {
      const related = [{ message: say`first here`, place: placeOf(first.keySpan) }];
      problems.push(connectorProfile.at(placeOf(keySpan), { seen: "twice", file, key }, { related }));
    } else if (!files.includes(file))
      problems.push(connectorProfile.at(placeOf(write.span), { seen: "file", file, key, files: [...files] }));
    seen.set(`${file} ${key}`, first ?? write);
  }
  const list = tree.entries.get("writes");
  for (const { field, decides } of list ? NEEDED : []) {
    if (writes.some(({ value }) => value === field)) continue;
    const found = { seen: "lacks", field, decides, pairs: writes.length } as const;
    problems.push(connectorProfile.at(placeOf(list?.keySpan ?? tree.span), found, { pointer: "/writes" }));
  }
}

/**
 * Returns the names of the connector profiles, one for each .yaml file of releases/connectors/; none if the folder is missing, which is no
 * fault.
 */
function profileNames(files: SourceTree, { problems }: Gathering): readonly string[] {
  const listed = files.list(CONNECTORS_FOLDER);
  if (listed.kind === "unreadable") problems.push(unreadableFolder(CONNECTORS_FOLDER, listed.why));
  if (listed.kind !== "entries") return [];
  return listed.entries.flatMap(({ name, kind }) =>
    kind === "file" && /^[^.].*\.yaml$/.test(name) ? [name.slice(0, -".yaml".length)] : [],
  );
}

/** The connector profiles of a repository by name. A profile that has a finding and cannot be used is null. */
export type Profiles = ReadonlyMap<string, ConnectorProfile | null>;

/** Reads every connector profile, even if no release names it, so that a fault is reported before a release uses the profile. */
export function loadProfiles(files: SourceTree, into: Gathering): Profiles {
  const profiles = new Map<string, ConnectorProfile | null>();
  for (const name of profileNames(files, into)) {
    const before = into.problems.length;
    const document = readDocument(files, connectorPath(name), "ConnectorProfile");
    append(into.problems, document.problems);
    if (document.source) into.sources.push(document.source);
    const profile = document.tree && readProfile(document.path, document.tree);
    const own = scalarAt(document.tree ?? undefined, "connector");
    if (own && own.text !== name) {
      const found = { seen: "name", found: own.text, file: document.path } as const;
      into.problems.push(connectorProfile.at(placeOf(own.span), found, { pointer: own.pointer }));
    }
    // a (file, key) pair that cannot be read is already reported; without this condition its field would be reported as missing, too
    if (profile && document.tree && document.problems.length === 0) pairProblems(profile, document.tree, into);
    profiles.set(name, into.problems.length > before ? null : profile);
  }
  return profiles;
}

/**
 * Returns the path of the connector profile that release.yaml names, with its model; undefined if release.yaml names none. The model is
 * null if the profile is missing, which this function reports, or faulty, which `loadProfiles` has reported.
 */
export function profileOf(files: SourceTree, tree: Mapping, profiles: Profiles, { problems }: Gathering): NamedConnector {
  const leaf = scalarAt(tree, "connector");
  if (!leaf) return undefined;
  const { text: written, span, pointer } = leaf;
  const path = connectorPath(written);
  if (profiles.has(written)) return { path, profile: profiles.get(written) ?? null };
  const fault = plainNameFault(written);
  const all = [...profiles.keys()];
  const found =
    fault === null
      ? ({ seen: "absent", written, near: nearest(written, all) ?? nearFile(files, path), all } as const)
      : ({ seen: "unusable", written, fault } as const);
  problems.push(connectorProfile.at(placeOf(span), found, { pointer }));
  return { path, profile: null };
}
