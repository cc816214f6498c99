import {
  type Fix,
  type Problem,
  type Scalar,
  type Wording,
  defineDiagnostic,
  listTexts,
  name,
  placeOf,
  quotedName,
  say,
  startOf,
  yamlScalar,
} from "../../../kernel/index.ts";
import { knownProfiles, type ProfileFiles, profileFiles } from "../../kit/profile-files.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { Release } from "../../model/release.ts";
import type { Site } from "../../model/site.ts";
import type { RepositoryRule } from "../rule.ts";

/** A path to the Documents folder of the Windows user Public, as 'Documents' or 'Public Documents', or to anything below it. */
const DOCUMENTS = /^(.*[\\/]Users[\\/]Public|%PUBLIC%)[\\/]+(Public )?Documents([\\/]|$)/i;

function fixOf(leaf: Scalar, root: string): Fix | null {
  const { source, start, end } = leaf.span;
  const written = source.text.slice(start, end);
  const at = written.indexOf(leaf.text);
  if (at < 0) return null;
  const place = source.placeOf(start + at, start + at + leaf.text.length);
  return { title: `write ${root}`, safe: false, edits: [{ place, text: root }] };
}

/**
 * Returns the profile of the first kit that has one: the file that release.yaml names, otherwise a file of kit.lock.yaml with the name of
 * `profile.file` in site.yaml or with the content of a known profile. Returns null if no kit has one.
 */
function firstProfile({ site, releases }: RepositoryView): { readonly path: string; readonly at: Scalar["span"] } | null {
  const known = knownProfiles(releases.values());
  for (const release of releases.values()) {
    const stated = release.kit.get("profile");
    if (stated) return { path: stated.text, at: stated.span };
    const [found] = profileFiles(release, site?.profile.file?.text ?? null, known).certain;
    if (found) return { path: found.path, at: found.span };
  }
  return null;
}

/** Reports a site.yaml with fewer than two `profile.copies`: a deploy leaves the old profile in each folder that they do not name. */
function* checkPlaces(view: RepositoryView): Iterable<Problem> {
  const { site } = view;
  if (!site) return;
  const { file, copies } = site.profile;
  if (file && copies.length >= 2) return;
  const found = firstProfile(view);
  if (!found) return;
  const profile = lastOf(found.path);
  const [first] = copies;
  const named = !file ? "no-profile" : first ? "one" : "none";
  const at = first ? placeOf(first.span) : file ? placeOf(file.span) : startOf(site.path);
  yield profilePlace.at(
    at,
    { seen: "places", named, profile, file: file?.text ?? profile },
    {
      pointer: first ? "/profile/copies" : "/profile",
      severity: "warning",
      related: [{ message: say`the profile of a kit`, place: placeOf(found.at) }],
    },
  );
}

const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Returns a fix that inserts `profile:` after another field of `kit`, in that field's YAML style; null if the style is not clear. */
function insertion(leaf: Scalar, path: string): Fix | null {
  const { source, end } = leaf.span;
  const { text } = source;
  const entry = `profile: ${yamlScalar(path)}`;
  const title = `write kit.${entry}`;
  const next = /^[ \t]*[,}]/.exec(text.slice(end, end + 200));
  if (next) return { title, safe: false, edits: [{ place: source.placeOf(end, end), text: `, ${entry}` }] };
  const line = text.lastIndexOf("\n", leaf.span.start) + 1;
  const indent = /^[ ]+(?=[\w'"]+[ ]*:)/.exec(text.slice(line, end))?.[0];
  const stop = text.indexOf("\n", end);
  const after = stop < 0 ? "" : text.slice(stop + 1, stop + 200);
  if (indent === undefined || /^\s*}/.test(after)) return null;
  const at = stop < 0 ? text.length : text[stop - 1] === "\r" ? stop - 1 : stop;
  const newline = text[at] === "\r" ? "\r\n" : "\n";
  return { title, safe: false, edits: [{ place: source.placeOf(at, at), text: `${newline}${indent}${entry}` }] };
}

/**
 * Returns the finding for a profile in kit.lock.yaml that release.yaml does not name: no bundle contains it, so the previous profile stays
 * on every workstation. Returns null if the lock has no such profile.
 */
function unstatedProblem(release: Release, { certain, possible }: ProfileFiles): Problem | null {
  const files = certain.length > 0 ? certain : possible;
  const [first] = files;
  if (!first) return null;
  const leaf = release.kit.get("plugin") ?? [...release.kit.values()][0];
  const fix = leaf && files.length === 1 ? insertion(leaf, first.path) : null;
  return profilePlace.at(
    placeOf((leaf ?? release.release).span),
    { seen: "unstated", release: release.name, paths: files.map(({ path }) => path), certain: certain.length > 0 },
    {
      pointer: leaf ? "/kit" : release.release.pointer,
      ...(certain.length > 0 ? {} : { severity: "warning" }),
      ...(fix ? { fix } : {}),
      related: files.map(({ span }) => ({ message: say`in the lock of the kit`, place: placeOf(span) })),
    },
  );
}

