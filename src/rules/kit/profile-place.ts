import type { Fix, Problem } from "../../diagnostic/finding.ts";
import type { RepositoryView } from "../../model/repository.ts";
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

function* check({ site }: RepositoryView): Iterable<Problem> {
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
  replace: "client: {",
  with: `profile: { file: PLM_Profile.mdzip, copies: ['{install}\\profiles', '${folder}'] }\nclient: {`,
});

export const rule: RepositoryRule = {
  scope: "repository",
  id: "kit/profile-place",
  severity: "error",
  title: "a copy of the profile goes into the public user's Documents folder",
  why: "The tool finds the profile in its own profiles folder and in the root of the public user's folder, not in Documents below it. A copy there is read by nobody, and the stale one in the root stays.",
  remedy: "Name C:\\Users\\Public itself in `profile.copies` of site.yaml.",
  clauses: ["C8"],
  fails: profile("C:\\Users\\Public\\Documents"),
  passes: [profile("C:\\Users\\Public"), profile("D:\\Shared\\Documents")],
  check,
};
