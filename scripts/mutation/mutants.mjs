/**
 * Makes the mutants of a source: small changes of its conditions, comparisons, literals and results. All of them are in one text, each
 * behind a switch, so that a file is loaded once and no mutant has to be compiled.
 */
import { parseAst } from "vitest/node";

const COMPARED = { "===": "!==", "!==": "===", "<": "<=", "<=": "<", ">": ">=", ">=": ">", "-": "+" };
const JOINED = { "&&": "||", "||": "&&" };

const isFunction = ({ type }) => /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

/** Returns whether a node is a type, which is no code that runs. */
const isType = ({ type }) => type.startsWith("TS") && !/^TS(?:As|Satisfies|NonNull)/.test(type);

const childrenOf = (node) =>
  Object.entries(node)
    .filter(([key]) => key !== "parent")
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value) => value !== null && typeof value === "object" && typeof value.type === "string")
    .sort((a, b) => a.start - b.start);

/**
 * Returns whether a text literal is compared, listed or passed on, so that it can change a decision; a text that is the value of a field is
 * only shown to a reader.
 */
const decides = (node, parent) =>
  typeof node.value === "string" && /^(?:ArrayExpression|BinaryExpression|SwitchCase)$/.test(parent?.type ?? "");

/** Returns the texts that can replace an expression, each with a description of the change. */
function alternatives(node, parent, raw) {
  const of = (part) => raw(part.start, part.end);
  switch (node.type) {
    case "BinaryExpression": {
      const other = COMPARED[node.operator];
      return other === undefined ? [] : [[`${of(node.left)} ${other} ${of(node.right)}`, `${node.operator} becomes ${other}`]];
    }
    case "LogicalExpression": {
      const other = JOINED[node.operator];
      if (other === undefined) return [[of(node.left), "what stands after ?? is left out"]];
      return [[`(${of(node.left)}) ${other} (${of(node.right)})`, `${node.operator} becomes ${other}`]];
    }
    case "UnaryExpression":
      return node.operator === "!" ? [[of(node.argument), "! is left out"]] : [];
    case "ConditionalExpression":
      return [
        [of(node.consequent), "the condition always holds"],
        [of(node.alternate), "the condition never holds"],
      ];
    case "YieldExpression":
      return [["undefined", "yield is left out"]];
    case "Literal":
      if (typeof node.value === "boolean") return [[String(!node.value), `${node.value} becomes ${!node.value}`]];
      if (typeof node.value === "number") return [[String(node.value + 1), `${node.value} becomes ${node.value + 1}`]];
      return decides(node, parent) ? [['"mutated"', `${node.raw} becomes another text`]] : [];
    default:
      return [];
  }
}

const isCondition = (node, parent) => parent?.type === "IfStatement" && parent.test === node;
const isResult = (node, parent) => parent?.type === "ReturnStatement" && !(node.type === "Literal" && node.value === null);
/** Returns whether a literal is a key or a name and not an expression. */
const isName = (node, parent) =>
  /^(?:Property|PropertyDefinition|MemberExpression)$/.test(parent?.type ?? "") && parent.key === node;

/** Returns the source with its mutants, each behind a call of `__mutant(id)`, and the list of them; `id` is the first number. */
export function mutated(source, path, id) {
  const mutants = [];
  const raw = (start, end) => source.slice(start, end);
  const lineAt = (offset) => raw(0, offset).split("\n").length;
  const switchTo = (node, text, otherwise, words) => {
    mutants.push({
      id: id + mutants.length,
      path,
      line: lineAt(node.start),
      words,
      snippet: raw(node.start, node.end).slice(0, 90),
    });
    return `(globalThis.__mutant?.(${id + mutants.length - 1}) ? (${text}) : ${otherwise})`;
  };

  function emit(node, parent, inside) {
    if (isType(node)) return raw(node.start, node.end);
    let text = "";
    let at = node.start;
    for (const child of childrenOf(node)) {
      if (child.start < at) continue; // a shorthand property contains its value a second time
      text += raw(at, child.start) + emit(child, node, inside || isFunction(node));
      at = child.end;
    }
    text += raw(at, node.end);
    if (!inside) return text;
    if (node.type === "ContinueStatement") {
      mutants.push({
        id: id + mutants.length,
        path,
        line: lineAt(node.start),
        words: "continue is left out",
        snippet: "continue",
      });
      return `if (!globalThis.__mutant?.(${id + mutants.length - 1})) ${text}`;
    }
    if (isName(node, parent) || parent?.type === "TSEnumMember") return text;
    for (const [other, words] of alternatives(node, parent, raw)) text = switchTo(node, other, text, words);
    if (isCondition(node, parent)) {
      text = switchTo(node, "true", text, "the condition always holds");
      text = switchTo(node, "false", text, "the condition never holds");
    }
    return isResult(node, parent) ? switchTo(node, "null", text, "null is returned") : text;
  }

  const code = emit(parseAst(source, { lang: "ts" }), null, false);
  return { code, mutants };
}
