import { append, plural } from "../../kernel/index.ts";
import type { JarChange, KitDiff } from "../kit/diff.ts";
import type { KitFacts, RecordedFile } from "../kit/facts.ts";
import { MAPPING_CHANGED } from "../kit/mapping.ts";
import { isUnchanged } from "../kit/keys.ts";
import { FILE_ROLES } from "../model/files.ts";
import { type Look, NL, type Style, styleFor, visible } from "../../report/index.ts";
import { describeFile, KIT_SCHEMA, keyLines, row } from "./kit-facts.ts";

function pair(before: string | null, after: string | null): string {
  const [old, now] = [before ?? "none", after ?? "none"];
  return old === now ? `${old} in both` : `${old} -> ${now}`;
}

function fileLine(before: RecordedFile | null, after: RecordedFile | null): string {
  if (!before && !after) return "in neither kit";
  if (before && after && before.sha256 === after.sha256) return `${describeFile(before)}, identical in both`;
  return `${before ? describeFile(before) : "none"} -> ${after ? describeFile(after) : "none"}`;
}

function factRows({ before, after }: KitDiff): readonly string[] {
  const plugin = ({ plugin }: KitFacts) => plugin && `${plugin.id ?? "no id"} ${plugin.version ?? ""}`.trim();
  const java = (facts: KitFacts) => (facts.java.version === null ? null : String(facts.java.version));
  const changed = after.mapping !== null && before.mapping?.sha256 !== after.mapping.sha256;
  return [
    row("plug-in", pair(plugin(before), plugin(after))),
    row("java", pair(java(before), java(after))),
    row("profile", fileLine(before.profile, after.profile)),
    row("mapping", `${fileLine(before.mapping, after.mapping)}; not checked`),
    ...(changed ? [row("", `where it is used: ${MAPPING_CHANGED}`)] : []),
  ];
}

function jarLine({ change, library, before, after }: JarChange, style: Style): string {
  const text = (jar: JarChange["before"]) =>
    jar ? `${jar.version ?? "no version in its name"}${jar.java === null ? "" : ` (Java ${jar.java})`}` : "";
  if (change === "added") return `      ${style.good("+")} ${library} ${text(after)}`;
  if (change === "removed") return `      ${style.error("-")} ${library} ${text(before)}`;
  const same = text(before) === text(after);
  return `      ${style.warning("~")} ${library} ${same ? `${text(before)}, different content` : `${text(before)} -> ${text(after)}`}`;
}

const names = (keys: readonly string[]): string => keys.map(visible).join(", ");

function swapLines({ swap }: KitDiff): readonly string[] {
  const { carried, otherDefault, added, dropped } = swap;
  const lines = [row("carried", `${plural(carried.length, "key")} in both confs, with the installed value`)];
  if (otherDefault.length > 0)
    lines.push(row("", `the new kit's default for ${names(otherDefault)} is not applied unless the environment sets it`));
  lines.push(row("new", added.length === 0 ? "no key" : `${names(added)}: the kit's default`));
  lines.push(row("dropped", dropped.length === 0 ? "no key" : `${names(dropped)}: the new kit has no such key`));
  return lines;
}

/** Returns the document of `kit diff`. */
export const diffDocument = (diff: KitDiff) => ({ schema: KIT_SCHEMA, command: "diff", ...diff });

/** Returns the differences of two kits as text. */
export function diffText(diff: KitDiff, { color }: Look): string {
  const style = styleFor(color);
  const { before, after, keys, jars, files, log4j2 } = diff;
  const lines = [style.bold(`kit ${before.release} -> ${after.release}`), ...factRows(diff)];
  for (const role of FILE_ROLES) {
    const changes = keys[role];
    const count = changes.added.length + changes.removed.length + changes.changed.length;
    lines.push(
      row(role, isUnchanged(changes) ? "same keys and defaults" : `${plural(count, "difference")} in keys and defaults`),
    );
    append(lines, keyLines(changes, style));
  }
  lines.push(row("log4j2.xml", log4j2 === "absent" ? "in neither kit" : log4j2));
  lines.push(row("jars", jars.length === 0 ? "identical" : plural(jars.length, "difference")));
  append(
    lines,
    jars.map((jar) => jarLine(jar, style)),
  );
  const others = [...files.added.map((path) => `+ ${path}`), ...files.removed.map((path) => `- ${path}`)];
  if (others.length > 0) lines.push(row("files", others.join(", ")));
  lines.push("", style.bold("effect of a swap on keys that the environment does not decide"), ...swapLines(diff));
  return `${lines.join(NL)}${NL}`;
}
