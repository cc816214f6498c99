import { contentRefused, type Refusal } from "../../diagnostic/refusal.ts";
import { attributeText } from "../xml/write.ts";
import type { Appender, Strategy } from "./components.ts";
import type { Log4j2Document, Splice } from "./document.ts";
import { type ByteRange, literalRange, theAppender } from "./edit.ts";
import { type OwnFiles, ownFilesOf } from "./own-files.ts";
import { canDelete, type DeleteAction, durationOf } from "./rolling.ts";

const quoted = (value: string): string => attributeText(value, '"', (text) => (/^[ -~]*$/.test(text) ? text : null));

/** Returns the XML of a log4j Delete action that deletes files of an age that a glob matches; with ASCII characters only. */
export function deleteElement({ basePath, maxDepth, glob }: Omit<OwnFiles, "regex">, age: string): string {
  const depth = maxDepth > 1 ? ` maxDepth="${maxDepth}"` : "";
  return `<Delete basePath="${quoted(basePath)}"${depth}><IfFileName glob="${quoted(glob)}"/><IfLastModified age="${quoted(age)}"/></Delete>`;
}

const path = (text: string): string => text.replaceAll("\\", "/").toLowerCase();

/**
 * Returns examples of the paths of the files that an appender writes: its fileName, and its filePattern with digits for dates and with
 * counters of one to three digits.
 */
