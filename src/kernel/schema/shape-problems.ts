import type { Fix } from "../diagnostic/finding.ts";
import { yamlScalar } from "../diagnostic/yaml-scalar.ts";
import { nearest } from "../diagnostic/nearest.ts";
import { say } from "../diagnostic/text.ts";
import { missingKey as keyMissing } from "../diagnostics/repo/missing-key.ts";
import { unknownKey as keyUnknown } from "../diagnostics/repo/unknown-key.ts";
import { wrongKind as kindWrong } from "../diagnostics/repo/wrong-kind.ts";
import { wrongValue as valueWrong } from "../diagnostics/repo/wrong-value.ts";
import { ambiguousReference } from "../diagnostics/secret/ambiguous-reference.ts";
import { plainValue } from "../diagnostics/secret/plain-value.ts";
import { pathText } from "../source/path-text.ts";
import type { RuleProblem } from "../source/problem.ts";
import { at, placeOf, pointerOf, type Entry, type Mapping, type Scalar, type Span, type Tree } from "../source/tree.ts";
import { exampleLine, ownLine } from "./example-line.ts";
import type { DocumentKind } from "./kinds.ts";
import { type Flattened, type Misplaced, tooDeepIn, wrongKeysIn } from "./misplaced.ts";
import { homesOf, isSecret, schemaAt, type SchemaNode } from "./nodes.ts";
import type { ShapeError } from "./validators.generated.mjs";
import { expectedKind, kindHelp, kindOf } from "./words.ts";

/** An error of ajv, the JSON schema validator, with the document, value and schema node that it concerns. */
interface Fault {
  readonly kind: DocumentKind;
  readonly root: Tree;
  readonly pointer: string;
  readonly value: Tree;
  readonly schema: SchemaNode;
  readonly error: ShapeError;
}

/**
 * Returns an error of ajv as a problem in Tierwright's words, at the right key or value; null if another function reports it: the YAML
 * reader reports null values, `checkHeader` reports `apiVersion` and `kind`.
 */
export function shapeProblem(kind: DocumentKind, root: Tree, error: ShapeError): RuleProblem | null {
  const pointer = error.instancePath;
  const value = at(root, pointer);
  const schema = schemaAt(kind, pointer)?.node;
  if (value === undefined || schema === undefined) return null;
  if (value.type === "scalar" && value.value === null) return null;
  if (pointer === "/apiVersion" || pointer === "/kind") return null;
  const fault: Fault = { kind, root, pointer, value, schema, error };
  switch (error.keyword) {
    case "required":
      return missingKey(fault);
    case "additionalProperties":
      return unknownKey(fault);
    case "enum":
      return value.type === "scalar" ? wrongValue(fault, value) : wrongKind(fault);
    case "minProperties":
    case "maxProperties":
      return ambiguousSecret(fault);
    default:
      return isSecret(schema) ? plainSecret(fault, "text") : wrongKind(fault);
  }
}

/** Returns the related place of a YAML alias: that of the anchored value that it repeats. Returns an empty object for any other value. */
function repeated(value: Tree): Pick<RuleProblem, "related"> {
  return value.anchored ? { related: [{ message: say`the value that the alias repeats`, place: placeOf(value.anchored) }] } : {};
}

/** Returns the range of the key of an incomplete map; for the whole document or an item of a list, an empty range at its start. */
function mapPlace(root: Tree, pointer: string, value: Tree): Span {
  const cut = pointer.lastIndexOf("/");
  const parent = cut < 0 ? undefined : at(root, pointer.slice(0, cut));
  const key = pointer
    .slice(cut + 1)
    .replaceAll("~1", "/")
    .replaceAll("~0", "~");
  const entry = parent?.type === "map" ? parent.entries.get(key) : undefined;
  return entry?.keySpan ?? { ...value.span, end: value.span.start };
}

function missingKey({ kind, root, pointer, value, schema, error }: Fault): RuleProblem | null {
  const key = String(error.params.missingProperty);
  if (pointer === "" && (key === "apiVersion" || key === "kind")) return null;
  const description = schema.properties?.[key] ? schemaAt(kind, pointerOf(pointer, key))?.node.description : undefined;
  const found = { seen: "in", key, path: pathText(pointer), description } as const;
  const missing = pointerOf(pointer, key);
  const restsOn = [{ file: root.span.source.path, key: missing }];
  return keyMissing.at(placeOf(mapPlace(root, pointer, value)), found, { pointer: missing, restsOn });
}

