import { type FileRole, type KnownWrite, decidingField } from "../../../compiler/index.ts";

/** A key of a workstation whose value differs from the environment's; `isWrite` is true for the environment's writes. */
export interface DriftedKey {
  readonly file: FileRole;
  readonly key: string;
  readonly isWrite: boolean;
}

/**
 * Returns the steps that add a workstation's values to the environment's YAML. If a field decides a key, the step changes that field,
 * because `check` refuses the key in another field or overrides it there. `writes` are the writes of the release's connector, by default of
 * the built-in one.
 */
export function driftSteps(keys: readonly DriftedKey[], writes?: readonly KnownWrite[]): readonly string[] {
  const byField = new Map<string, Set<string>>();
  const kept = new Set<string>();
  let others = 0;
  for (const { file, key, isWrite } of keys) {
    const field = decidingField(file, key, isWrite, writes);
    if (field === null && !isWrite) others += 1;
    else {
      const decided = field ?? "the field that decides it";
      byField.set(decided, (byField.get(decided) ?? new Set()).add(key));
    }
    if (field !== null && !isWrite && file === "connector") kept.add(key);
  }
  const fields = [...byField].map(([field, of]) => `${field} (for ${[...of].join(", ")})`);
  const them = fields.length > 0 ? "the others" : "them";
  return [
    ...(fields.length > 0 ? [`change ${fields.join(", ")} in the environment's YAML`] : []),
    ...(others > 0
      ? [`add ${them} to the environment's YAML (workstation.set, or workstation.keep for values that belong to the machine)`]
      : []),
    ...(kept.size > 0 ? [`or name ${[...kept].join(", ")} in workstation.keep if the value belongs to the machine`] : []),
  ];
}
