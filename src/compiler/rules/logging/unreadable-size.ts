import {
  type Problem,
  type Trigger,
  type Wording,
  byteDigits,
  defineDiagnostic,
  name,
  placeOf,
  quotedName,
  say,
  sizeInBytes,
  words,
} from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Log4j2File } from "../../model/files.ts";
import type { Log4j2Rule } from "../rule.ts";

/** Matches a size whose comma was meant as a decimal point, because not exactly three digits follow it. */
const MEANT_AS_POINT = /^[0-9]+,(?![0-9]{3}(?![0-9]))/;

/** The size that log4j reads in place of the one that the author of a SizeBasedTriggeringPolicy meant. */
type Misread =
  | { readonly as: "default" }
  | { readonly as: "grouped"; readonly bytes: number }
  /** A size in bytes that is far too small; `bare` is true if the author wrote no unit. */
  | { readonly as: "bytes"; readonly bytes: number; readonly bare: boolean };

/** Returns how log4j reads the size of a trigger in log4j2.xml if the author meant another size; otherwise null. */
function misread({ resolved, readable, bytes }: Trigger): Misread | null {
  // a size with a lookup that only the running tool can resolve is not reported
  if (!readable) return resolved?.includes("${") ? null : { as: "default" };
  return MEANT_AS_POINT.test(`${resolved}`) ? { as: "grouped", bytes } : null;
}

function* check({ path, document }: Log4j2File): Iterable<Problem> {
  for (const { name, triggers } of document.appenders) {
    for (const trigger of triggers) {
      const found = misread(trigger);
      const { size, resolved } = trigger;
      if (!found || size === null || resolved === null) continue;
      const written = trigger.valueStart !== -1;
      const at = document.placeOf(path, written ? trigger.valueStart : trigger.start, written ? trigger.valueEnd : trigger.start);
      yield unreadableSize.at(at, { ...found, size, resolved, appender: name });
    }
  }
}

/** A smaller size in bytes is reported: the log would roll over with nearly every record, and the author most likely meant megabytes. */
const SMALLEST = 64 * 1024;

function* checkCompiled({ environment, release }: CompiledEnvironment): Iterable<Problem> {
  if (!release?.base.log4j2) return;
  for (const [appender, { value }] of environment.logging.triggers) {
    const size = value.text;
    const bytes = sizeInBytes(size);
    // logging/edit-refused reports a size that log4j cannot read at all
    if (bytes === null) continue;
    const found: Misread = MEANT_AS_POINT.test(size)
      ? { as: "grouped", bytes }
      : { as: "bytes", bytes, bare: /^[0-9.,\s]+$/.test(size) };
    if (found.as === "bytes" && bytes >= SMALLEST) continue;
    const args: Args = { ...found, size, resolved: size, appender };
    yield unreadableSize.at(placeOf(value.span), args, { pointer: value.pointer });
  }
}

const example = (size: string) => ({ file: "releases/2506/base/log4j2.xml", replace: 'size="10 MB"', with: `size="${size}"` });

type Args = Misread & {
  readonly size: string;
  /** The size with log4j's properties, ${name}, filled in. */
  readonly resolved: string;
  readonly appender: string;
};

function wording(found: Args): Wording {
  const { size, resolved } = found;
  const appender = quotedName(found.appender);
  const shown = size === resolved ? say`${quotedName(size)}` : say`${quotedName(size)} (here ${quotedName(resolved)})`;
  if (found.as === "default")
    return {
      message: say`log4j cannot read the size ${shown} of the appender ${appender}`,
      notes: [say`it silently uses 10 MB`],
      help: say`write a number and KB, MB, GB, TB or nothing, such as '20 MB': no sign, no space at either end, a point as the decimal point`,
    };
  if (found.as === "grouped")
    return {
      message: say`log4j takes the comma in ${shown} for grouping, in the appender ${appender}`,
      notes: [say`it reads ${name(resolved.replace(",", ""))}, that is ${words(byteDigits(found.bytes))} bytes`],
      help: say`a decimal point is a point: ${quotedName(resolved.replace(",", "."))}`,
    };
  return {
    message: say`log4j reads ${shown} of the appender ${appender} as ${words(byteDigits(found.bytes))} bytes`,
    notes: [...(found.bare ? [say`it has no unit`] : []), say`the appender would begin a new file with nearly every record`],
    help: found.bare ? say`write the unit, such as ${quotedName(`${size.trim()} MB`)}` : say`write a size such as '50 MB'`,
  };
}

const unreadableSize = defineDiagnostic({
  id: "logging/unreadable-size",
  severity: "warning",
  title: "log4j reads another size than intended",
  why: "An unreadable size silently means 10 MB. log4j reads digits, an optional decimal point, spaces and KB, MB, GB or TB, nothing else: '20 MiB', ' 20 MB ' and '2e3 KB' all mean 10 MB. A comma only groups digits, so '1,5 GB' is 15 GB.",
  remedy: "Write a size such as '50 MB' or '1.5 GB'.",
  clauses: ["A6", "H4"],
  message: wording,
  fails: example("20 MiB"),
  passes: [example("1.5 GB"), example("2,000 KB"), example("20480"), example("${sys:client.log.size}")],
});

export const rule: Log4j2Rule = { ...unreadableSize, scope: "log4j2", check, checkCompiled };