function* checkUnstated({ site, releases }: RepositoryView): Iterable<Problem> {
  const file = site?.profile.file;
  if (!file) return;
  const known = knownProfiles(releases.values());
  for (const release of releases.values()) {
    if (release.kit.has("profile")) continue;
    const problem = unstatedProblem(release, profileFiles(release, file.text, known));
    if (problem) yield problem;
  }
}

/** Paths that Windows leads to another folder: administrative shares of the local drives, and junctions that Windows sets up. */
const LINKS: readonly (readonly [from: RegExp, to: string])[] = [
  [/^\\\\(?:localhost|127(?:\.\d{1,3}){3})\\([a-z])\$(?=\\|$)/, "$1:"],
  [/^([a-z]:)\\documents and settings(?=\\|$)/, "$1\\users"],
  [/^([a-z]:)\\users\\all users(?=\\|$)/, "$1\\programdata"],
  [/^([a-z]:)\\programdata\\documents(?=\\|$)/, "$1\\users\\public\\documents"],
];

/** Returns the parts of a Windows path in lower case, with {install} filled in and the links of Windows resolved. */
function partsOf(path: string, install: string): readonly string[] {
  const full = path
    .replace(/^\{install\}/, () => install)
    .toLowerCase()
    .replaceAll("/", "\\");
  return LINKS.reduce((folder, [from, to]) => folder.replace(from, to), full)
    .split("\\")
    .filter((part) => part !== "");
}

/**
 * Returns whether `short` is the first 8.3 name that Windows makes of `long`: progra~1 of 'program files'. A second one (progra~2) does
 * not count, because it can be that of another folder. A name of at most eight letters has no 8.3 name.
 */
function isShortFor(short: string, long: string): boolean {
  const stem = /^([^~.]{1,6})~1(?:\.[^.]{0,3})?$/.exec(short)?.[1];
  return stem !== undefined && !/^[^ .~]{1,8}(?:\.[^ .]{1,3})?$/.test(long) && long.replace(/[ .]/g, "").startsWith(stem);
}

const isSamePart = (a: string, b: string): boolean => a === b || isShortFor(a, b) || isShortFor(b, a);

const isWithin = (folder: readonly string[], root: readonly string[]): boolean =>
  root.every((part, i) => isSamePart(folder[i] ?? "", part));

/** Reports entries of `profile.copies` that, with {install} filled in, are one folder, or a folder where the tool looks for plug-ins. */
function* checkFolders(site: Site, install: string, reported: Set<Scalar>): Iterable<Problem> {
  const roots = ["{install}\\plugins", ...site.tool.pluginRoots.map((root) => root.text)];
  const earlier: { readonly folder: readonly string[]; readonly leaf: Scalar }[] = [];
  for (const leaf of site.profile.copies) {
    const folder = partsOf(leaf.text, install);
    const twin = earlier.find((one) => one.folder.length === folder.length && isWithin(folder, one.folder))?.leaf;
    const root = roots.find((one) => isWithin(folder, partsOf(one, install)));
    earlier.push({ folder, leaf });
    if (reported.has(leaf) || (!twin && root === undefined)) continue;
    reported.add(leaf);
    if (twin) {
      yield profilePlace.at(
        placeOf(leaf.span),
        { seen: "twice", folder: leaf.text, other: twin.text, install },
        { pointer: leaf.pointer, related: [{ message: say`the same folder`, place: placeOf(twin.span) }] },
      );
    } else if (root !== undefined) {
      yield profilePlace.at(placeOf(leaf.span), { seen: "root", folder: leaf.text, root }, { pointer: leaf.pointer });
    }
  }
}

/** Returns the folder of the user Public if a path leads to its Documents by a junction or an 8.3 name; otherwise null. */
function publicRoot(path: string): string | null {
  const folder = partsOf(path, "");
  const [drive = ""] = folder;
  return /^[a-z]:$/.test(drive) && isWithin(folder, [drive, "users", "public", "documents"])
    ? `${drive.toUpperCase()}\\Users\\Public`
    : null;
}

function* check(view: RepositoryView): Iterable<Problem> {
  const { site } = view;
  yield* checkPlaces(view);
  yield* checkUnstated(view);
  if (site) {
    const reported = new Set<Scalar>();
    const installs = view.environments.map(({ install }) => install);
    for (const install of new Set(installs.length > 0 ? installs : [site.tool.install.text]))
      yield* checkFolders(site, install, reported);
  }
  for (const leaf of site?.profile.copies ?? []) {
    const written = DOCUMENTS.exec(leaf.text)?.[1];
    const root = written ?? publicRoot(leaf.text);
    if (root === null) continue;
    const fix = written === undefined ? null : fixOf(leaf, root);
    const found = { seen: "documents", folder: leaf.text, root } as const;
    yield profilePlace.at(placeOf(leaf.span), found, { pointer: leaf.pointer, ...(fix ? { fix } : {}) });
  }
}

