import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/yaml-tag",
  scope: "read",
  severity: "error",
  title: "a value has a tag that is not read",
  why: "A word that starts with '!' is a tag: it asks the reader to make something else of the value. Readers that do not know it drop it, so '!secret x' would become x.",
  remedy: "Remove the tag; put the value in single quotes if '!' belongs to it. A secret is written { env: NAME }.",
  clauses: [],
  fails: { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: !important first\n" },
  passes: [
    { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: '!important first'\n" },
    { file: FILE, replace: '  release: "2506"', with: "  release: !!str 2506" },
  ],
};
