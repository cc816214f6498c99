import type { ReadRule } from "../rule.ts";

export const rule: ReadRule = {
  scope: "read",
  id: "repo/release-name",
  severity: "error",
  title: "release.yaml names another release than its folder",
  why: "Environments name the folder, the matrix and the certified range name the release. When the two differ, the verdict is about another release than the one that is installed.",
  remedy: "Give both the same name.",
  clauses: ["C1"],
  fails: { file: "releases/2506/release.yaml", replace: 'release: "2506"', with: 'release: "2606"' },
  passes: [{ file: "releases/2506/release.yaml", replace: 'release: "2506"', with: "release: 2506" }],
};
