import {
  type RuleProblem,
  type Spelling,
  namedSecret,
  plainValue,
  secretNameIn,
  secretSpelling,
  standsIn,
} from "../../kernel/index.ts";

interface Found {
  readonly key: string | null;
  readonly kind: "name" | "inside";
  readonly spelling: Spelling;
}

function secretIn(line: string, isProse: boolean): Found | null {
  const assigned = isProse ? null : assignment(line);
  if (assigned && namedSecret(...assigned) && !standsIn(assigned[1]))
    return { key: assigned[0], kind: "name", spelling: "plain" };
  const spelling = secretSpelling(line);
  if (spelling === null) return null;
  const key = spelling === "plain" ? secretNameIn(line) : null;
  return key === null ? { key, kind: "inside", spelling } : { key, kind: "name", spelling };
}

/**
 * Returns the key and value of a line `NAME=value` or `name: value`; null otherwise, or if a template expression gives the value. Not used
 * for Markdown, where such a line is a sentence.
 */
function assignment(line: string): readonly [key: string, value: string] | null {
  const sign = line.search(/[:=]/);
  if (sign < 0) return null;
  const key = line.slice(0, sign).trim();
  const value = line.slice(sign + 1).trim();
  return /^[\w.$-]{1,256}$/.test(key) && !value.includes("{{") ? [key, value] : null;
}

/** Reports passwords and keys that a repository's template contains as text. Values from template expressions do not count. */
export function secretsInTemplate(path: string, text: string): readonly RuleProblem[] {
  const isProse = path.endsWith(".md.hbs");
  return withoutExpressions(text)
    .split(/\r\n|\r|\n/)
    .flatMap((line, i) => {
      const found = secretIn(line, isProse);
      const place = { file: path, line: i + 1, column: 1, endLine: i + 1, endColumn: line.length + 1 };
      return found ? [plainValue.at(place, { seen: "file", file: path, ...found }, { quote: false })] : [];
    });
}

/** Returns the text with every template expression emptied. Line breaks within expressions stay, so line numbers do not change. */
function withoutExpressions(text: string): string {
  let [shown, from] = ["", 0];
  for (let at = text.indexOf("{{"); at >= 0; at = text.indexOf("{{", from)) {
    const end = text.indexOf("}}", at);
    if (end < 0) break;
    shown += `${text.slice(from, at)}{{${text.slice(at, end).replace(/[^\n]/g, "")}}}`;
    from = end + 2;
  }
  return shown + text.slice(from);
}
