import { type Mapping, type Tree, child } from "../../kernel/index.ts";
import { entriesAt, itemsAt, scalarAt, scalarsAt } from "./fields.ts";
import type { AcceptedException, Exceptions, Matrix, MatrixCell, MatrixCode, MatrixRow } from "../model/matrix.ts";

function readCodes(tree: Mapping): ReadonlyMap<string, MatrixCode> {
  const codes = new Map<string, MatrixCode>();
  for (const { key, keySpan, value } of entriesAt(tree, "codes")) {
    const gate = scalarAt(value, "gate");
    if (gate)
      codes.set(key, {
        code: key,
        keySpan,
        gate,
        means: scalarAt(value, "means"),
        acceptable: scalarAt(value, "acceptable")?.value === true,
      });
  }
  return codes;
}

function readRow(item: Tree): MatrixRow | null {
  const tool = scalarAt(item, "tool");
  if (!tool) return null;
  const cells = new Map<string, MatrixCell>();
  for (const { key, keySpan, value } of entriesAt(item, "connectors")) {
    if (value.type === "scalar") cells.set(key, { connector: key, keySpan, code: value });
  }
  return { tool, java: scalarAt(item, "java"), cells };
}

export function readMatrix(path: string, tree: Mapping): Matrix {
  const source = child(tree, "source");
  return {
    path,
    source: { title: scalarAt(source, "title"), revision: scalarAt(source, "revision"), date: scalarAt(source, "date") },
    codes: readCodes(tree),
    rows: itemsAt(tree, "rows").flatMap((item) => readRow(item) ?? []),
  };
}

/**
 * Returns an exception of exceptions.yaml; null if it lacks a required field. A field with the YAML value null counts as lacking: `owner:
 * null` names no owner.
 */
function readException(item: Tree): AcceptedException | null {
  const [tool, connector, verdict, reason, owner, until] = ["tool", "connector", "verdict", "reason", "owner", "until"].map(
    (key) => {
      const part = scalarAt(item, key);
      return part?.value === null ? null : part;
    },
  );
  if (!tool || !connector || !verdict || !reason || !owner || !until) return null;
  return { tool, connector, verdict, reason, owner, until, environments: scalarsAt(item, "environments"), span: item.span };
}

export function readExceptions(path: string, tree: Mapping): Exceptions {
  return { path, exceptions: itemsAt(tree, "exceptions").flatMap((item) => readException(item) ?? []) };
}
