import { type Problem, type Text, defineDiagnostic, name, say, value } from "../../../kernel/index.ts";
import type { PropertiesFile } from "../../model/files.ts";
import type { PropertiesRule } from "../rule.ts";
import { keyedLines, keyTokens, placeAt, valueTokens } from "./properties-lines.ts";

/**
 * Pattern of a path such as `\\srv\users`, for which the rule offers no fix: with only the backslash of `\u` doubled, Java would read
 * `\srv\users`, a folder of the current drive instead of a share of the server srv.
 */
const SHARE = /^["']?\\{2}[^\\]/;

function* check(file: PropertiesFile): Iterable<Problem> {
  let before = 0;
  let first = true;
  for (const { line, key } of keyedLines(file)) {
    // only an entry with \u can have a malformed escape, so any other, which can be long, is not split into tokens
    const may = file.document.text.slice(line.keyStart, line.contentEnd).includes("\\u");
    const malformed = may ? [...keyTokens(file, line), ...valueTokens(file, line)] : [];
    for (const token of malformed.filter((t) => t.kind === "malformed")) {
      const spelt = file.document.text.slice(token.start, token.end);
      const args = { key, spelt, before: first ? before : null };
      const share = line.valueEscaped && SHARE.test(file.document.text.slice(line.valueStart, line.contentEnd));
      const edits = [{ place: placeAt(file, token.start, token.start), text: "\\" }];
      yield malformedEscape.at(placeAt(file, token.start, token.end), args, {
        follows: [{ file: file.path, offset: line.valueStart }],
        ...(!share && { fix: { title: "double the backslash", safe: false, edits } }),
      });
      first = false;
    }
    before++;
  }
}

const CONNECTOR = "releases/2506/base/connector.properties";

interface Args {
  readonly key: string;
  readonly spelt: string;
  /** Number of keys before the malformed escape if it is the first malformed escape of the file; null for a later one. */
  readonly before: number | null;
}

function consequences(before: number | null): readonly Text[] {
  if (before === null) return [say`the load would fail here, too, once the escapes before it are fixed`];
  const also = before === 0 ? [] : say`, nor any of the ${before} before it`;
  return [
    say`java.util.Properties throws here and the load of the whole file fails`,
    say`no key is readable: none from here on${also}`,
  ];
}

const malformedEscape = defineDiagnostic({
  id: "conf/malformed-escape",
  severity: "error",
  because: ["conf/single-backslash"],
  title: "a \\u is not followed by four hexadecimal digits",
  why: "Java refuses the whole file. java.util.Properties throws an IllegalArgumentException that names neither the line nor the key, and no key is readable.",
  remedy: "Complete the escape, or double the backslash. In a comment it does no harm.",
  clauses: ["A4"],
  message: ({ key, spelt, before }: Args) => ({
    message: say`${name(key)}: ${value(spelt)} is not \\u with four hexadecimal digits`,
    notes: consequences(before),
    help: say`write \\\\u for a backslash before a u, or complete the escape as in \\u00FC`,
  }),
  fails: {
    file: CONNECTOR,
    replace: "Transport=http\n",
    with: "Transport=http\nGREETING=\\u12\n",
    beside: ["repo/not-compiled"],
  },
  passes: [
    { file: CONNECTOR, replace: "Transport=http\n", with: "Transport=http\nGREETING=gr\\u00fcn \\\\user\n" },
    { file: CONNECTOR, replace: "Transport=http\n", with: "# C:\\users\nTransport=http\n" },
  ],
});

export const rule: PropertiesRule = { ...malformedEscape, scope: "properties", check };