function examplesOf({ resolved }: Appender): readonly string[] {
  const { fileName, filePattern } = resolved;
  const fills = ["1", "12", "123"].map((counter) =>
    filePattern
      ?.replace(/\$?\$\{date:([^{}]*)\}|%d(?:ate)?\{([^{}]*)\}(?:\{[^{}]*\})?/g, (_all, one?: string, other?: string) =>
        (one ?? other ?? "").replace(/'/g, "").replace(/[A-Za-z]/g, "1"),
      )
      .replace(/%0?[0-9]*i/g, counter),
  );
  return [fileName, ...fills].flatMap((one) => (typeof one === "string" ? [path(one)] : []));
}

/**
 * Returns the first other appender that writes files that `files` matches, so that a Delete action for `own` would delete them too;
 * undefined if there is none.
 */
function neighbour(own: Appender, files: OwnFiles, appenders: readonly Appender[]): Appender | undefined {
  const { regex } = files;
  const folder = path(resolvedBase(own, files));
  const names = new RegExp(`^${regex}$`, "i");
  return appenders.find(
    (other) =>
      other !== own &&
      examplesOf(other).some((example) => {
        if (!example.startsWith(folder)) return false;
        const below = example.slice(folder.length);
        return names.test(below.startsWith("/") ? below.slice(1) : below);
      }),
  );
}

/** Returns the folder of an appender's rolled files, after replacing the lookups whose values the log4j2.xml itself decides. */
function resolvedBase({ filePattern, resolved }: Appender, { basePath }: OwnFiles): string {
  const rest = (filePattern ?? "").startsWith(basePath) ? (filePattern ?? "").slice(basePath.length) : "";
  const whole = resolved.filePattern ?? "";
  return rest !== "" && whole.endsWith(rest) ? whole.slice(0, whole.length - rest.length) : basePath;
}

function refused(appender: Appender, document: Log4j2Document, why: string, help: string, at = appender.start): Refusal {
  return contentRefused(`the appender '${appender.name}' ${why}`, document.positionOf(at), help);
}

const BY_HAND = "Leave it out of logging.deleteAfter, and delete by age from outside with `tierwright logs sweep`.";

function rollingAppender(name: string, document: Log4j2Document): Appender {
  const appender = theAppender(name, document.appenders, document);
  if (!appender.rolling)
    throw refused(appender, document, `is a ${appender.type}, which does not roll and deletes nothing`, "Name a RollingFile.");
  if (appender.hasInclude)
    throw refused(appender, document, "is partly in another file (xi:include), which is not read", BY_HAND);
  if (appender.strategies > 1)
    throw refused(
      appender,
      document,
      `has ${appender.strategies} rollover strategies: it is unclear which one to edit`,
      "Keep one.",
    );
  return appender;
}

/** Returns the XML of a Delete action for an appender's own rolled files. Throws Refusal if its glob could match other appenders' files. */
function deletionFor(appender: Appender, age: string, document: Log4j2Document): string {
  const files = ownFilesOf(appender);
  if (typeof files === "string") throw refused(appender, document, `cannot get a Delete action: ${files}`, BY_HAND);
  const other = neighbour(appender, files, document.appenders);
  if (other) {
    const why = `cannot get a Delete action: files of '${other.name}' have the same names in the same folder`;
    throw refused(appender, document, why, "Give each appender a filePattern of its own.", other.start);
  }
  return deleteElement(files, age);
}

/** Throws a Refusal for an age that log4j would not read as a duration, or that is zero and would delete every file at once. */
function refuseAge(age: string): void {
  const read = durationOf(age);
  if (read !== null && read > 0 && !/^\s|\s$/.test(age)) return;
  const why = read === 0 ? `the age '${age}' deletes every rolled file at once` : `log4j would not read the age '${age}'`;
  // the refusal has no line and column, because the age is not from the log4j2.xml but from logging.deleteAfter
  throw contentRefused(why, null, "Write whole days such as 30d, or hours, minutes and seconds such as P1DT12H.");
}

/**
 * Returns the byte range of the age in an appender's only Delete action, if that action has only one IfFileName for the appender's own
 * files and one IfLastModified with an age without lookups. Throws Refusal for any other or a second action.
 */
function ageRange(appender: Appender, actions: readonly DeleteAction[], document: Log4j2Document): ByteRange {
  const [one, two] = actions;
  const { written } = one ?? {};
  const simple =
    one && !two && written?.conditions === 2 && one.required.length === 1 && canDelete(one, appender.resolved.filePattern ?? "");
  if (!simple || !written) {
    const lines = actions.map(({ line }) => line).join(" and ");
    throw refused(
      appender,
      document,
      `has a Delete action already (line ${lines}) that is not of one IfFileName for its own files and one IfLastModified`,
      "Change that action by hand, or remove it, so that one can be inserted.",
      appender.strategy?.start,
    );
  }
  const range = { start: written.start, end: written.end, value: written.age };
  return literalRange(`the age of '${appender.name}'`, range, appender.strategy?.start ?? appender.start, document);
}

/** The indentation of an element (`blanks`), and the line end before it. */
interface Indent {
  readonly newline: string;
  readonly blanks: string;
}

function indentAt(text: string, offset: number): Indent | null {
  let start = offset;
  while (start > 0 && (text[start - 1] === " " || text[start - 1] === "\t")) start--;
  if (text[start - 1] !== "\n") return null;
  return { newline: text[start - 2] === "\r" ? "\r\n" : "\n", blanks: text.slice(start, offset) };
}

const stepOf = (blanks: string): string => (blanks.includes("\t") ? "\t" : "  ");

/** Returns the edit that puts a Delete action at the start of a rollover strategy; an empty tag `<x/>` becomes a start and an end tag. */
function insideStrategy(
  text: string,
  { start, openEnd, end }: Pick<Strategy, "start" | "openEnd" | "end">,
  action: string,
): Splice {
  const indent = indentAt(text, start);
  const line = (deeper: string) => (indent ? indent.newline + indent.blanks + deeper : "");
  const inner = line(indent ? stepOf(indent.blanks) : "") + action;
  if (openEnd === end) {
    const name = /^<([^\s/>]+)/.exec(text.slice(start, openEnd))?.[1] ?? "";
    return { start: openEnd - 2, end: openEnd, text: `>${inner}${line("")}</${name}>` };
  }
  const closed = /^\s/.test(text.slice(openEnd, openEnd + 1)) ? "" : line("");
  return { start: openEnd, end: openEnd, text: inner + closed };
}

/** Returns the edit that adds a rollover strategy with a Delete action before the end tag of an appender that has no strategy. */
function newStrategy(text: string, { end, fileName }: Pick<Appender, "end" | "fileName">, action: string): Splice {
  const at = text.lastIndexOf("</", end - 1);
  const type = fileName === null ? "DirectWriteRolloverStrategy" : "DefaultRolloverStrategy";
  const indent = indentAt(text, at);
  if (!indent) return { start: at, end: at, text: `<${type}>${action}</${type}>` };
  const { newline, blanks } = indent;
  const step = stepOf(blanks);
  const line = (deeper: string) => newline + blanks + deeper;
  return { start: at, end: at, text: `${step}<${type}>${line(step + step)}${action}${line(step)}</${type}>${line("")}` };
}

/** Returns the edit that puts a Delete action into an appender's rollover strategy; if it has none, together with a new strategy. */
export const insertion = (
  text: string,
  appender: Pick<Appender, "end" | "fileName">,
  strategy: Pick<Strategy, "start" | "openEnd" | "end"> | null,
  action: string,
): Splice => (strategy ? insideStrategy(text, strategy, action) : newStrategy(text, appender, action));

/** Returns the appender `name` of a log4j2.xml. Throws Refusal if the file, the appender or the age does not allow a Delete action. */
function deletable(document: Log4j2Document, name: string, age: string): Appender {
  document.refuseUnreadable();
  refuseAge(age);
  return rollingAppender(name, document);
}

/** Returns the XML of the Delete action that `deletionSplice` inserts for an appender. Throws Refusal if it cannot insert one. */
export const deletionOf = (document: Log4j2Document, name: string, age: string): string =>
  deletionFor(deletable(document, name, age), age, document);

/**
 * Returns the edit with which an appender deletes its own rolled files of an age: another age in its Delete action, or a new Delete action.
 * Throws Refusal if that is not possible without a change of anything else (docs/formats.md).
 */
export function deletionSplice(document: Log4j2Document, name: string, age: string): Splice {
  const appender = deletable(document, name, age);
  const actions = appender.rolls?.deletes ?? [];
  if (actions.length > 0) return document.valueSplice(ageRange(appender, actions, document), age);
  const action = deletionFor(appender, age, document);
  if (!appender.strategy && appender.openEnd === appender.end)
    throw refused(appender, document, "is an empty element without policies, so that it never rolls", "Give it policies first.");
  return insertion(document.text, appender, appender.strategy, action);
}
