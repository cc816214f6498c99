import {
  CONNECTORS_FOLDER,
  EXCEPTIONS_PATH,
  MATRIX_PATH,
  type RuleProblem,
  SITE_PATH,
  type SourceText,
  append,
  missingFile,
  placeOf,
  plainNameFault,
  startOf,
  unsafeName,
} from "../../kernel/index.ts";
import { type SourceTree, mayBeFolder } from "../../platform/index.ts";
import { readExceptions, readMatrix } from "./read-matrix.ts";
import { readSite } from "./read-site.ts";
import type { Release } from "../model/release.ts";
import type { SharedModel } from "../model/repository.ts";
import type { Site } from "../model/site.ts";
import { type Profiles, loadProfiles } from "./connector.ts";
import type { Gathering } from "./gathering.ts";
import { loadRelease } from "./release.ts";
import { withMembersWords } from "./members-list.ts";
import { recordingProblems } from "./recordings.ts";
import { strayEnvironments } from "./stray-environments.ts";
import { readDocument, unreadableFolder } from "./document.ts";
import { nearFolder } from "./near-names.ts";
import { findMisnamed, missing } from "./unread-files.ts";

/** The model of what all environments share (site, matrix, exceptions, releases), with the problems of reading it. */
export interface LoadedShared {
  readonly model: SharedModel;
  readonly problems: readonly RuleProblem[];
  /** The text of every shared document, in which suppression comments are searched. */
  readonly sources: readonly SourceText[];
}

/**
 * A map that reads a release at its first use. It serves a check whose findings on releases are cached: such a check rarely needs more than
 * one release. Iterating reads all of them.
 */
class ReleasesOnDemand implements ReadonlyMap<string, Release> {
  readonly #read = new Map<string, Release | null>();
  readonly #names: readonly string[];

  constructor(
    names: readonly string[],
    private readonly load: (name: string) => Release | null,
  ) {
    this.#names = names;
  }

  get(name: string): Release | undefined {
    if (!this.#names.includes(name)) return undefined;
    let release = this.#read.get(name);
    if (release === undefined) {
      release = this.load(name);
      this.#read.set(name, release);
    }
    return release ?? undefined;
  }

  #all(): Map<string, Release> {
    const all = new Map<string, Release>();
    for (const name of this.#names) {
      const release = this.get(name);
      if (release) all.set(name, release);
    }
    return all;
  }

  has = (name: string): boolean => this.get(name) !== undefined;
  get size(): number {
    return this.#all().size;
  }
  entries = () => this.#all().entries();
  keys = () => this.#all().keys();
  values = () => this.#all().values();
  [Symbol.iterator] = () => this.#all()[Symbol.iterator]();
  forEach(visit: (value: Release, key: string, map: ReadonlyMap<string, Release>) => void): void {
    for (const [name, release] of this.#all()) visit(release, name, this);
  }
}

/** Returns the names of the folders below releases/. */
function releaseNames(files: SourceTree, into: Gathering): readonly string[] {
  const listed = files.list("releases");
  if (listed.kind === "unreadable") into.problems.push(unreadableFolder("releases", listed.why));
  if (listed.kind !== "entries") return [];
  // releases/connectors/ holds the connector profiles and is not a release
  return listed.entries
    .filter((entry) => mayBeFolder(entry) && `releases/${entry.name}` !== CONNECTORS_FOLDER)
    .map(({ name }) => name);
}

function readReleases(files: SourceTree, site: Site | null, profiles: Profiles, into: Gathering): ReadonlyMap<string, Release> {
  const releases = new Map<string, Release>();
  for (const name of releaseNames(files, into)) {
    const release = loadRelease(files, name, { site, profiles }, into);
    if (release) releases.set(name, release);
  }
  return releases;
}

/**
 * Returns the site; null if a name in site.yaml cannot be part of a path, a fault that is added to `into`. Without a site, nothing is
 * compiled.
 */
function usable(site: Site | null, into: Gathering): Site | null {
  if (!site) return null;
  const { folder, conf } = site.connector;
  const { file } = site.profile;
  const before = into.problems.length;
  for (const [field, leaf] of [
    ["connector.folder", folder],
    ["connector.conf", conf],
    ...(file ? [["profile.file", file] as const] : []),
  ] as const) {
    const logger = field === "connector.conf" && leaf.text.toLowerCase() === "logger";
    const suffix = field === "connector.conf" && /\.properties$/i.test(leaf.text);
    const words = plainNameFault(leaf.text) ?? (logger ? "logger.properties is another file of the same folder" : null);
    if (words === null && !suffix) continue;
    const fault = suffix || words === null ? "doubled" : { words };
    into.problems.push(unsafeName.at(placeOf(leaf.span), { field, name: leaf.text, fault }, { pointer: leaf.pointer }));
  }
  return into.problems.length > before ? null : site;
}

/** Returns one finding for a missing releases/ folder, instead of one for the matrix and each release. */
function missingReleases(files: SourceTree): RuleProblem {
  const near = nearFolder(files, "releases", "matrix.yaml");
  const instead = near === null ? null : ({ is: "folder", file: near, wanted: "releases" } as const);
  return missingFile.at(startOf(MATRIX_PATH), { seen: "releases", matrix: MATRIX_PATH, near: instead });
}

/**
 * Reads site, matrix, exceptions and every release. The model of an unreadable document is null, and `problems` has the fault.
 * @param onDemand True to read each release at its first use without reporting its problems, because they are cached.
 */
export function loadShared(files: SourceTree, onDemand = false): LoadedShared {
  const into: Gathering = { problems: [], sources: [] };
  const read = (path: string, kind: "Site" | "CompatibilityMatrix" | "Exceptions") => {
    const document = readDocument(files, path, kind);
    append(into.problems, withMembersWords(document.problems, document.tree, null));
    if (document.source) into.sources.push(document.source);
    return document;
  };
  const siteDocument = read(SITE_PATH, "Site");
  if (siteDocument.missing) {
    into.problems.push(missing(files, { seen: "site", file: SITE_PATH }));
  }
  const matrixDocument = read(MATRIX_PATH, "CompatibilityMatrix");
  if (matrixDocument.missing && files.list("releases").kind === "missing") {
    into.problems.push(missingReleases(files));
  } else if (matrixDocument.missing) {
    into.problems.push(missing(files, { seen: "matrix", file: MATRIX_PATH }));
  }
  const exceptionsDocument = read(EXCEPTIONS_PATH, "Exceptions");
  const stray = exceptionsDocument.missing ? findMisnamed(files, EXCEPTIONS_PATH) : null;
  if (stray) into.problems.push(stray);
  append(into.problems, strayEnvironments(files));
  append(into.problems, recordingProblems(files));
  const site = usable(siteDocument.tree && readSite(SITE_PATH, siteDocument.tree), into);
  const profiles = loadProfiles(files, onDemand ? { problems: [], sources: [] } : into);
  const releases = onDemand
    ? new ReleasesOnDemand(releaseNames(files, into), (name) =>
        loadRelease(files, name, { site, profiles }, { problems: [], sources: [] }),
      )
    : readReleases(files, site, profiles, into);
  const model: SharedModel = {
    site,
    // a document without rows is not a matrix, which `readDocument` has reported
    matrix: matrixDocument.tree?.entries.has("rows") ? readMatrix(MATRIX_PATH, matrixDocument.tree) : null,
    exceptions: exceptionsDocument.tree && readExceptions(EXCEPTIONS_PATH, exceptionsDocument.tree),
    releases,
  };
  return { model, problems: into.problems, sources: into.sources };
}
