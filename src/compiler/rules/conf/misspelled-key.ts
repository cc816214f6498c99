import { type Fix, type Place, type Problem, defineDiagnostic, name, placeOf, say, words } from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { FILE_ROLES, type FileRole, type PropertiesFile } from "../../model/files.ts";
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
    const args: Args = { key, set: null, why: found.why, right: found.right, instead: free ? "rename" : "stands" };
    yield misspelledKey.at(place, args, free ? { fix: renaming(place, found.right) } : {});
  }
}

const renaming = (place: Place, right: string): Fix => ({
  title: `rename it to ${right}`,
  safe: true,
  edits: [{ place, text: right }],
});

function* checkCompiled({ environment, files, release }: CompiledEnvironment): Iterable<Problem> {
  for (const file of FILE_ROLES) {
    const set = environment.workstation.set[file];
    for (const [key, { keySpan }] of set) {
      const found = misspelling(file, key, Boolean(files[file]?.base.document.load().map.has(key)));
      if (!found) continue;
      const place = placeOf(keySpan);
      const owned = Boolean(release?.writes.some((write) => write.file === file && write.key === found.right));
      const free = !owned && !set.has(found.right);
      const instead = owned ? "tier" : free ? "rename" : "stands";
      const args: Args = { key, set: file, why: found.why, right: found.right, instead };
      yield misspelledKey.at(place, args, free ? { fix: renaming(place, found.right) } : {});
    }
  }
}

const CONNECTOR = "releases/2506/base/connector.properties";

interface Args {
  readonly key: string;
  /** The file for which workstation.set sets the misspelled key; null if a base or installed file itself contains the key. */
  readonly set: FileRole | null;
  readonly why: string;
  readonly right: string;
  /** The remedy: rename the key, or remove it because the right key is there, too ("stands"), or `tier` of environment.yaml decides it. */
  readonly instead: "rename" | "stands" | "tier";
}

const misspelledKey = defineDiagnostic({
  id: "conf/misspelled-key",
  severity: "error",
  title: "a key is spelled differently from what its reader asks for",
  why: "Readers compare keys exactly, with the vendor's own mistakes. SteretypeNameTrucationLimit is right, StereotypeNameTruncationLimit is never read. The connector asks for AWC_WEBLOGIC_HOST_URL, the client for AWC_WEBLOGIC_HOST_URI.",
  remedy: "Use the spelling of the file's own reader. Transport and TRANSPORT are two right keys.",
  clauses: ["A5"],
  message: ({ key, set, why, right, instead }: Args) => ({
    message:
      set === null
        ? say`${name(key)} is not read`
        : say`workstation.set sets ${name(key)} of the ${words(set)} file, which is not read`,
    notes: [words(why)],
    help:
      instead === "rename"
        ? say`write ${name(right)}`
        : instead === "tier"
          ? say`${name(right)} is decided by the tier block: remove this line`
          : say`${name(right)} ${words(set === null ? "is in this file" : "is set")}, too: remove this line`,
  }),
  fails: { file: CONNECTOR, replace: LIMIT, with: "StereotypeNameTruncationLimit" },
  passes: [
    { file: CONNECTOR, replace: "Transport=http\n", with: "TRANSPORT_TIMEOUT=5\nTransport=http\n" },
    {
      file: "releases/2506/base/client.properties",
      replace: "IS_TCCS=false\n",
      with: "IS_TCCS=false\nStereotypeNameTruncationLimit=3\n",
    },
  ],
});

export const rule: PropertiesRule = { ...misspelledKey, scope: "properties", check, checkCompiled };