function unknownKey(fault: Fault): RuleProblem | null {
  const { kind, root, pointer, schema, error } = fault;
  const map = fault.value as Mapping;
  const key = String(error.params.additionalProperty);
  const entry = map.entries.get(key);
  if (!entry) return null;
  const { misplaced, flattened } = wrongKeysIn(kind, root, map);
  const flat = flattened.get(entry);
  if (flat) return flattenedKey(fault, entry, flat);
  const elsewhere = misplaced.get(entry);
  if (elsewhere) return misplacedKey(fault, entry, elsewhere);
  const bare = keysWithoutFile(pointer, map).filter((own) => !misplaced.has(own));
  if (bare.includes(entry)) return bare[0] === entry ? fileMissing(fault, entry, bare.length) : null;
  const known = Object.keys(schema.properties ?? {});
  const near =
    nearest(
      key,
      known.filter((name) => !map.entries.has(name)),
    ) ?? nearest(key, known);
  if (isSecret(schema) && near === null) return plainSecret({ ...fault, value: entry.value }, "something-else");
  const found = { ...atPlace(fault, key), known, near, homes: near === null ? homesInWords(kind, pointer, key) : null };
  const fix = renameFix(entry, near, map);
  const own = entry.value.pointer;
  // the JSON pointer that the key has if its author meant it at the top of the document and only its indentation is wrong
  const atTop = own.slice(own.lastIndexOf("/"));
  const renamed = fix.fix && near !== null ? pointerOf(pointer, near) : null;
  return keyUnknown.at(placeOf(entry.keySpan), found, {
    pointer: own,
    meant: renamed === null ? [atTop] : [renamed, atTop],
    ...(renamed === null ? {} : { explains: [{ file: root.span.source.path, key: renamed }] }),
    ...fix,
  });
}

const atPlace = ({ pointer }: Pick<Fault, "pointer">, key: string) =>
  ({
    key,
    path: pathText(pointer),
    known: [],
    near: null,
    homes: null,
    home: null,
    flat: null,
    withoutFile: 0,
    others: [],
  }) as const;

/**
 * Returns one problem for a key without a value on a wrong level and the keys that belong below it; null if `entry` is one of the latter.
 */
function flattenedKey({ root, pointer }: Fault, entry: Entry, { keys, home }: Flattened): RuleProblem | null {
  const [head, ...others] = keys;
  if (head !== entry) return null;
  const flat = { home: pathText(home), isTop: home === "" };
  const own = pointerOf(home, entry.key);
  const meant = [own, ...others.map(({ key }) => pointerOf(own, key))];
  const explains = [...meant, ...keys.map(({ value }) => value.pointer)].map((key) => ({ file: root.span.source.path, key }));
  const found = { ...atPlace({ pointer }, entry.key), flat, others: others.map(({ key }) => key) };
  return keyUnknown.at(placeOf(entry.keySpan), found, { pointer: entry.value.pointer, meant, explains });
}

/**
 * Returns one problem for all keys of a map that belong in the map `home` of the document. Returns it if `entry` is the first of these
 * keys; null for the others, which the problem names.
 */
function misplacedKey(
  { root, pointer }: Pick<Fault, "root" | "pointer">,
  entry: Entry,
  { home, keys }: Misplaced,
): RuleProblem | null {
  const [first, ...others] = keys;
  if (first !== entry) return null;
  const { line } = placeOf(entry.keySpan);
  const [path, file] = [pathText(home.pointer), root.span.source.path];
  const found = { ...atPlace({ pointer }, entry.key), home: { ...home, path, own: line }, others: others.map(({ key }) => key) };
  const meant = [entry, ...others].map(({ key }) => pointerOf(home.pointer, key));
  return keyUnknown.at(placeOf(entry.keySpan), found, {
    pointer: entry.value.pointer,
    meant: [...meant, home.pointer],
    explains: [...meant, home.pointer].map((key) => ({ file, key })),
  });
}

/** Returns the JSON pointers of the leaves of a YAML tree: the values that contain no other value. */
const leavesOf = (tree: Tree): readonly string[] =>
  tree.type === "scalar"
    ? [tree.pointer]
    : (tree.type === "list" ? tree.items : [...tree.entries.values()].map(({ value }) => value)).flatMap(leavesOf);

/** Returns problems for the fields that `tooDeepIn` finds. Each problem explains every other finding about the values of its fields. */
export function tooDeepKeys(kind: DocumentKind, root: Tree): readonly RuleProblem[] {
  return tooDeepIn(kind, root).flatMap((misplaced) => {
    const [first] = misplaced.keys;
    const problem = first && misplacedKey({ root, pointer: misplaced.map.pointer }, first, misplaced);
    if (!problem) return [];
    const own = misplaced.keys.flatMap(({ value }) => [value.pointer, ...leavesOf(value)]);
    const file = root.span.source.path;
    return [{ ...problem, explains: [...(problem.explains ?? []), ...own.map((key) => ({ file, key }))] }];
  });
}

