import { defineDiagnostic } from "../../diagnostic/define.ts";
import { yamlScalar } from "../../diagnostic/yaml-scalar.ts";
import type { Fix, Problem } from "../../diagnostic/finding.ts";
import { name, quotedName, say } from "../../diagnostic/text.ts";
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
  const profile = stated.text.slice(stated.text.lastIndexOf("/") + 1);
  const [first] = copies;
  const named = !file ? "no-profile" : first ? "one" : "none";
  const at = first ? placeOf(first.span) : file ? placeOf(file.span) : startOf(site.path);
  yield profilePlace.at(
    at,
    { seen: "places", named, profile, file: file?.text ?? profile },
    {
      pointer: first ? "/profile/copies" : "/profile",
      severity: "warning",
      related: [{ message: say`the profile of a kit`, place: placeOf(stated.span) }],
    },
  );
}

function* check(view: RepositoryView): Iterable<Problem> {
  const { site } = view;
  yield* checkPlaces(view);
  for (const leaf of site?.profile.copies ?? []) {
    const root = DOCUMENTS.exec(leaf.text)?.[1];
    if (root === undefined) continue;
    const fix = fixOf(leaf, root);
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
  /** A folder below the public user's, and that of the public user. */
  | { readonly seen: "documents"; readonly folder: string; readonly root: string }
  /** A kit's profile, the name that the site gives it, and how many places the site names. */
  | {
      readonly seen: "places";
      readonly named: "no-profile" | "none" | "one";
      readonly profile: string;
      readonly file: string;
    };

const NAMED = {
  "no-profile": say`site.yaml has no \`profile:\`, so a bundle does not bring it`,
  none: say`\`profile.copies\` names no place, so it is copied nowhere`,
  one: say`\`profile.copies\` names one place only`,
} as const;

const profilePlace = defineDiagnostic({
  id: "kit/profile-place",
  severity: "error",
  title: "the profile of a release does not get to the two places where the tool looks",
  why: "The tool finds the profile in its own profiles folder and in the root of the public user's folder, not in Documents below it. A copy there is read by nobody, and the stale one in the root stays. The same happens where a kit has a profile and the site names no place for it, or one (a warning).",
  remedy: "Name C:\\Users\\Public itself in `profile.copies` of site.yaml.",
  clauses: ["C8"],
  message: (found: Args) =>
    found.seen === "documents"
      ? {
          message: say`the profile would be copied to ${quotedName(found.folder)}, and the tool looks in ${name(found.root)} itself`,
          notes: [say`it would go on loading the copy of the release before from there`],
          help: say`write the folder of the public user itself: ${name(found.root)}`,
        }
      : {
          message: say`the kit has a profile (${name(found.profile)}), and ${NAMED[found.named]}`,
          notes: [
            say`the tool goes on loading the copy of the release before, which shows as red borders around synced elements`,
          ],
          help: say`name both places where the tool looks: profile: { file: ${name(yamlScalar(found.file))}, copies: ['{install}\\profiles', 'C:\\Users\\Public'] }`,
        },
  fails: copiedTo("C:\\Users\\Public\\Documents"),
  passes: [copiedTo("C:\\Users\\Public"), copiedTo("D:\\Shared\\Documents")],
});

export const rule: RepositoryRule = { ...profilePlace, scope: "repository", check };
