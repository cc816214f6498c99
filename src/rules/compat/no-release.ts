import { didYouMean } from "../../diagnostic/nearest.ts";
import { MATRIX_PATH, releasePath } from "../../model/paths.ts";
import { placeOf } from "../../source/tree.ts";
import { listWords } from "../../verdict/words.ts";
import type { VerdictRule } from "./verdict-rule.ts";

export const rule: VerdictRule = {
  id: "compat/no-release",
  scope: "environment",
  severity: "error",
  title: "the connector names no release of this repository",
  why:
    "A connector release is a folder below releases/: it holds the kit's files that are compiled and the tier releases that it is certified for. " +
    "Without it there is neither a second axis to judge nor anything to write.",
  remedy: "Name a release that is there, or write its release.yaml and base/ from the kit.",
  clauses: ["C1"],
  fails: {
    file: "environments/demo/environment.yaml",
    replace: 'connector: "2506"',
    with: 'connector: "2606"',
    beside: ["compat/blocked"],
  },
  passes: [{ file: "environments/demo/environment.yaml", replace: 'connector: "2506"', with: "connector: 2506" }],
  *check(env) {
    if (env.release) return;
    const { connector } = env.environment;
    const names = [...env.shared.releases.keys()];
    // a release under another folder name, or no folder of releases at all, has a finding of its own
    const renamed = [...env.shared.releases.values()].find(({ release }) => release.text === connector.text);
    const needs =
      renamed !== undefined
        ? { file: renamed.path, pointer: "/release" }
        : names.length === 0 && env.shared.matrix === null
          ? { file: MATRIX_PATH, pointer: "" }
          : { file: releasePath(connector.text), pointer: "" };
    yield {
      at: placeOf(connector.span),
      pointer: connector.pointer,
      needs,
      message:
        `releases/${connector.text}/release.yaml is not there or cannot be read: ` +
        "no file of this environment can be compiled, and its tier cannot be judged",
      help:
        names.length > 0
          ? `Releases of this repository: ${listWords(names)}${didYouMean(connector.text, names)}`
          : "Write releases/<release>/release.yaml and copy the kit's files into base/.",
    };
  },
};
