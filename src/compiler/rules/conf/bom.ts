import { type Problem, type Text, defineDiagnostic, name, quotedName, say, words } from "../../../kernel/index.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { placeAt } from "./properties-lines.ts";

const LENGTH = { "utf-8": 3, "utf-16le": 2, "utf-16be": 2 } as const;

/** The part of a properties file that a byte order mark spoils: the whole file, an empty first line, a comment, or the first key. */
type Spoiled =
  | { readonly what: "all" }
  | { readonly what: "first-line" }
  | { readonly what: "comment" }
  /** The byte order mark becomes part of the first key; `key` is that key without the mark. */
  | { readonly what: "key"; readonly key: string };

function spoiled({ document }: PropertiesFile): Spoiled {
  if (document.bom !== "utf-8") return { what: "all" };
  const key = document.text.slice(LENGTH["utf-8"], document.lines[0]?.keyEnd);
  if (key === "") return { what: "first-line" };
  return /^[#!]/.test(key) ? { what: "comment" } : { what: "key", key };
}

function* check(file: PropertiesFile): Iterable<Problem> {
  const { bom } = file.document;
  if (!bom) return;
  const at = placeAt(file, 0, LENGTH[bom]);
  const fix = { title: "remove the byte order mark", safe: true, edits: [{ place: at, text: "" }] };
  yield byteOrderMark.at(at, { mark: bom, ...spoiled(file) }, bom === "utf-8" ? { fix } : {});
}

const FILE = "releases/2506/base/client.properties";

function consequence(found: Spoiled): Text {
  if (found.what === "all")
    return say`Java reads a zero byte next to every character, so none of its keys is found: each is reported as a missing setting`;
  if (found.what === "first-line") return say`Java reads the mark itself as a key`;
  if (found.what === "comment") return say`Java reads the comment after it as an entry with a nonsense key`;
  return say`Java reads the first key as ${quotedName(`ï»¿${found.key}`)}, so ${name(found.key)} is reported as a missing setting`;
}

const byteOrderMark = defineDiagnostic({
  id: "conf/bom",
  severity: "error",
  title: "a properties file starts with a byte order mark",
  why: "Java reads the mark as part of the first key. That key is then not found, or a comment becomes an entry. Editors and Windows PowerShell 5.1 add a mark silently.",
  remedy: "Save as UTF-8 without a byte order mark, or as ASCII.",
  clauses: ["A3"],
  message: (found: Spoiled & { readonly mark: keyof typeof LENGTH }) => ({
    message: say`the file starts with a ${words(found.mark === "utf-8" ? "UTF-8" : "UTF-16")} byte order mark`,
    notes: [consequence(found)],
    help: say`save the file without a byte order mark, as ASCII with \\uXXXX for everything else`,
  }),
  fails: { file: FILE, replace: "URL=http", with: "\ufeffURL=http", beside: ["repo/not-compiled"] },
  passes: [{ file: FILE, replace: "URL=http", with: "# \\ufeff in a comment\nURL=http" }],
});

export const rule: PropertiesRule = { ...byteOrderMark, scope: "properties", check };
