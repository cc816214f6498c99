import type { Problem } from "../../diagnostic/finding.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { placeAt } from "./properties-lines.ts";

const LENGTH = { "utf-8": 3, "utf-16le": 2, "utf-16be": 2 } as const;

function consequence(file: PropertiesFile): string {
  const { document } = file;
  if (document.bom !== "utf-8")
    return "Java reads a zero byte beside every character, so none of its keys is found: each is reported as a missing setting";
  const first = document.lines[0];
  if (!first || first.keyStart > 0) return "Java reads it as data of the first line";
  const key = document.text.slice(first.keyStart, first.keyEnd).slice(3);
  if (/^[#!]?$/.test(key) || key.startsWith("#") || key.startsWith("!"))
    return "Java reads the comment behind it as an entry with a nonsense key";
  return `Java reads the first key as 'ï»¿${key}', so ${key} is reported as a missing setting`;
}

function* check(file: PropertiesFile): Iterable<Problem> {
  const { bom } = file.document;
  if (!bom) return;
  const at = placeAt(file, 0, LENGTH[bom]);
  yield {
    at,
    message: `the file starts with a ${bom === "utf-8" ? "UTF-8" : "UTF-16"} byte order mark: ${consequence(file)}`,
    help: "save the file without a byte order mark, as ASCII with \\uXXXX for everything else",
    ...(bom === "utf-8" && { fix: { title: "remove the byte order mark", safe: true, edits: [{ place: at, text: "" }] } }),
  };
}

const FILE = "releases/2506/base/client.properties";

export const rule: PropertiesRule = {
  scope: "properties",
  id: "conf/bom",
  severity: "error",
  title: "a properties file starts with a byte order mark",
  why: "java.util.Properties knows no byte order mark: it becomes part of the first key, which nothing then finds, or turns a comment into an entry. Editors and Windows PowerShell 5.1 add one without saying so.",
  remedy: "Save the file as UTF-8 without a byte order mark, or as ASCII.",
  clauses: ["A3"],
  fails: { file: FILE, replace: "URL=http", with: "\ufeffURL=http", beside: ["repo/not-compiled"] },
  passes: [{ file: FILE, replace: "URL=http", with: "# \\ufeff in a comment\nURL=http" }],
  check,
};
