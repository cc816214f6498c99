import {
  type Mapping,
  type RuleProblem,
  type Scalar,
  type SourceText,
  type Tree,
  name,
  placeOf,
  plainValue,
  secretSpelling,
} from "../../kernel/index.ts";
import { parseAddress } from "../model/address.ts";

/**
 * Matches the JSON pointers of values in workstation.set. `secretsInYaml` skips them, because a rule on the compiled values reports secrets
 * in them.
 */
const SET = /^(?:\/defaults)?\/workstation\/set\//;

function scalarsOf(tree: Tree, into: Scalar[] = []): readonly Scalar[] {
  if (tree.type === "scalar") into.push(tree);
  else if (tree.type === "list") for (const item of tree.items) scalarsOf(item, into);
  else for (const { value } of tree.entries.values()) scalarsOf(value, into);
  return into;
}

/** Returns true for an address with a user name or password in it, which is reported by another rule. */
const isAddress = (text: string): boolean => (parseAddress(text)?.userinfo ?? null) !== null;

const pathText = (pointer: string): string => pointer.slice(1).replaceAll("/", ".").replaceAll("~1", "/").replaceAll("~0", "~");

/** The characters that can precede the '#' of a comment: a blank or a line end. A '#' at the start of the text needs none. */
const BEFORE = /[ \t\r\n\u2028\u2029]/;
const REST_OF_LINE = /[^\r\n]*/y;

function* commentsOf({ text }: SourceText): Iterable<{ readonly text: string; readonly start: number; readonly end: number }> {
  for (let start = text.indexOf("#"); start >= 0; ) {
    let end = start + 1;
    if (start === 0 || BEFORE.test(text[start - 1] as string)) {
      REST_OF_LINE.lastIndex = end;
      REST_OF_LINE.test(text);
      end = REST_OF_LINE.lastIndex;
      yield { text: text.slice(start + 1, end), start, end };
    }
    start = text.indexOf("#", end);
  }
}

/**
 * Reports passwords and keys in plain text in the values and comments of a YAML document.
 * @param known The findings already reported; their lines are skipped.
 */
export function secretsInYaml(tree: Mapping, source: SourceText, known: readonly RuleProblem[]): readonly RuleProblem[] {
  const told = new Set(known.map(({ at }) => at?.line));
  const file = source.path;
  const problems: RuleProblem[] = [];
  for (const { text, span, pointer } of scalarsOf(tree)) {
    const spelling = secretSpelling(text);
    if (!spelling || SET.test(pointer) || isAddress(text)) continue;
    const place = placeOf(span);
    if (told.has(place.line)) continue;
    told.add(place.line);
    problems.push(
      plainValue.at(place, { seen: "yaml", file, path: [name(pathText(pointer))], spelling }, { pointer, quote: false }),
    );
  }
  for (const { text, start, end } of commentsOf(source)) {
    const spelling = secretSpelling(text);
    const place = spelling && placeOf({ source, start, end });
    if (!place || told.has(place.line)) continue;
    problems.push(plainValue.at(place, { seen: "yaml", file, path: null, spelling }, { quote: false }));
  }
  return problems;
}
