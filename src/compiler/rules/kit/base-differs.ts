import {
  PLUGIN,
  type Problem,
  type Span,
  basePath,
  defineDiagnostic,
  name,
  pathspec,
  placeOf,
  say,
  sha256,
  shellCommand,
  startOf,
} from "../../../kernel/index.ts";
import { type BaseDifference, baseDifferences } from "../../kit/base.ts";
import { baseBytes } from "../../kit/places.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { RepositoryRule } from "../rule.ts";

function problemOf(release: Release, { base, kit, problem, locked, size }: BaseDifference): Problem {
  const path = basePath(release.name, base);
  const span = (locked as { span?: Span } | null)?.span;
  const related = span ? [{ message: say`the lock's entry for ${name(kit)}`, place: placeOf(span) }] : [];
  const found = { path, kit, release: release.name };
  const known = {
    related,
    explains: [{ is: "edit", file: path }],
    // if another finding reports the edited text, or another release's text, in the base file, this finding only follows from it
    follows: [
      { is: "release", file: path },
      { is: "text", file: path },
    ],
  } as const;
  const at = (seen: Seen) => baseDiffers.at(startOf(path), { ...found, ...seen }, known);
  if (problem === "missing") return at({ is: "missing" });
  if (locked && isTurned(release, base, locked.sha256)) return at({ is: "turned" });
  if (size === null || !locked || size === locked.size) return at({ is: "other" });
  return at({ is: "resized", size, locked: locked.size });
}

/** Returns true for a missing base file into which release.yaml writes keys, because reading the release already reports it. */
function isWritten(release: Release, { base, problem }: BaseDifference): boolean {
  return problem === "missing" && release.writes.some(({ file }) => base === `${file}.properties`);
}

/** Returns whether a base file equals the kit's file except for line ends, which a Git checkout converts without .gitattributes. */
function isTurned(release: Release, base: string, locked: string): boolean {
  const bytes = baseBytes(release, base as Parameters<typeof baseBytes>[1]);
  if (!bytes) return false;
  const lf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1").replace(/\r\n/g, "\n");
  return [lf, lf.replace(/\n/g, "\r\n")].some((text) => sha256(Buffer.from(text, "latin1")) === locked);
}

function* check(view: RepositoryView): Iterable<Problem> {
  for (const release of view.releases.values()) {
    for (const difference of baseDifferences(release)) {
      // kit/not-locked reports a path that the lock does not have
      if (difference.problem !== "unlocked" && !isWritten(release, difference)) yield problemOf(release, difference);
    }
  }
}

type Seen =
  | { readonly is: "missing" }
  /** The base file has the content of the kit's file, with other line ends. */
  | { readonly is: "turned" }
  | { readonly is: "other" }
  | { readonly is: "resized"; readonly size: number; readonly locked: number };

/** `path` is the path of the base file, `kit` that of its file in the kit. */
type Args = { readonly path: string; readonly kit: string; readonly release: string } & Seen;

const baseDiffers = defineDiagnostic({
  id: "kit/base-differs",
  severity: "error",
  because: ["conf/*", "kit/plugin-descriptor", "kit/release-differs", "repo/*"],
  title: "a file of base/ differs from the kit's",
  why: "base/ holds the kit's files byte for byte, so that compiling does not need the kit. An edited base file, or one whose line ends a checkout converted, gives every environment values that no kit ever had, and a bundle would bring a plug-in whose conf does not belong to its jars.",
  remedy:
    "Restore it from the kit. Set keys in environments or `defaults`, never in base/. Keep `releases/*/base/** -text` in .gitattributes.",
  clauses: ["C6"],
  message: (found: Args) => {
    const [path, kit, release] = [name(found.path), name(found.kit), name(found.release)];
    const restore = say`restore it from the kit: ${shellCommand`tierwright kit import SOURCE --release ${found.release} --force`} rewrites base/`;
    if (found.is === "missing")
      return {
        message: say`${path} is missing, and the kit has ${kit}`,
        notes: [say`compiling does not see the vendor's file`],
        help: restore,
      };
    if (found.is === "turned")
      return {
        message: say`${path} is the kit's own ${kit} except for its line ends`,
        notes: [say`a Git checkout converted them (core.autocrlf), so every compiled file would differ from the vendor's`],
        help: say`put the line \`releases/*/base/** -text\` into .gitattributes, then take the file again: delete it and run ${shellCommand`git checkout -- ${pathspec(found.path)}`}`,
      };
    const bytes = found.is === "resized" ? say`${found.size} bytes instead of ${found.locked}` : say`different content`;
    return {
      message: say`${path} has ${bytes} and is not the kit's own ${kit}`,
      notes: [say`every environment of release ${release} would be compiled from a file that the vendor never shipped`],
      help: say`${restore}; set a site's own values in its environments`,
    };
  },
  fails: { file: PLUGIN, replace: 'version="2506.0"', with: 'version="2506.1"' },
  passes: [{ file: "releases/2506/release.yaml", replace: "java: 17\n", with: "java: 17   # as its jars say\n" }],
});

export const rule: RepositoryRule = { ...baseDiffers, scope: "repository", check };
