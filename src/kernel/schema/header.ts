import type { Fix } from "../diagnostic/finding.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { Place } from "../diagnostic/place.ts";
import { type Text, value as valueText, words } from "../diagnostic/text.ts";
import { apiVersion } from "../diagnostics/repo/api-version.ts";
import { documentKind } from "../diagnostics/repo/document-kind.ts";
import type { RuleProblem } from "../source/problem.ts";
import { child, placeOf, type Tree } from "../source/tree.ts";
import { API_VERSIONS, DOCUMENT_KINDS, type DocumentKind } from "./kinds.ts";
import { kindOf } from "./words.ts";

/** Returns at most one problem each for the keys `apiVersion` and `kind`; none if the document is not a map, which `validate` reports. */
export function checkHeader(kind: DocumentKind, tree: Tree): RuleProblem[] {
  if (tree.type !== "map") return [];
  const version = checkVersion(tree);
  if (version !== null && child(tree, "apiVersion") !== undefined) return [version];
  return [version, checkKind(kind, tree)].filter((problem) => problem !== null);
}

/** Returns true if a document has an unknown `apiVersion` or another known `kind`, so that the schema of `kind` does not apply to it. */
export function isForeign(kind: DocumentKind, tree: Tree): boolean {
  const version = child(tree, "apiVersion");
  if (version && !(version.type === "scalar" && (version.value === null || API_VERSIONS.includes(version.text)))) return true;
  const own = child(tree, "kind");
  return own?.type === "scalar" && own.text !== kind && (DOCUMENT_KINDS as readonly string[]).includes(own.text);
}

function found(value: Tree): Text {
  return value.type === "scalar" ? [valueText(value.text)] : words(kindOf(value));
}

function isNull(value: Tree): boolean {
  return value.type === "scalar" && value.value === null;
}

function checkVersion(tree: Tree): RuleProblem | null {
  const value = child(tree, "apiVersion");
  const wanted = API_VERSIONS.at(-1) ?? "";
  if (value === undefined) {
    const { place, fix } = topOf(tree, `apiVersion: ${wanted}`);
    return apiVersion.at(place, { seen: "none", wanted }, { pointer: "/apiVersion", ...fix });
  }
  if (isNull(value) || (value.type === "scalar" && API_VERSIONS.includes(value.text))) return null;
  const other = { seen: "other", wanted, found: found(value), read: API_VERSIONS } as const;
  return apiVersion.at(placeOf(value.span), other, { pointer: "/apiVersion" });
}

function checkKind(kind: DocumentKind, tree: Tree): RuleProblem | null {
  const value = child(tree, "kind");
  if (value === undefined) {
    const { place, fix } = topOf(tree, `kind: ${kind}`);
    return documentKind.at(place, { seen: "none", wanted: kind }, { pointer: "/kind", ...fix });
  }
  if (isNull(value) || (value.type === "scalar" && value.text === kind)) return null;
  const typo = value.type === "scalar" && nearest(value.text, DOCUMENT_KINDS) === kind && !value.anchored;
  const fix = { title: `write ${kind}`, safe: false, edits: [{ place: placeOf(value.span), text: kind }] };
  const other = { seen: "other", wanted: kind, found: found(value) } as const;
  return documentKind.at(placeOf(value.span), other, { pointer: "/kind", ...(typo ? { fix } : {}) });
}

/** Returns the place of a document's first character, with the fix that adds a line there; no fix if a brace or indentation is there. */
function topOf(tree: Tree, line: string): { readonly place: Place; readonly fix: { readonly fix?: Fix } } {
  const place = placeOf({ ...tree.span, end: tree.span.start });
  const flow = tree.span.source.text[tree.span.start] === "{";
  if (flow || place.column !== 1) return { place, fix: {} };
  return { place, fix: { fix: { title: `add ${line}`, safe: false, edits: [{ place, text: `${line}\n` }] } } };
}
