import { defineDiagnostic } from "../../diagnostic/define.ts";
import { plural } from "../../diagnostic/plural.ts";
import { listed, name, quotedName, say, words } from "../../diagnostic/text.ts";
import { adoptExample } from "./example-workstation.ts";

interface Args {
  readonly tier: string;
  readonly workstations: readonly string[];
  readonly keys: readonly string[];
  /** The keys among `keys` that each machine can keep for itself. */
  readonly keepable: readonly string[];
}

export const workstationsDiffer = defineDiagnostic({
  id: "repo/workstations-differ",
  severity: "error",
  title: "workstations of one tier differ, and nobody has said which one is right",
  why: "An environment is one set of values for all its workstations. Where they differ, the value of most of them is not thereby the right one: it may be the one that nobody corrected yet.",
  remedy: "Name the workstation whose values are right, or the keys that each machine keeps for itself, and adopt again.",
  clauses: ["B7"],
  message: ({ tier, workstations, keys, keepable }: Args) => ({
    message: say`the ${workstations.length} workstations of ${name(tier)} differ in ${words(plural(keys.length, "key"))}`,
    notes: [
      say`they are ${listed(keys.map(name))}`,
      say`no environment was written: the value that most of them have is not thereby the right one`,
    ],
    help:
      keepable.length === 0
        ? say`say which one is right: --like ${quotedName(workstations[0] ?? "")}`
        : say`say which one is right, --like ${quotedName(workstations[0] ?? "")}, or what each machine keeps for itself, --keep ${words(keepable.slice(0, 3).join(","))}, or both`,
  }),
  fails: adoptExample({}, { connector: ["staging", "scratch"] }),
  passes: [adoptExample({}, { connector: ["LicenseDir=", "LicenseDir = "] })],
});
