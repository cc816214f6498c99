import { type RuleProblem, type Text, listTexts, name, say, unknownKey, words } from "../../kernel/index.ts";
import { fieldOfKey } from "../model/known-keys.ts";
import { FILE_ROLES } from "../model/files.ts";
import type { Release } from "../model/release.ts";

function helpOf(key: string, { base, writes }: Release): Text | null {
  const files = FILE_ROLES.filter((role) => base[role]?.document.load().map.has(key));
  const [file] = files;
  if (file === undefined || fieldOfKey(key) !== null || writes.some((write) => write.key === key)) return null;
  return say`${name(key)} is a key of the ${listTexts(files.map((role) => words(role)))} file: write it below workstation.set.${words(file)}`;
}

/**
 * Replaces the help of a finding on an unknown YAML key if a base file of the release has the key and no write or field decides it: the new
 * help names the place below workstation.set. The help stays for a key that resembles a known key of the YAML, or that is only at the wrong
 * level.
 */
export function withSettingsWords(problems: readonly RuleProblem[], release: Release | undefined): readonly RuleProblem[] {
  return problems.map((problem) => {
    if (!release || !unknownKey.is(problem) || problem.fix || problem.explains) return problem;
    const help = helpOf(problem.pointer?.split("/").at(-1) ?? "", release);
    return help ? { ...problem, help } : problem;
  });
}
