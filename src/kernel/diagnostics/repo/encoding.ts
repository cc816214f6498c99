import { defineDiagnostic } from "../../diagnostic/define.ts";
import { bareValue, say, value, words } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";

type Args =
  /** A file in another encoding than UTF-8, recognized by its byte order mark or first bytes. */
  | { readonly seen: "other"; readonly encoding: string }
  /** A file with bytes that are not UTF-8: the first such byte, its character in Windows-1252, and the number of further such bytes. */
  | { readonly seen: "byte"; readonly byte: number; readonly windows: string; readonly more: number };

const hex = (byte: number) => `0x${byte.toString(16).toUpperCase().padStart(2, "0")}`;

export const encoding = defineDiagnostic({
  id: "repo/encoding",
  severity: "error",
  title: "a document is not UTF-8",
  why: "YAML is read as UTF-8, with or without a byte order mark. UTF-16, which '>' of Windows PowerShell writes, and Windows code pages would be read as other characters.",
  remedy: "Save the file as UTF-8.",
  clauses: [],
  message: (found: Args) =>
    found.seen === "other"
      ? {
          message: say`the file is ${words(found.encoding)}, and YAML documents are read as UTF-8`,
          help: say`save it as UTF-8 (Windows PowerShell: Set-Content -Encoding UTF8; its '>' writes UTF-16)`,
        }
      : {
          message: say`byte ${bareValue(hex(found.byte))} is not UTF-8 (in Windows-1252 it is ${value(found.windows)})${
            found.more > 0 ? say`, and ${found.more} more like it` : []
          }`,
          notes: [say`the file was saved in another encoding`],
          help: say`save it as UTF-8`,
        },
  fails: { file: FILE, with: Uint8Array.from("name: f\u00fcr", (c) => c.charCodeAt(0)) },
  passes: [
    { file: FILE, replace: "apiVersion:", with: "\ufeffapiVersion:" },
    { file: FILE, replace: "name: demo\n", with: "name: demo\ndescription: für alle\n" },
  ],
});
