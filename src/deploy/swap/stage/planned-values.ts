import { PropertiesDocument } from "../../../kernel/index.ts";
import { keptBytes, type Side } from "./kept.ts";
import type { PlannedFile, ValueChange } from "../protocol/plan.ts";
import type { Transaction } from "./prepared.ts";

/**
 * Returns the old and new values of a file of a plan. Values of secrets, which no record has, are read from the copies of the file in the
 * work folder. Throws DeployStop 12 if one is damaged.
 */
export function plannedValues(
  { world, layout }: Pick<Transaction, "world" | "layout">,
  file: PlannedFile,
): readonly ValueChange[] {
  if (!file.values.some(({ secret }) => secret)) return file.values;
  const sideOf = (side: Side): ReadonlyMap<string, { readonly value: string }> =>
    file[side] === null ? new Map() : PropertiesDocument.parse(keptBytes(world, layout, file, side)).load().map;
  const [before, after] = [sideOf("before"), sideOf("after")];
  return file.values.map((row) =>
    row.secret
      ? { key: row.key, before: before.get(row.key)?.value ?? null, after: after.get(row.key)?.value ?? null, secret: true }
      : row,
  );
}