/**
 * Returns the keys of properties files that are directly in workstation.set instead of below `connector`, `client` or `logger`: those with
 * a scalar value or a reference to a secret.
 */
function keysWithoutFile(pointer: string, { entries }: Mapping): readonly Entry[] {
  if (!/^(\/defaults)?\/workstation\/set$/.test(pointer)) return [];
  const isReference = ({ value }: Entry) =>
    value.type === "map" && value.entries.size > 0 && [...value.entries.keys()].every((key) => /^(env|file|command)$/.test(key));
  const bare = [...entries.values()].filter((entry) => entry.value.type === "scalar" || isReference(entry));
  return bare.filter(({ key }) => !/^(connector|client|logger)$/.test(key));
}

function fileMissing(fault: Fault, { key, keySpan, value }: Entry, withoutFile: number): RuleProblem {
  return keyUnknown.at(placeOf(keySpan), { ...atPlace(fault, key), withoutFile }, { pointer: value.pointer });
}

/** Returns where a misplaced key is valid: "environment" (environment.yaml), "document" (its top), or paths of maps; null if nowhere. */
function homesInWords(kind: DocumentKind, pointer: string, key: string): "environment" | "document" | readonly string[] | null {
  const own = schemaAt("Environment", "")?.node.properties ?? {};
  if (pointer === "/defaults" && Object.hasOwn(own, key)) return "environment";
  if (pointer !== "" && Object.hasOwn(schemaAt(kind, "")?.node.properties ?? {}, key)) return "document";
  const homes = homesOf(kind, key);
  return homes.length === 0 ? null : homes;
}

function renameFix(entry: Entry, near: string | null, map: Mapping): { fix?: Fix } {
  if (near === null || map.entries.has(near)) return {};
  return {
    fix: { title: `rename the key to ${near}`, safe: false, edits: [{ place: placeOf(entry.keySpan), text: yamlScalar(near) }] },
  };
}

function wrongValue({ pointer, schema }: Fault, value: Scalar): RuleProblem {
  const allowed = schema.enum ?? [];
  const near = nearest(value.text, allowed);
  const { description } = schema;
  const found = { seen: "choice", found: value.text, path: pathText(pointer), allowed, near, description } as const;
  return valueWrong.at(placeOf(value.span), found, { ...repeated(value), pointer, ...replaceFix(value, near, false) });
}

function replaceFix(value: Scalar, text: string | null, safe: boolean): { fix?: Fix } {
  if (text === null || value.anchored) return {};
  return { fix: { title: `write ${text}`, safe, edits: [{ place: placeOf(value.span), text }] } };
}

/** Returns the YAML value that a text certainly means in a field of the schema: true for yes, 30 for "30"; null if that is not certain. */
function meant(schema: SchemaNode, value: Tree): string | null {
  if (value.type !== "scalar") return null;
  const text = value.text.toLowerCase();
  if (schema.type === "boolean") return /^(true|yes|on)$/.test(text) ? "true" : /^(false|no|off)$/.test(text) ? "false" : null;
  return schema.type === "integer" && /^[1-9][0-9]{0,9}$/.test(text) ? text : null;
}

function wrongKind({ kind, pointer, value, schema }: Fault): RuleProblem {
  const [expected, found] = [expectedKind(schema), kindOf(value)];
  const help = kindHelp(schema, value, ownLine(kind, pointer, value), exampleLine(kind, pointer));
  const fix = value.type === "scalar" ? replaceFix(value, meant(schema, value), true) : {};
  const wrong = { seen: "value", path: pathText(pointer), expected, found, help } as const;
  return kindWrong.at(placeOf(value.span), wrong, { ...repeated(value), pointer, ...fix });
}

/**
 * Returns properties of a finding about a field whose value is refused: with them, the finding explains other findings about that field,
 * such as that the field is missing.
 */
const refused = ({ root, pointer }: Fault) => ({ pointer, explains: [{ file: root.span.source.path, key: pointer }] });

/** Returns the problem that a field for a reference contains the secret itself (or something else); its words never contain the value. */
function plainSecret(fault: Fault, holds: "text" | "something-else"): RuleProblem {
  const { pointer, value } = fault;
  const found = { seen: "field", path: pathText(pointer), holds } as const;
  return plainValue.at(placeOf(value.span), found, { ...repeated(value), ...refused(fault) });
}

function ambiguousSecret(fault: Fault): RuleProblem {
  const { root, pointer, value, error } = fault;
  const many = error.keyword === "maxProperties";
  return ambiguousReference.at(placeOf(mapPlace(root, pointer, value)), { path: pathText(pointer), many }, refused(fault));
}
