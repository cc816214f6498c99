import type { ReadRule } from "../rule.ts";

export const rule: ReadRule = {
  scope: "read",
  id: "repo/unsafe-name",
  severity: "error",
  title: "a name of the site cannot be the name of a file or folder",
  why: "connector.conf and connector.folder become parts of paths, here and on workstations. A separator would lead out of the folder that is meant, and Windows refuses or changes reserved names, dots and blanks at the end.",
  remedy: "Write a plain name: no separators, no extension, nothing that Windows reserves.",
  clauses: ["B5"],
  fails: { file: "environments/site.yaml", replace: "conf: connector }", with: "conf: ../connector }" },
  passes: [{ file: "environments/site.yaml", replace: "conf: connector }", with: "conf: plm-connector }" }],
};
