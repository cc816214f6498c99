import type { ReadRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";

export const rule: ReadRule = {
  id: "repo/encoding",
  scope: "read",
  severity: "error",
  title: "a document is not UTF-8",
  why: "YAML is read as UTF-8 (a byte order mark is allowed). UTF-16, which '>' of Windows PowerShell writes, and Windows code pages would be read as other characters.",
  remedy: "Save the file as UTF-8.",
  clauses: [],
  fails: { file: FILE, with: Uint8Array.from("name: f\u00fcr", (c) => c.charCodeAt(0)) },
  passes: [
    { file: FILE, replace: "apiVersion:", with: "\ufeffapiVersion:" },
    { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: für alle\n" },
  ],
};
