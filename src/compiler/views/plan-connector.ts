import type { JarChange } from "../kit/diff.ts";
import type { RecordedFile } from "../kit/facts.ts";
import { MAPPING_CHANGED } from "../kit/mapping.ts";
import type { ConnectorChange } from "../plan/plan.ts";
import { plural } from "../../kernel/index.ts";

function profileWords(before: RecordedFile | null, after: RecordedFile | null, release: string): string {
  if (!before && !after) return "in neither kit";
  if (before && after && before.sha256 === after.sha256) return "identical in both";
  const short = ({ sha256 }: RecordedFile) => `${sha256.slice(0, 8)}…`;
  if (!after) return `removed; release ${release} has none`;
  return before
    ? `replaced by release ${release}'s (sha256 ${short(before)} → ${short(after)})`
    : `added by release ${release} (sha256 ${short(after)})`;
}

function jarWords({ library, change, before, after }: JarChange): string {
  const version = (jar: JarChange["before"]) => jar?.version ?? "without a version";
  if (change === "added") return `${library} ${version(after)} added`;
  if (change === "removed") return `${library} ${version(before)} removed`;
  return version(before) === version(after)
    ? `${library} ${version(after)} with different content`
    : `${library} ${version(before)} -> ${version(after)}`;
}

function jarsWords(jars: readonly JarChange[]): string {
  if (jars.length === 0) return "the same";
  const shown = jars.slice(0, 6).map(jarWords).join("; ");
  return `${plural(jars.length, "difference")}: ${shown}${jars.length > 6 ? `; and ${jars.length - 6} more` : ""}`;
}

/** Returns the keys that a swap carries over, adds and drops, in words. The diff of the file names the keys. */
function carryWords({ from, carried, added, dropped }: NonNullable<ConnectorChange["carry"]>, many: boolean): string {
  const where = many ? "each environment's installed conf" : from;
  return [
    `${plural(carried.length, "key")} keep the value of ${where}`,
    ...(added.length > 0 ? [`${plural(added.length, "new key")} with the kit's default`] : []),
    ...(dropped.length > 0 ? [`${plural(dropped.length, "key")} dropped`] : []),
  ].join("; ");
}

/**
 * Returns the effects of a changed connector release or kit, as pairs of a name and words.
 * @param many True for several environments, whose installed confs have different names.
 */
export function connectorRows(
  { before, after, kit, carry, mapping }: ConnectorChange,
  many: boolean,
): readonly (readonly [string, string])[] {
  const rows: [string, string][] = before === after ? [["connector", `${after}, with another kit`]] : [];
  rows.push(["carried", carry ? carryWords(carry, many) : "nothing: carryFrom names no previously installed conf"]);
  if (!kit) return [...rows, ["kit", "the kits cannot be compared: one of the releases is not in this repository"]];
  rows.push(["profile", profileWords(kit.before.profile, kit.after.profile, after)]);
  rows.push(["jars", jarsWords(kit.jars)]);
  if (mapping) rows.push(["mapping", `changed, not checked: ${MAPPING_CHANGED}`]);
  return rows;
}
