import { defineDiagnostic } from "../../diagnostic/define.ts";
import { plural } from "../../diagnostic/plural.ts";
import { listTexts, name, quotedName, say, value, words } from "../../diagnostic/text.ts";
import { adoptExample } from "./example-workstation.ts";

interface Args {
  readonly tier: string;
  readonly workstations: readonly string[];
  readonly keys: readonly string[];
  /** The keys among `keys` whose own value each workstation can keep (workstation.keep). */
  readonly keepable: readonly string[];
  /** Values that differ between workstations only because somebody wrote their backslashes single, as in C:\plm. */
  readonly unescaped?: readonly {
    readonly key: string;
    readonly value: string;
    readonly meant: string;
    readonly workstations: readonly string[];
  }[];
}

export const workstationsDiffer = defineDiagnostic({
  id: "repo/workstations-differ",
  severity: "error",
  title: "workstations of one tier differ, and none was named as right",
  why: "The most common value is not necessarily correct. An environment is one set of values for all its workstations, and the odd one can be the only one that was corrected.",
  remedy: "Name the right workstation, or the keys that each machine keeps, and adopt again.",
  clauses: ["B7"],
  message: ({ tier, workstations, keys, keepable, unescaped = [] }: Args) => ({
    message: say`the ${workstations.length} workstations of ${name(tier)} differ in ${words(plural(keys.length, "key"))}`,
    notes: [
      say`the ${words(keys.length === 1 ? "key is" : "keys are")} ${listTexts(keys.map(name))}`,
      ...unescaped.map(
        (one) =>
          say`${name(one.key)}: ${value(one.value)} (${listTexts(one.workstations.slice(0, 3).map(name))}${words(one.workstations.length > 3 ? ` and ${one.workstations.length - 3} more` : "")}) is ${value(one.meant)} with single backslashes, which Java drops: correct it on the workstation`,
      ),
      say`no environment was written: the most common value is not necessarily correct`,
    ],
    help:
      keepable.length === 0
        ? say`name the workstation with the right values: --like ${quotedName(workstations[0] ?? "")}`
        : say`name the workstation with the right values, --like ${quotedName(workstations[0] ?? "")}, or the keys that each machine keeps, --keep ${words(keepable.slice(0, 3).join(","))}, or both`,
  }),
  fails: adoptExample({}, { connector: ["staging", "scratch"] }),
  passes: [adoptExample({}, { connector: ["LicenseDir=", "LicenseDir = "] })],
});
