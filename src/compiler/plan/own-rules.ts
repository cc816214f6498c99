import type { OwnRule } from "./plan.ts";
import type { CompiledRepository, CompiledSide, RuleFile, Silenced } from "./side.ts";

const unix = (text: string): string => text.replaceAll("\r\n", "\n");

function fileRules(before: readonly RuleFile[], after: readonly RuleFile[]): readonly OwnRule[] {
  // The map's key has the kind of rules (`what`) too, because one file can contain rules of two kinds.
  const keyed = (files: readonly RuleFile[]) => new Map(files.map((file) => [`${file.path}\0${file.what}`, file]));
  const [old, now] = [keyed(before), keyed(after)];
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((key): OwnRule[] => {
    const [was, is] = [old.get(key), now.get(key)];
    const file = is ?? was;
    if (!file || (was && is && unix(was.content) === unix(is.content))) return [];
    return [
      {
        what: file.what,
        file: file.path,
        line: null,
        change: !was ? "added" : !is ? "removed" : "changed",
        rule: null,
        host: null,
      },
    ];
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
  // a suppression counts as changed only if its file changes: adding or removing an environment that inherits it is no change
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
      host: null,
    });
  return [...lacking(now, old).map(rule("added")), ...lacking(old, now).map(rule("removed"))];
}

/**
 * Returns the changed entries of `tier.members` and `tier.hosts` of each environment that exists before and after the change. They are
 * compared by environment, because `extends` can bring an entry from a file that does not change.
 */
function tierRules(before: CompiledRepository, after: CompiledRepository, oldName: (name: string) => string): readonly OwnRule[] {
  const keyed = (side: CompiledSide) => new Map((side.trust ?? []).map((one) => [`${one.memberOf} ${one.host}`, one]));
  return [...after.sides].flatMap(([name, side]) => {
    const base = before.sides.get(oldName(name));
    if (!base?.trust || !side.trust) return [];
    const [old, now] = [keyed(base), keyed(side)];
    return [...new Set([...now.keys(), ...old.keys()])].flatMap((key): OwnRule[] => {
      const [was, is] = [old.get(key), now.get(key)];
      const one = is ?? was;
      if (!one || was?.addresses === is?.addresses) return [];
      const change = !was ? "added" : !is ? "removed" : "changed";
      return [{ what: "tier", file: one.place.file, line: is?.place.line ?? null, change, rule: null, host: one.host }];
    });
  });
}

const ORDER: readonly OwnRule["what"][] = [
  "matrix",
  "exceptions",
  "ignore",
  "suppression",
  "tier",
  "workflow",
  "action",
  "codeowners",
  "tool",
  "installation",
];

/**
 * Returns the changed files, suppressions and declarations about tiers that decide what can be merged, each once, so that a reviewer reads
 * them first.
 * @param oldName Returns the name before the change of an environment.
 */
export function ownRules(
  before: CompiledRepository,
  after: CompiledRepository,
  oldName: (name: string) => string,
): readonly OwnRule[] {
  const found = [...fileRules(before.rules, after.rules), ...suppressions(before, after), ...tierRules(before, after, oldName)];
  // a suppression or declaration in the site's defaults is reported for every environment, but listed once
  const once = new Map(found.map((rule) => [JSON.stringify(rule), rule]));
  const all = [...once.values()];
  return ORDER.flatMap((what) => all.filter((rule) => rule.what === what));
}
