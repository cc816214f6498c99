import { createHash } from "node:crypto";
import { EXAMPLE_KIT } from "../example.ts";
import type { ReadRule } from "../rule.ts";
import { withKit } from "./example-kit.ts";

const JAR = "plugin/lib/plm-connector-2506.jar";
const CONTENT = EXAMPLE_KIT[JAR] ?? "";

/** What Git has in the place of the jar before `git lfs pull`. */
const POINTER = `version https://git-lfs.github.com/spec/v1
oid sha256:${createHash("sha256").update(CONTENT).digest("hex")}
size ${CONTENT.length}
`;

export const rule: ReadRule = {
  scope: "read",
  id: "kit/unavailable",
  severity: "error",
  title: "the kit of a release is not here",
  why: "Compiling needs base/ only, but a bundle holds the whole plug-in folder. A kit that was never fetched from Git LFS lies here as small pointer files, and those must not reach a workstation.",
  remedy:
    "Fetch it with `git lfs pull`, put it into the repository, or name with TIERWRIGHT_KITS a folder that holds a folder for each release.",
  clauses: ["C6"],
  fails: withKit({ [JAR]: POINTER }),
  passes: [withKit()],
};
