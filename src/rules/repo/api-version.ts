import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/api-version",
  scope: "read",
  severity: "error",
  title: "a document is of a version that is not read",
  why: "apiVersion says how a document is to be understood. One of another version is not judged by this version's rules: its keys may mean something else.",
  remedy: "Write an apiVersion that the message names, or use a tierwright that reads this one.",
  clauses: [],
  fails: { file: FILE, replace: "apiVersion: tierwright/v1", with: "apiVersion: tierwright/v2" },
  passes: [{ file: FILE, replace: "apiVersion: tierwright/v1", with: "apiVersion: 'tierwright/v1'" }],
};
