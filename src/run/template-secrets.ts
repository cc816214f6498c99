import type { RuleProblem } from "../diagnostic/finding.ts";
import type { Spelling } from "../diagnostic/spelling.ts";
import { plainValue } from "../diagnostics/secret/plain-value.ts";
import { namesSecret, secretInside, standsIn } from "../model/plain-secret.ts";

/** Beside a name its value, in XML: <parameter name="..." value="..."/>. */
const PAIR = /\b(?:[a-z]+-)?(?:name|key)\s*=\s*(["'])(.*?)\1[^<>]*?\b(?:[a-z]+-)?value\s*=\s*(["'])(.*?)\3/gi;
const ATTRIBUTE = /([\w.-]+)\s*=\s*(["'])(.*?)\2/g;
const ELEMENT = /<([\w.-]+)(?:\s[^<>]*)?>([^<>]+)<\//g;
/** NAME=value or name: value, a line of its own; in Markdown that is a sentence. */
const ASSIGNMENT = /^\s*([\w.$-]+)\s*[:=]\s*(\S.*?)\s*$/g;
const PEM = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----/;

/** An expression gives the value, so nothing stands there. */
const isLiteral = (value: string): boolean => !value.includes("{{") && !standsIn(value);

interface Found {
  readonly key: string | null;
  readonly kind: "name" | "inside";
  readonly spelling: Spelling;
}

function secretIn(line: string, isProse: boolean): Found | null {
  const named: readonly (readonly [string, string])[] = [
    ...[...line.matchAll(PAIR)].map(([, , key = "", , value = ""]) => [key, value] as const),
    ...[...line.matchAll(ATTRIBUTE)].map(([, key = "", , value = ""]) => [key, value] as const),
    ...[...line.matchAll(ELEMENT)].map(([, key = "", value = ""]) => [key, value] as const),
    ...(isProse ? [] : [...line.matchAll(ASSIGNMENT)].map(([, key = "", value = ""]) => [key, value] as const)),
  ];
  const key = named.find(([name, value]) => isLiteral(value) && namesSecret(name, value))?.[0];
  if (key !== undefined) return { key, kind: "name", spelling: "plain" };
  if (PEM.test(line)) return { key: null, kind: "inside", spelling: "plain" };
  for (const word of line.split(/[\s"'`<>]+/)) {
    const spelling = isLiteral(word) ? secretInside(word) : null;
    if (spelling) return { key: null, kind: "inside", spelling };
  }
  return null;
}

/** Passwords and keys that a template of the repository holds as text; what an expression puts there is none. */
export function secretsInTemplate(path: string, text: string): readonly RuleProblem[] {
  // an expression over several lines stays as many lines
  const shown = text.replace(/\{\{[^}]*\}\}/g, (expression) => `{{${expression.replace(/[^\n]/g, "")}}}`);
  return shown.split(/\r\n|\r|\n/).flatMap((line, i) => {
    const found = secretIn(line, /\.md\.hbs$/.test(path));
    const place = { file: path, line: i + 1, column: 1, endLine: i + 1, endColumn: line.length + 1 };
    return found ? [plainValue.at(place, { seen: "file", file: path, ...found }, { quote: false })] : [];
  });
}
