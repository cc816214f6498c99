import { listChangesText } from "../../kernel/index.ts";
import type { KitFacts, RecordedFile } from "../kit/facts.ts";
import { MOST_COUNTED } from "../kit/mapping.ts";
import type { KeyChanges } from "../kit/keys.ts";
import { type Style, visible } from "../../report/index.ts";

/** The schema of the JSON documents of all kit commands; `command` names the command. */
export const KIT_SCHEMA = "tierwright/kit/v1";

/** Returns one line of the report of a kit command: the name of a fact in one column, the fact in the next. */
export const row = (name: string, text: string): string => `    ${name.padEnd(12)}${text}`;

/** Returns the start of a digest, long enough for a person to compare. JSON has the whole digest. */
const short = (sha256: string): string => `${sha256.slice(0, 12)}...`;

export const describeFile = ({ path, size, sha256 }: RecordedFile): string => `${path}, ${size} bytes, sha256 ${short(sha256)}`;

function javaLine({ java }: KitFacts): string {
  if (java.version === null) return "unknown: no jar of the plug-in contains a class";
  const highest = java.jars.filter(({ classVersion }) => classVersion === java.classVersion);
  const names = highest.map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
  const shown = names.length > 3 ? `${names.slice(0, 3).join(", ")} and ${names.length - 3} more` : names.join(", ");
  return `${java.version}: class-file version ${java.classVersion} in ${shown}`;
}

function mappingLine({ mapping }: KitFacts): string | null {
  if (!mapping) return null;
  const counts = Object.entries(mapping.counts ?? {}).map(([name, count]) => `${count} ${name}`);
  if (mapping.counts && counts.length === 0)
    return `${describeFile(mapping)}: not counted, it is not XML or has more than ${MOST_COUNTED} tags and attributes; not checked`;
  return `${describeFile(mapping)}${counts.length > 0 ? `: ${counts.join(", ")}` : ""}; not checked`;
}

function pluginLine({ plugin }: KitFacts): string {
  if (!plugin) return "no readable descriptor";
  const lookup =
    plugin.localFirst === "inert"
      ? "; LocalFirst is declared but has no effect"
      : plugin.localFirst === "effective"
        ? "; loads its own jars before the tool's (LocalFirst)"
        : "";
  const version = plugin.version === null ? "" : ` ${plugin.version}`;
  const folder = plugin.folder === null || plugin.folder === "" ? "" : ` in ${plugin.folder}/`;
  return `${plugin.id ?? "without an id"}${version}${folder}, ${plugin.libraries === 1 ? "1 library" : `${plugin.libraries} libraries`} listed${lookup}`;
}

/** Returns the facts of a kit as lines for people. */
export function factLines(facts: KitFacts): readonly string[] {
  const mapping = mappingLine(facts);
  return [
    row("plug-in", pluginLine(facts)),
    row("java", javaLine(facts)),
    row("profile", facts.profile ? describeFile(facts.profile) : "none in the kit"),
    ...(mapping === null ? [] : [row("mapping", mapping)]),
  ];
}

const MOST = 40;

/** Returns a decoded value on one line. A long value is cut; null becomes '(a secret)'. */
export function shownValue(value: string | null): string {
  if (value === null) return "(a secret)";
  const text = visible(value);
  if (text === "") return "(empty)";
  return text.length > MOST * 2 ? `${text.slice(0, MOST)}... (${value.length} characters)` : text;
}

/** Returns key changes as lines: + added, - removed, ~ different default. */
export function keyLines(changes: KeyChanges, style: Style): readonly string[] {
  return [
    ...changes.added.map(({ key, value }) => `      ${style.good("+")} ${key} = ${shownValue(value)}`),
    ...changes.removed.map(({ key, value }) => `      ${style.error("-")} ${key} = ${shownValue(value)}`),
    ...changes.changed.map(({ key, before, after }) => {
      const elements = listChangesText(before, after, "before it was");
      const change = elements === null ? `${shownValue(before)} -> ${shownValue(after)}` : elements;
      return `      ${style.warning("~")} ${key}: ${change}`;
    }),
  ];
}