const SITE = "environments/site.yaml";
const copiedTo = (folder: string) => ({
  file: SITE,
  replace: "'C:\\Users\\Public'",
  with: `'${folder}'`,
});

type Args =
  /** A folder in the Documents of the Windows user Public, and that user's folder (`root`). */
  | { readonly seen: "documents"; readonly folder: string; readonly root: string }
  /** A profile of a kit, while `profile` of site.yaml has no `file` or fewer than two `copies`; `file` is its name in site.yaml. */
  | {
      readonly seen: "places";
      readonly named: "no-profile" | "none" | "one";
      readonly profile: string;
      readonly file: string;
    }
  /** The files of kit.lock.yaml that are the profile (`certain`) or can be, although release.yaml does not name one. */
  | { readonly seen: "unstated"; readonly release: string; readonly paths: readonly string[]; readonly certain: boolean }
  /** Two entries of `profile.copies` that are one folder if the tool is installed in `install`. */
  | { readonly seen: "twice"; readonly folder: string; readonly other: string; readonly install: string }
  | { readonly seen: "root"; readonly folder: string; readonly root: string };

const STALE = say`the tool keeps loading the previous release's copy, which shows as red borders around synced elements`;
const BOTH_PLACES = say`['{install}\\profiles', 'C:\\Users\\Public']`;

function wording(found: Args): Wording {
  switch (found.seen) {
    case "documents":
      return {
        message: say`the profile would be copied to ${quotedName(found.folder)}, and the tool looks in ${name(found.root)} itself`,
        notes: [say`it would keep loading the previous release's copy from there`],
        help: say`write the folder of the public user itself: ${name(found.root)}`,
      };
    case "places":
      return {
        message: say`the kit has a profile (${name(found.profile)}), and ${NAMED[found.named]}`,
        notes: [STALE],
        help: say`set \`profile.file\` to ${name(yamlScalar(found.file))}, and \`profile.copies\` to both places where the tool looks: ${BOTH_PLACES}`,
      };
    case "unstated": {
      const [first = ""] = found.paths;
      const several = found.paths.length > 1;
      return {
        message: found.certain
          ? say`release ${name(found.release)} names no profile, and its kit has one`
          : say`release ${name(found.release)} names no profile, and its kit has a file that may be one`,
        notes: [say`the lock has ${listTexts(found.paths.map(name))}`, say`a bundle brings no profile: ${STALE}`],
        help: several
          ? say`write kit.profile with the one that the tool is to load`
          : say`write kit.profile: ${name(yamlScalar(first))}`,
      };
    }
    case "twice":
      return {
        message: say`${quotedName(found.folder)} and ${quotedName(found.other)} of \`profile.copies\` are one folder`,
        notes: [say`with the tool in ${name(found.install)}`, say`the profile goes to one place only; in the other one ${STALE}`],
        help: say`set \`profile.copies\` to both places where the tool looks: ${BOTH_PLACES}`,
      };
    case "root":
      return {
        message: say`the profile would be copied to ${quotedName(found.folder)}, where the tool looks for plug-ins`,
        notes: [
          say`${name(found.root)} is a plug-in root: a profile in it is a stray copy, which the next swap moves into quarantine`,
        ],
        help: say`set \`profile.copies\` to both places where the tool looks: ${BOTH_PLACES}`,
      };
  }
}

const NAMED = {
  "no-profile": say`site.yaml names no \`profile.file\`, so a bundle does not bring it`,
  none: say`\`profile.copies\` names no place, so it is copied nowhere`,
  one: say`\`profile.copies\` names one place only`,
} as const;

const profilePlace = defineDiagnostic({
  id: "kit/profile-place",
  severity: "error",
  title: "a release's profile does not get to the two places where the tool looks",
  why: "The tool reads its own profiles folder and the root of the public user's folder. A copy in Documents below that root is never read, and the stale one in the root stays. The same happens where a kit has a profile and the site names no place for it, or one (a warning), where both places are one folder, and where release.yaml does not name its kit's profile.",
  remedy:
    "Name `{install}\\profiles` and C:\\Users\\Public itself in `profile.copies` of site.yaml, and the profile in `kit.profile` of each release.yaml.",
  clauses: ["C6", "C8"],
  message: wording,
  fails: copiedTo("C:\\Users\\Public\\Documents"),
  passes: [copiedTo("C:\\Users\\Public"), copiedTo("D:\\Shared\\Documents")],
});

export const rule: RepositoryRule = { ...profilePlace, scope: "repository", check };
