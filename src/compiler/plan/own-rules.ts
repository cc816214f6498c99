import type { OwnRule } from "./plan.ts";
import type { CompiledRepository, RuleFile, Silenced } from "./side.ts";

const unix = (text: string): string => text.replaceAll("\r\n", "\n");

function fileRules(before: readonly RuleFile[], after: readonly RuleFile[]): readonly OwnRule[] {
  // The map's key has the kind of rules (`what`) too, because one file can contain rules of two kinds.
  const keyed = (files: readonly RuleFile[]) => new Map(files.map((file) => [`${file.path}\0${file.what}`, file]));
  const [old, now] = [keyed(before), keyed(after)];
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((key): OwnRule[] => {
    const [was, is] = [old.get(key), now.get(key)];
    const file = is ?? was;
    if (!file || (was && is && unix(was.content) === unix(is.content))) return [];
    return [{ what: file.what, file: file.path, line: null, change: !was ? "added" : !is ? "removed" : "changed", rule: null }];
  });
}

const silencedOf = ({ sides, silenced }: CompiledRepository): readonly Silenced[] => [
  ...silenced,
  ...[...sides.values()].flatMap((side) => side.silenced),
];

/** Returns the suppressions in `list` that `other` lacks. A suppression that only moved to another line counts as present. */
function lacking(list: readonly Silenced[], other: readonly Silenced[]): readonly Silenced[] {
  const key = ({ kind, rule, file, reason }: Silenced) => JSON.stringify([kind, rule, file, reason]);
  const counts = new Map<string, number>();
  for (const item of other) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return list.filter((item) => {
    const left = counts.get(key(item)) ?? 0;
    counts.set(key(item), left - 1);
    return left <= 0;
  });
}

function suppressions(before: CompiledRepository, after: CompiledRepository): readonly OwnRule[] {
  // an added or removed environment inherits the suppressions of shared files, so a suppression is a change only if its file changes
  const stays = ({ file }: Silenced) => {
    const state = before.stateOf(file);
    return state !== null && state === after.stateOf(file);
  };
  const changed = (side: CompiledRepository) => silencedOf(side).filter((item) => !stays(item));
  const [old, now] = [changed(before), changed(after)];
  const rule =
    (change: OwnRule["change"]) =>
    (item: Silenced): OwnRule => ({
      what: item.kind === "ignore" ? "ignore" : "suppression",
      file: item.file,
      line: change === "removed" ? null : item.line,
      change,
      rule: item.rule,
    });
  return [...lacking(now, old).map(rule("added")), ...lacking(old, now).map(rule("removed"))];
}

const ORDER: readonly OwnRule["what"][] = [
  "matrix",
  "exceptions",
  "ignore",
  "suppression",
  "workflow",
  "action",
  "codeowners",
  "tool",
  "installation",
];

/** Returns the changed files and suppressions that decide what can be merged, each once, so that a reviewer reads them first. */
export function ownRules(before: CompiledRepository, after: CompiledRepository): readonly OwnRule[] {
  // a suppression in the site's defaults is reported for every environment, but listed once
  const once = new Map(
    [...fileRules(before.rules, after.rules), ...suppressions(before, after)].map((rule) => [JSON.stringify(rule), rule]),
  );
  const all = [...once.values()];
  return ORDER.flatMap((what) => all.filter((rule) => rule.what === what));
}
