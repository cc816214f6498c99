import { FILE_ROLES, type Release, type Site } from "../../compiler/index.ts";
import { type RuleProblem, notAdoptable, startOf } from "../../kernel/index.ts";
import { type Inverse, invertWrites, textOf } from "./inverse.ts";
import { type Placement, place } from "./placement.ts";
import type { Workstation } from "./workstation.ts";

/** A workstation from whose files an environment is made. */
export interface Machine {
  readonly environment: string;
  readonly reference: Workstation;
  readonly release: Release;
  readonly site: Site;
  readonly leave: ReadonlySet<string>;
}

/** Reports required fields that the workstation's files do not set, with the keys that would set them. */
function absentFields(inverse: Inverse, { release, reference }: Machine): readonly RuleProblem[] {
  return ["tier.signIn", "tier.fileTransfer"].flatMap((field) => {
    const feeding = release.writes.filter(({ value }) => value.text.includes(field));
    const wrong = inverse.impossible.some(({ role, key }) => feeding.some((write) => write.file === role && write.key === key));
    if (wrong || (textOf(inverse, field) ?? "") !== "") return [];
    const keys = feeding.map(({ file, key }) => `${key} of the ${file} file`);
    const file = field === "tier.signIn" ? "connector" : "client";
    const at = startOf(reference.properties[file]?.path ?? reference.name);
    return [notAdoptable.at(at, { workstation: reference.name, file, seen: "absent", field, keys })];
  });
}

/** Returns the problems of a workstation that no environment document can solve: missing base files, required fields without a value. */
export function earlyProblems(inverse: Inverse, machine: Machine): readonly RuleProblem[] {
  const { release, reference } = machine;
  const baseless = FILE_ROLES.flatMap((role) => {
    const file = reference.properties[role];
    const found = { workstation: reference.name, file: role, seen: "no-base", release: release.name } as const;
    return file && !release.base[role] ? [notAdoptable.at(startOf(file.path), found)] : [];
  });
  return [...baseless, ...absentFields(inverse, machine)];
}

/** Returns the problems of a workstation's keys that cannot be placed in an environment document. */
export const faultProblems = ({ name }: Workstation, { faults }: Placement): readonly RuleProblem[] =>
  faults.map(({ at, file, key, fault }) =>
    notAdoptable.at(at, { workstation: name, file, key, ...fault }, fault.seen === "field" ? {} : { quote: false }),
  );

/** Returns the problems of a workstation's keys that no content of the repository can solve, found without compiling an environment. */
export const placementProblems = ({ environment, reference, release, leave, site }: Machine): readonly RuleProblem[] =>
  faultProblems(reference, place({ environment, files: reference.properties, leave, site, release, inherited: null }));

/** Returns every problem of a workstation that can be found without compiling, so that people can solve all of them at once. */
export const machineProblems = (machine: Machine): readonly RuleProblem[] => [
  ...earlyProblems(invertWrites(machine.release, machine.reference.properties), machine),
  ...placementProblems(machine),
];
