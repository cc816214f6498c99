import { defineDiagnostic } from "../../diagnostic/define.ts";
import { name, say, type Text } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

/** The names of documents that their folder must contain. Such a document can only be removed together with its folder. */
const OF_FOLDERS = ["environment.yaml", "release.yaml"];

/** The documents that every repository has. */
const REQUIRED = ["site.yaml", "matrix.yaml"];

/** Returns words for the removal of an empty document, the alternative to writing it; empty for a document that every repository must have. */
function removal(file: string): Text {
  const own = file.slice(file.lastIndexOf("/") + 1);
  if (REQUIRED.includes(own)) return say``;
  return OF_FOLDERS.includes(own)
    ? say`, or remove the folder ${name(file.slice(0, -own.length - 1))}`
    : say`, or remove the file`;
}

export const emptyDocument = defineDiagnostic({
  id: "repo/empty-document",
  severity: "error",
  title: "a document is empty",
  why: "An empty file is unfinished or truncated. To read it (or comments alone) as a document without settings would drop everything that it should hold.",
  remedy: "Write the document, starting with apiVersion and kind, or remove it: an environment or a release with its folder.",
  clauses: [],
  message: ({ file }: { readonly file: string }) => ({
    message: say`the document is empty`,
    help: say`start it with \`apiVersion: tierwright/v1\` and its kind${removal(file)}`,
  }),
  fails: { file: FILE, with: "# to be written\n" },
  passes: [{ file: FILE, replace: "apiVersion:", with: "# a comment at the top\napiVersion:" }],
});
