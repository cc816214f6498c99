import type { Fix } from "../diagnostic/finding.ts";
import { nearest } from "../diagnostic/nearest.ts";
import type { RuleProblem } from "../source/problem.ts";
import { quoted } from "../source/quoted.ts";
import { at, placeOf, pointerOf, type Entry, type Mapping, type Scalar, type Span, type Tree } from "../source/tree.ts";
import type { DocumentKind } from "./kinds.ts";
import { homesOf, isSecret, schemaAt, type SchemaNode } from "./nodes.ts";
import type { ShapeError } from "./validators.generated.mjs";
import { choicesInWords, expectedKind, kindHelp, kindOf, pathInWords } from "./words.ts";

/** An ajv error with what it is about. */
interface Fault {
  readonly kind: DocumentKind;
  readonly root: Tree;
  readonly pointer: string;
  readonly value: Tree;
  readonly schema: SchemaNode;
  readonly error: ShapeError;
}

/** One ajv error in our words at the right key or value; null where another stage says it better (null values, the header). */
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
      return isSecret(schema) ? plainSecret(fault, "holds a secret in plain text") : wrongKind(fault);
  }
}

/** Where a person looks for a value: itself; with the anchored value beside it when it is an alias. */
function valuePlace(value: Tree): Pick<RuleProblem, "at" | "related"> {
  if (!value.anchored) return { at: placeOf(value.span) };
  return { at: placeOf(value.span), related: [{ message: "the value that the alias repeats", place: placeOf(value.anchored) }] };
}

/** The key of the map that lacks something; for the document and list items their beginning. */
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
  const described = schema.properties?.[key] ? schemaAt(kind, pointerOf(pointer, key))?.node.description : undefined;
  return {
    rule: "repo/missing-key",
    at: placeOf(mapPlace(root, pointer, value)),
    message: `the key '${key}' is missing in ${pathInWords(pointer)}`,
    help: described === undefined ? "add it" : `add it. ${described}`,
    pointer: pointerOf(pointer, key),
  };
}

function unknownKey(fault: Fault): RuleProblem | null {
  const { kind, pointer, value, schema, error } = fault;
  const key = String(error.params.additionalProperty);
  const entry = (value as Mapping).entries.get(key);
  if (!entry) return null;
  const known = Object.keys(schema.properties ?? {});
  const near =
    nearest(
      key,
      known.filter((name) => !(value as Mapping).entries.has(name)),
    ) ?? nearest(key, known);
  if (isSecret(schema) && near === null)
    return plainSecret({ ...fault, value: entry.value }, "holds something else than a reference to a secret");
  const belongs = near === null ? homeOf(kind, pointer, key) : null;
  return {
    rule: "repo/unknown-key",
    at: placeOf(entry.keySpan),
    message: `${quoted(key)} is not a key of ${pathInWords(pointer)}${near === null ? "" : `; did you mean '${near}'?`}`,
    help: belongs ?? `known are: ${known.join(", ")}`,
    pointer: entry.value.pointer,
    ...renameFix(entry, near, value as Mapping),
  };
}

/** Where a key that is unknown here belongs, in words; null when it is known nowhere. */
function homeOf(kind: DocumentKind, pointer: string, key: string): string | null {
  const own = schemaAt("Environment", "")?.node.properties ?? {};
  if (pointer === "/defaults" && Object.hasOwn(own, key)) return "each environment says it itself, in its environment.yaml";
  if (pointer !== "" && Object.hasOwn(schemaAt(kind, "")?.node.properties ?? {}, key))
    return "it is a key of the document itself: begin it, and what belongs to it, at the left";
  const homes = homesOf(kind, key);
  return homes.length === 0 ? null : `it is a key of ${homes.join(" and ")}: check the indentation`;
}

function renameFix(entry: Entry, near: string | null, map: Mapping): { fix?: Fix } {
  if (near === null || map.entries.has(near)) return {};
  return { fix: { title: `rename the key to ${near}`, safe: false, edits: [{ place: placeOf(entry.keySpan), text: near }] } };
}

function wrongValue({ pointer, schema }: Fault, value: Scalar): RuleProblem {
  const allowed = schema.enum ?? [];
  const near = nearest(value.text, allowed);
  return {
    rule: "repo/wrong-value",
    ...valuePlace(value),
    message: `${quoted(value.text)} is no value of ${pathInWords(pointer)}${near === null ? "" : `; did you mean '${near}'?`}`,
    help: `write ${choicesInWords(allowed)}${schema.description ? `. ${schema.description}` : ""}`,
    pointer,
    ...replaceFix(value, near, false),
  };
}

function replaceFix(value: Scalar, text: string | null, safe: boolean): { fix?: Fix } {
  if (text === null || value.anchored) return {};
  return { fix: { title: `write ${text}`, safe, edits: [{ place: placeOf(value.span), text }] } };
}

/** What text was certainly meant to be: yes for true, "30" for 30. */
function meant(schema: SchemaNode, value: Tree): string | null {
  if (value.type !== "scalar") return null;
  const text = value.text.toLowerCase();
  if (schema.type === "boolean") return /^(true|yes|on)$/.test(text) ? "true" : /^(false|no|off)$/.test(text) ? "false" : null;
  return schema.type === "integer" && /^[1-9][0-9]{0,9}$/.test(text) ? text : null;
}

function wrongKind({ pointer, value, schema }: Fault): RuleProblem {
  return {
    rule: "repo/wrong-kind",
    ...valuePlace(value),
    message: `${pathInWords(pointer)} must be ${expectedKind(schema)}, and this is ${kindOf(value)}`,
    help: kindHelp(schema, value),
    pointer,
    ...(value.type === "scalar" ? replaceFix(value, meant(schema, value), true) : {}),
  };
}

/** Never shows the value. */
function plainSecret({ pointer, value }: Fault, found: string): RuleProblem {
  return {
    rule: "secret/plain-value",
    ...valuePlace(value),
    message: `${pathInWords(pointer)} ${found}`,
    help: "write a reference, { env: NAME }, { file: PATH } or { command: [program, ...] }, and change the secret: whoever reads the repository or its history knows it",
    pointer,
  };
}

function ambiguousSecret({ root, pointer, value, error }: Fault): RuleProblem {
  const many = error.keyword === "maxProperties";
  return {
    rule: "secret/ambiguous-reference",
    at: placeOf(mapPlace(root, pointer, value)),
    message: `${pathInWords(pointer)} ${many ? "names more than one source of its secret" : "names no source of its secret"}`,
    help: "a reference has exactly one of env, file and command",
    pointer,
  };
}
