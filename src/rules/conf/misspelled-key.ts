import type { Problem } from "../../diagnostic/finding.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { FILE_ROLES, type PropertiesFile } from "../../model/files.ts";
import { placeOf } from "../../source/tree.ts";
import type { PropertiesRule } from "../rule.ts";
import { LIMIT, misspelling } from "./exact-keys.ts";
import { keyedLines, placeAt } from "./properties-lines.ts";

function* check(file: PropertiesFile): Iterable<Problem> {
  const { role } = file;
  if (!role) return;
  const lines = keyedLines(file);
  for (const { line, key } of lines) {
    const found = misspelling(role, key, file.origin === "base");
    if (!found) continue;
    const place = placeAt(file, line.keyStart, line.keyEnd);
    const free = !lines.some((other) => other.key === found.right);
    yield {
      at: place,
      message: `${key} is not read: ${found.why}`,
      help: free ? `write ${found.right}` : `${found.right} stands in this file, too; remove this line`,
      ...(free && { fix: { title: `rename it to ${found.right}`, safe: true, edits: [{ place, text: found.right }] } }),
    };
  }
}

function* checkCompiled({ environment, files, release }: CompiledEnvironment): Iterable<Problem> {
  for (const file of FILE_ROLES) {
    const set = environment.workstation.set[file];
    for (const [key, { keySpan }] of set) {
      const found = misspelling(file, key, files[file]?.base.document.load().map.has(key) ?? false);
      if (!found) continue;
      const place = placeOf(keySpan);
      const owned = release?.writes.some((write) => write.file === file && write.key === found.right) ?? false;
      const free = !owned && !set.has(found.right);
      yield {
        at: place,
        message: `workstation.set sets ${key} of the ${file} file, which is not read: ${found.why}`,
        help: owned
          ? `${found.right} is decided by the tier block; remove this line`
          : free
            ? `write ${found.right}`
            : `${found.right} is set, too; remove this line`,
        ...(free && { fix: { title: `rename it to ${found.right}`, safe: true, edits: [{ place, text: found.right }] } }),
      };
    }
  }
}

const CONNECTOR = "releases/2506/base/connector.properties";

export const rule: PropertiesRule = {
  scope: "properties",
  id: "conf/misspelled-key",
  severity: "error",
  title: "a key is spelt in a way that its reader does not ask for",
  why: "Readers ask for keys by their exact text, the vendor's own mistakes included: SteretypeNameTrucationLimit is right, StereotypeNameTruncationLimit is never read. The connector asks for AWC_WEBLOGIC_HOST_URL, the client for AWC_WEBLOGIC_HOST_URI.",
  remedy: "Use the spelling of the file's own reader. Transport and TRANSPORT are two keys; both are right.",
  clauses: ["A5"],
  fails: { file: CONNECTOR, replace: LIMIT, with: "StereotypeNameTruncationLimit" },
  passes: [
    { file: CONNECTOR, replace: "Transport=http\n", with: "TRANSPORT_TIMEOUT=5\nTransport=http\n" },
    {
      file: "releases/2506/base/client.properties",
      replace: "IS_TCCS=false\n",
      with: "IS_TCCS=false\nStereotypeNameTruncationLimit=3\n",
    },
  ],
  check,
  checkCompiled,
};
