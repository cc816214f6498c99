import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { byteDigits, sizeInBytes, type Trigger } from "../../formats/log4j2/document.ts";
import type { Log4j2File } from "../../model/files.ts";
import { placeOf } from "../../source/tree.ts";
import type { Log4j2Rule } from "../rule.ts";

/** A comma with other than three digits behind it was meant as the decimal point. */
const MEANT_AS_POINT = /^[0-9]+,(?![0-9]{3}(?![0-9]))/;

/** What log4j makes of a size that its author meant otherwise, or null. */
function misread({ size, resolved, readable, bytes }: Trigger): { message: string; help: string } | null {
  if (size === null || resolved === null) return null;
  const shown = size === resolved ? `'${size}'` : `'${size}' (here '${resolved}')`;
  if (!readable) {
    // What only the running program can look up is nobody's fault here.
    if (resolved.includes("${")) return null;
    const help =
      "write a number and KB, MB, GB, TB or nothing, such as '20 MB': no sign, no blank at either end, a point as the decimal point";
    return { message: `log4j cannot read the size ${shown} and silently uses 10 MB`, help };
  }
  if (!MEANT_AS_POINT.test(resolved)) return null;
  const message = `log4j takes the comma in ${shown} for grouping and reads ${resolved.replace(",", "")}, that is ${byteDigits(bytes)} bytes`;
  return { message, help: `a decimal point is a point: '${resolved.replace(",", ".")}'` };
}

function* check({ path, document }: Log4j2File): Iterable<Problem> {
  for (const { name, triggers } of document.appenders) {
    for (const trigger of triggers) {
      const problem = misread(trigger);
      if (!problem) continue;
      const written = trigger.valueStart >= 0;
      const at = document.placeOf(path, written ? trigger.valueStart : trigger.start, written ? trigger.valueEnd : trigger.start);
      yield { at, message: `${problem.message}, for the appender '${name}'`, help: problem.help };
    }
  }
}

/** Below this a log rolls with nearly every record; who writes no unit means megabytes. */
const SMALLEST = 64 * 1024;

function* checkCompiled({ environment, release }: CompiledEnvironment): Iterable<Problem> {
  if (!release?.base.log4j2) return;
  for (const [name, { value }] of environment.logging.triggers) {
    const at = { at: placeOf(value.span), pointer: value.pointer };
    const bytes = sizeInBytes(value.text);
    // what log4j cannot read at all is refused as an edit (logging/edit-refused)
    if (bytes === null) continue;
    if (MEANT_AS_POINT.test(value.text)) {
      const message = `log4j takes the comma in '${value.text}' for grouping and reads ${value.text.replace(",", "")}, that is ${byteDigits(bytes)} bytes, for the appender '${name}'`;
      yield { ...at, message, help: `a decimal point is a point: '${value.text.replace(",", ".")}'` };
    } else if (bytes < SMALLEST) {
      const bare = /^[0-9.,\s]+$/.test(value.text);
      yield {
        ...at,
        message: `log4j reads '${value.text}' as ${byteDigits(bytes)} bytes${bare ? ", because no unit stands behind it" : ""}: the appender '${name}' would begin a new file with nearly every record`,
        help: bare ? `write the unit, such as '${value.text.trim()} MB'` : "write a size such as '50 MB'",
      };
    }
  }
}

const example = (size: string) => ({ file: "releases/2506/base/log4j2.xml", replace: 'size="10 MB"', with: `size="${size}"` });

export const rule: Log4j2Rule = {
  scope: "log4j2",
  id: "logging/unreadable-size",
  severity: "warning",
  title: "log4j reads another size than the one that was meant",
  why: "A size that log4j cannot read is no error: it silently rolls at 10 MB. It reads digits, an optional decimal point, blanks and KB, MB, GB or TB, nothing else: '20 MiB', ' 20 MB ' and '2e3 KB' all mean 10 MB. A comma only groups digits, so '1,5 GB' is 15 GB.",
  remedy: "Write the size as log4j reads it, such as '50 MB' or '1.5 GB'.",
  clauses: ["A6", "H4"],
  fails: example("20 MiB"),
  passes: [example("1.5 GB"), example("2,000 KB"), example("20480"), example("${sys:client.log.size}")],
  check,
  checkCompiled,
};
