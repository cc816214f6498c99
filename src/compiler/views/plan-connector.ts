import type { JarChange } from "../kit/diff.ts";
import type { RecordedFile } from "../kit/facts.ts";
import { MAPPING_CHANGED } from "../kit/mapping.ts";
import type { ConnectorChange } from "../plan/plan.ts";
import { plural } from "../../kernel/index.ts";
import { namesWords } from "./plan-words.ts";

const pair = (before: string, after: string): string => (before === after ? `${before} in both` : `${before} -> ${after}`);

const javaOf = (version: number | null): string => (version === null ? "unknown" : String(version));

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

const keysWords = (keys: readonly string[]): string =>
  keys.length === 0 ? "no key" : `${plural(keys.length, "key")}: ${namesWords(keys, 8)}`;

/** Returns the effects of a changed connector release or kit, as pairs of a name and words. */
export function connectorRows({ before, after, kit, carry, mapping }: ConnectorChange): readonly (readonly [string, string])[] {
  const rows: [string, string][] = [["connector", before === after ? `${after}, with another kit` : `${before} -> ${after}`]];
  rows.push([
    "carried",
    carry
      ? `${plural(carry.carried.length, "key")} keep the value of ${carry.from}`
      : "nothing: carryFrom names no previously installed conf",
  ]);
  if (carry) {
    rows.push(["new keys", carry.added.length === 0 ? "no key" : `${keysWords(carry.added)}, with the kit's default`]);
    rows.push(["dropped", keysWords(carry.dropped)]);
  }
  if (!kit) return [...rows, ["kit", "the kits cannot be compared: one of the releases is not in this repository"]];
  rows.push(["java", pair(javaOf(kit.before.java.version), javaOf(kit.after.java.version))]);
  rows.push(["profile", profileWords(kit.before.profile, kit.after.profile, after)]);
  rows.push(["jars", jarsWords(kit.jars)]);
  if (mapping) rows.push(["mapping", `changed, not checked: ${MAPPING_CHANGED}`]);
  return rows;
}
