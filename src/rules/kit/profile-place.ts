import type { Fix, Problem } from "../../diagnostic/finding.ts";
import { startOf } from "../../diagnostic/place.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { type Scalar, placeOf } from "../../source/tree.ts";
import type { RepositoryRule } from "../rule.ts";

/** The public user's Documents folder, by either of its names, or anything below it. */
const DOCUMENTS = /^(.*[\\/]Users[\\/]Public|%PUBLIC%)[\\/]+(Public )?Documents([\\/]|$)/i;

function fixOf(leaf: Scalar, root: string): Fix | null {
  const { source, start, end } = leaf.span;
  const written = source.text.slice(start, end);
  const at = written.indexOf(leaf.text);
  if (at < 0) return null;
  const place = source.placeOf(start + at, start + at + leaf.text.length);
  return { title: `write ${root}`, safe: false, edits: [{ place, text: root }] };
}

/** A kit's profile that has nowhere to go, or one place of the two: the old one stays in the other (C8). */
function* checkPlaces({ site, releases }: RepositoryView): Iterable<Problem> {
  if (!site) return;
  const stated = [...releases.values()].map((release) => release.kit.get("profile")).find((leaf) => leaf !== undefined);
  const { file, copies } = site.profile;
  if (!stated || (file && copies.length >= 2)) return;
  const name = stated.text.slice(stated.text.lastIndexOf("/") + 1);
  const found = !file
    ? "site.yaml has no `profile:`, so a bundle does not bring it"
    : copies.length === 0
      ? "`profile.copies` names no place, so it is copied nowhere"
      : "`profile.copies` names one place only";
  const [first] = copies;
  const line = `profile: { file: ${file?.text ?? name}, copies: ['{install}\\profiles', 'C:\\Users\\Public'] }`;
  yield {
    at: first ? placeOf(first.span) : file ? placeOf(file.span) : startOf(site.path),
    pointer: first ? "/profile/copies" : "/profile",
    severity: "warning",
    message: `the kit has a profile (${name}), and ${found}: the tool goes on loading the copy of the release before, which shows as red borders around synced elements`,
    help: `name both places where the tool looks: ${line}`,
    related: [{ message: "the profile of a kit", place: placeOf(stated.span) }],
  };
}

function* check(view: RepositoryView): Iterable<Problem> {
  const { site } = view;
  yield* checkPlaces(view);
  for (const leaf of site?.profile.copies ?? []) {
    const root = DOCUMENTS.exec(leaf.text)?.[1];
    if (root === undefined) continue;
    const fix = fixOf(leaf, root);
    yield {
      at: placeOf(leaf.span),
      pointer: leaf.pointer,
      message: `the profile would be copied to '${leaf.text}', and the tool looks in ${root} itself: it would go on loading the copy of the release before from there`,
      help: `write the folder of the public user itself: ${root}`,
      ...(fix ? { fix } : {}),
    };
  }
}

const SITE = "environments/site.yaml";
const profile = (folder: string) => ({
  file: SITE,
  replace: "'C:\\Users\\Public'",
  with: `'${folder}'`,
});

export const rule: RepositoryRule = {
  scope: "repository",
  id: "kit/profile-place",
  severity: "error",
  title: "the profile of a release does not get to the two places where the tool looks",
  why: "The tool finds the profile in its own profiles folder and in the root of the public user's folder, not in Documents below it. A copy there is read by nobody, and the stale one in the root stays. The same happens where a kit has a profile and the site names no place for it, or one (a warning).",
  remedy: "Name C:\\Users\\Public itself in `profile.copies` of site.yaml.",
  clauses: ["C8"],
  fails: profile("C:\\Users\\Public\\Documents"),
  passes: [profile("C:\\Users\\Public"), profile("D:\\Shared\\Documents")],
  check,
};
