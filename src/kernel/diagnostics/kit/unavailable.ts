import { shellCommand } from "../../diagnostic/command.ts";
import { createHash } from "node:crypto";
import { defineDiagnostic } from "../../diagnostic/define.ts";
import { joinTexts, name, say, words } from "../../diagnostic/text.ts";
import { must } from "../../text/must.ts";
import { EXAMPLE_KIT, withKit } from "./example-kit.ts";

const JAR = "plugin/lib/plm-connector-2506.jar";
const CONTENT = must(EXAMPLE_KIT[JAR], `${JAR} of the example kit`);

/** The Git LFS pointer that is in place of the example kit's jar before `git lfs pull`. */
const POINTER = `version https://git-lfs.github.com/spec/v1
oid sha256:${createHash("sha256").update(CONTENT).digest("hex")}
size ${CONTENT.length}
`;

type Args = {
  readonly release: string /** The folder where the release's kit should be. */;
  readonly folder: string | null;
} /** `pointers`: a kit of Git LFS pointers instead of files, with the path of the first and their number. */ & (
  | { readonly seen: "pointers"; readonly first: string; readonly count: number }
  /** A kit that was not found; `looked`: the folders that were searched, each with the reason, in words. */
  | { readonly seen: "nowhere"; readonly looked: readonly string[] }
);

export const unavailable = defineDiagnostic({
  id: "kit/unavailable",
  severity: "error",
  title: "the kit of a release is not here",
  why: "A bundle needs the whole plug-in folder; compiling needs only base/. A kit that was not fetched from Git LFS consists of small pointer files, which must not reach a workstation.",
  remedy:
    "Run `git lfs pull`, put the kit into the repository, or set TIERWRIGHT_KITS to a folder with a folder for each release.",
  clauses: ["C6"],
  message: (found: Args) => {
    const release = name(found.release);
    if (found.seen === "pointers")
      return {
        message:
          found.count === 1
            ? say`${name(found.first)} is a Git LFS pointer: its content has not been fetched`
            : say`${found.count} files of the kit are Git LFS pointers: their content has not been fetched`,
        notes: [say`the kit of release ${release} is not here`],
        help: say`run ${shellCommand`git lfs pull --include ${`${found.folder ?? "releases"}/**`}`}`,
      };
    return {
      message: say`the kit of release ${release} is not here`,
      notes: [joinTexts(found.looked.map(words), "; "), say`nothing can be proven about it, and no bundle can be built from it`],
      help: say`put the kit into ${name(found.folder ?? "releases/<release>/kit")}, or set TIERWRIGHT_KITS to a folder that holds ${release}/`,
    };
  },
  fails: withKit({ [JAR]: POINTER }),
  passes: [withKit()],
});
