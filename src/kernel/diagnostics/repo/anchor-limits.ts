import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say, words } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

/**
 * The fault of a YAML alias: it contains itself, or all aliases together add too much; `most` is the greatest allowed number of values or
 * levels.
 */
type Args = { readonly seen: "endless" } | { readonly seen: "too-much"; readonly most: number; readonly of: "values" | "levels" };

export const anchorLimits = defineDiagnostic({
  id: "repo/anchor-limits",
  severity: "error",
  title: "aliases make a document endless or enormous",
  why: "A few lines of aliases can become billions of values. An alias repeats its anchor's content, and anchors that hold aliases multiply. A document can gain 100,000 values and 64 levels by aliases, far more than any honest one needs.",
  remedy: "Write the values out, or use `extends` or `defaults`.",
  clauses: [],
  message: (found: Args) =>
    found.seen === "endless"
      ? {
          message: say`this alias is inside the value that it repeats`,
          notes: [say`the document would be endless`],
          help: say`write the value out`,
        }
      : {
          message: say`aliases make this document too large: with this one it has more than ${found.most} ${words(found.of)}`,
          help: say`write the values out, or inherit them by \`extends\` or \`defaults\``,
        },
  fails: {
    file: FILE,
    replace: '  fileTransfer: [ "https://plm.example.com:4544" ]',
    with: '  fileTransfer: &list [ "https://plm.example.com:4544", *list ]',
  },
  passes: [
    {
      file: FILE,
      replace: "  hosts: { plm.example.com: 10.20.0.11 }",
      with: "  hosts: { plm.example.com: &a 10.20.0.11, fms.example.com: *a }",
    },
  ],
});
