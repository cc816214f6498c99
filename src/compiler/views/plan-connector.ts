import type { JarChange } from "../kit/diff.ts";
import type { RecordedFile } from "../kit/facts.ts";
import { MAPPING_CHANGED } from "../kit/mapping.ts";
import type { ConnectorChange } from "../plan/plan.ts";
import { plural } from "../../kernel/index.ts";
import { namesWords } from "./plan-words.ts";

const pair = (before: string, after: string): string => (before === after ? `${before} in both` : `${before} -> ${after}`);

const javaOf = (version: number | null): string => (version === null ? "not known" : String(version));

function profileWords(before: RecordedFile | null, after: RecordedFile | null): string {
  if (!before && !after) return "in neither kit";
  if (before && after && before.sha256 === after.sha256) return "byte for byte the same in both";
  const size = (file: RecordedFile | null) => (file ? `${file.size} bytes` : "none");
  return `${size(before)} -> ${size(after)}; it moves with the release`;
}

function jarWords({ library, change, before, after }: JarChange): string {
  const version = (jar: JarChange["before"]) => jar?.version ?? "without a version";
  if (change === "added") return `${library} ${version(after)} is new`;
  if (change === "removed") return `${library} ${version(before)} is gone`;
  return version(before) === version(after)
    ? `${library} ${version(after)} has other bytes`
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
      : "nothing carried: no conf installed before is named (carryFrom)",
  ]);
  if (carry) {
    rows.push(["new keys", carry.added.length === 0 ? "no key" : `${keysWords(carry.added)}, with the kit's default`]);
    rows.push(["dropped", keysWords(carry.dropped)]);
  }
  if (!kit) return [...rows, ["kit", "the kits cannot be compared: one of the releases is not in this repository"]];
  rows.push(["java", pair(javaOf(kit.before.java.version), javaOf(kit.after.java.version))]);
  rows.push(["profile", profileWords(kit.before.profile, kit.after.profile)]);
  rows.push(["jars", jarsWords(kit.jars)]);
  if (mapping) rows.push(["mapping", `another definition, not judged: ${MAPPING_CHANGED}`]);
  return rows;
}
