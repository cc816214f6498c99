import { addressKeys, fileTransferOf, signInOf } from "../compile/addresses.ts";
import type { CompiledEnvironment, CompiledKey } from "../compile/compiled.ts";
import { type TemplateData, escapeInvisible } from "../../kernel/index.ts";
import { splitAddresses, withoutCredentials } from "../model/address.ts";
import type { Artifact, ArtifactContext } from "./artifact.ts";
import { builtInTemplate } from "./ready-templates.ts";
import { verdictFacts } from "./verdict-facts.ts";

const NAME = "workstation-note.md.hbs";
/** Returns in words how many values of the previous conf are carried over, and the keys whose value on a workstation a deploy keeps. */
function carriedWords(carryOver: CompiledEnvironment["carryOver"], kept: readonly string[]): string {
  const carried = carryOver
    ? `${carryOver.carried.length} keys keep the value of the conf installed before; ${carryOver.added.length} keys are new and keep the kit's default; ` +
      `${carryOver.dropped.length} keys exist no longer${carryOver.dropped.length > 0 ? ` (${carryOver.dropped.join(", ")})` : ""}.`
    : "Nothing is carried over: no conf installed before is named (carryFrom).";
  return kept.length === 0 ? carried : `${carried} A deploy keeps the workstation's own value of ${kept.join(", ")}.`;
}

function dataOf(compiled: CompiledEnvironment, installed: ArtifactContext["installed"]): TemplateData {
  const { environment, site, verdict, carryOver } = compiled;
  const keys = Object.values(compiled.files).flatMap((file) => file.decided);
  const kept = environment.workstation.keep.map(({ text }) => text);
  const isKept = ({ file, key }: CompiledKey) => file === "connector" && kept.includes(key);
  const said = ({ decision: { place } }: CompiledKey) => (place ? `${place.file}:${place.line}` : "");
  const row = (key: CompiledKey) => ({
    file: key.file,
    key: key.key,
    value: key.decision.value,
    decides: key.decision.decides ?? "",
    cause: isKept(key) ? `${said(key)}; kept: written only where the workstation has no value` : said(key),
  });
  return {
    title: `Environment ${environment.name}`,
    description: environment.description?.text ?? "",
    environment: environment.name,
    toolName: site.tool.name?.text ?? "the modeling tool",
    tool: environment.tool.text,
    connector: environment.connector.text,
    tier: environment.tier.release.text,
    verdict: verdictFacts(verdict),
    files: installed.map(({ path, target }) => ({ path, target })),
    writes: keys.filter((key) => key.decision.layer === "write").map(row),
    settings: keys.filter((key) => key.decision.layer === "set" || key.decision.layer === "workstation").map(row),
    carried: carriedWords(carryOver, kept),
    signIn: signInOf(compiled)?.text ?? "",
    fileTransfer: fileTransferOf(compiled)
      .map(({ text }) => text)
      .join(", "),
  };
}

const ADDRESS = /\bhttps?:\/\/[^\s|,;'"<>()`]+/g;
/** Matches the text after an address that has ended: the end of a line, or a character that ends an address in a sentence or code span. */
const AFTER_ADDRESS = /^(?:[\s|,;'"<>()`]|[.:!?](?:\s|$)|$)/;

/** Returns true if a line names a key as a word of its own. */
function namesKey(line: string, key: string): boolean {
  for (let at = line.indexOf(key); key !== "" && at >= 0; at = line.indexOf(key, at + 1))
    if (!/\w/.test(line.slice(Math.max(0, at - 1), at) + line.slice(at + key.length, at + key.length + 1))) return true;
  return false;
}

/** Returns a Markdown text without the backslashes that escape punctuation marks, which a reader of the note does not see. */
const asShown = (text: string): string => text.replace(/\\(?=[!-/:-@[-`{-~])/g, "");

/**
 * Returns true if a line of the note contains a compiled value, or one address of a list. The value is searched for as text, because an
 * address can itself contain a character that ends an address in a sentence.
 */
function namesValue(line: string, value: string): boolean {
  return [value, ...splitAddresses(value)].some((text) => {
    const shown = asShown(escapeInvisible(text.replace(/[\r\n]+/g, " ")));
    for (let at = line.indexOf(shown); shown !== "" && at >= 0; at = line.indexOf(shown, at + 1))
      if (AFTER_ADDRESS.test(line.slice(at + shown.length, at + shown.length + 2))) return true;
    return false;
  });
}

/** Returns the lines of a Markdown text that can contain an address, without the backslashes that escape punctuation marks. */
function linesWithAddress(text: string): readonly string[] {
  const lines: string[] = [];
  let end = 0;
  for (const { index } of text.matchAll(/https?[\\:]/g)) {
    if (index < end) continue;
    end = text.indexOf("\n", index);
    if (end < 0) end = text.length;
    lines.push(asShown(text.slice(text.lastIndexOf("\n", index) + 1, end)));
  }
  return lines;
}

/**
 * Returns a fault for each line of the workstation note that names a key of a tier's address, but another address than the compiled one,
 * because people type from the note.
 */
function falseAddresses(text: string, compiled: CompiledEnvironment): readonly string[] {
  const faults: string[] = [];
  for (const line of linesWithAddress(text)) {
    const told = line.match(ADDRESS) ?? [];
    for (const { file, key } of told.length > 0 ? addressKeys(compiled.release) : []) {
      const value = compiled.files[file]?.keys.get(key)?.decision.value;
      if (value === undefined || !namesKey(line, key)) continue;
      // another compiled file can have a key with the same name, and the line can be about that one
      const own = Object.values(compiled.files).flatMap((other) => other.keys.get(key)?.decision.value ?? []);
      if (own.some((text) => namesValue(line, text))) continue;
      const [other, now] = [withoutCredentials(told[0] ?? ""), withoutCredentials(value)];
      faults.push(`template ${NAME}: a line about ${key} names ${other}, and the compiled value is ${now}`);
    }
  }
  return faults;
}

export const artifact: Artifact = {
  name: "workstation-note",
  title: "what was set and where it belongs, for the person at the workstation",
  produce(compiled, context) {
    const text = (context.template(NAME) ?? builtInTemplate(NAME))(dataOf(compiled, context.installed));
    return { path: "workstation.md", bytes: Buffer.from(text, "utf8"), purpose: "note", target: null };
  },
  prove: (emitted, compiled) => falseAddresses(emitted.bytes.toString("utf8"), compiled),
};
