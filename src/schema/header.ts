import type { RuleId } from "../diagnostic/ids.generated.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { RuleProblem } from "../source/problem.ts";
import { quoted } from "../source/quoted.ts";
import { child, placeOf, type Tree } from "../source/tree.ts";
import { API_VERSIONS, DOCUMENT_KINDS, type DocumentKind } from "./kinds.ts";
import { kindOf } from "./words.ts";

/** apiVersion and kind: at most one clear error each, none when the document is no map (the shape says that). */
export function checkHeader(kind: DocumentKind, tree: Tree): RuleProblem[] {
  if (tree.type !== "map") return [];
  const version = checkVersion(tree);
  if (version !== null && child(tree, "apiVersion") !== undefined) return [version];
  return [version, checkKind(kind, tree)].filter((problem) => problem !== null);
}

/** True when the document is of another version or another known kind, so that its shape is not to be judged by this one's. */
export function isForeign(kind: DocumentKind, tree: Tree): boolean {
  const version = child(tree, "apiVersion");
  if (version && !(version.type === "scalar" && (version.value === null || API_VERSIONS.includes(version.text)))) return true;
  const own = child(tree, "kind");
  return own?.type === "scalar" && own.text !== kind && (DOCUMENT_KINDS as readonly string[]).includes(own.text);
}

function shown(value: Tree): string {
  return value.type === "scalar" ? quoted(value.text) : kindOf(value);
}

function isNull(value: Tree): boolean {
  return value.type === "scalar" && value.value === null;
}

function checkVersion(tree: Tree): RuleProblem | null {
  const value = child(tree, "apiVersion");
  const read = API_VERSIONS.join(", ");
  if (value === undefined) return missing("repo/api-version", "apiVersion", `${API_VERSIONS.at(-1)}`, tree);
  if (isNull(value) || (value.type === "scalar" && API_VERSIONS.includes(value.text))) return null;
  return {
    rule: "repo/api-version",
    at: placeOf(value.span),
    message: `apiVersion ${shown(value)} is not read by this version, which reads: ${read}`,
    help: `write ${API_VERSIONS.at(-1)}, or use a version of tierwright that reads it`,
    pointer: "/apiVersion",
  };
}

function checkKind(kind: DocumentKind, tree: Tree): RuleProblem | null {
  const value = child(tree, "kind");
  if (value === undefined) return missing("repo/document-kind", "kind", kind, tree);
  if (isNull(value) || (value.type === "scalar" && value.text === kind)) return null;
  const typo = value.type === "scalar" && nearest(value.text, DOCUMENT_KINDS) === kind && !value.anchored;
  const fix = { title: `write ${kind}`, safe: false, edits: [{ place: placeOf(value.span), text: kind }] };
  return {
    rule: "repo/document-kind",
    at: placeOf(value.span),
    message: `a file of this name holds kind '${kind}', and this says ${shown(value)}`,
    help: `write kind: ${kind}, or move the document to where its kind belongs`,
    pointer: "/kind",
    ...(typo ? { fix } : {}),
  };
}

function missing(rule: RuleId, key: string, value: string, tree: Tree): RuleProblem {
  const place = placeOf({ ...tree.span, end: tree.span.start });
  const flow = tree.span.source.text[tree.span.start] === "{";
  const edits = [{ place, text: flow ? "" : `${key}: ${value}\n` }];
  return {
    rule,
    at: place,
    message: `'${key}: ${value}' is missing at the top of the document`,
    help: "add it as a line of its own",
    pointer: `/${key}`,
    ...(flow || place.column !== 1 ? {} : { fix: { title: `add ${key}: ${value}`, safe: false, edits } }),
  };
}
