import { LOGGING } from "../about-rules.ts";
import { LARGEST_TEXT, type Text, name, say, withoutValues } from "../../../kernel/index.ts";
import { log4j2File, log4j2Findings } from "../../../compiler/index.ts";
import { nativePath } from "../../../deploy/index.ts";
import type { Check } from "../check.ts";
import { liveFile, type Looked } from "../looked.ts";
import { nameOf } from "../paths.ts";
import { NotGathered } from "../station.ts";
import { answer } from "../words.ts";

function inLog4j2({ station: { files }, places }: Looked): readonly Text[] | null {
  const path = places.log4j2;
  if (path === null || files.stat(path)?.kind !== "file") return null;
  const file = log4j2File(path, files.read(path, LARGEST_TEXT), "installed");
  return log4j2Findings(file, null)
    .filter(({ rule }) => LOGGING.includes(rule))
    .map(
      ({ at, message }): Text =>
        say`${name(nameOf(path))}:${at?.line ?? 1}: ${withoutValues(message, (text) => /^[A-Z]+$/.test(text))}`,
    );
}

/** The size in bytes from which the connector's log is reported; it is several times that of the largest log observed (38 MB). */
const LARGE = 100 * 1024 * 1024;

/**
 * Returns a line about the connector's own log (log.connector of site.yaml) if it is larger than `LARGE`, because nothing rotates or
 * deletes it; otherwise an empty list.
 */
function largeLog({ station: { files, where }, shared }: Looked): readonly Text[] {
  const log = shared?.site?.log.connector?.text;
  if (log === undefined) return [];
  try {
    const lies = files.stat(nativePath(log, where));
    if (lies?.kind !== "file" || lies.size < LARGE) return [];
    return [
      say`${name(log)} has ${Math.round(lies.size / 1024 / 1024)} MB: nothing rotates the connector's log, and 38 MB were once observed`,
    ];
  } catch (error) {
    if (error instanceof NotGathered) return [];
    throw error;
  }
}

export const check: Check = {
  id: "files/logging",
  asks: "no connection logger is left at DEBUG, no payloads are written, and the connector's log has not grown past 100 MB",
  otherwise: "headers and bodies go into the log, the password of the sign-in with them, and nothing ever deletes it",
  control: "none: both files are read",
  needs: [],
  order: 25,
  run(looked) {
    const logger = liveFile(looked, "logger");
    const log4j2 = inLog4j2(looked);
    const large = largeLog(looked);
    if (!logger && log4j2 === null && large.length === 0)
      return answer("skip", say`neither logger.properties nor log4j2.xml can be read here`);
    const payload = logger?.values.get("isPayloadRequired")?.trim().toLowerCase() === "true";
    const folder = logger?.values.get("jsonPayloaddir") ?? "";
    const found: readonly Text[] = [
      ...(payload ? [say`logger.properties: isPayloadRequired is true: every payload is written to ${name(folder)}`] : []),
      ...(log4j2 ?? []),
      ...large,
    ];
    if (found.length === 0) return answer("pass", say`no logger is at DEBUG, and no payloads are written`);
    return answer("warn", say`the logs hold more than a person wants to keep`, {
      details: found,
      help: say`set logging.levels and logging.payload in the environment when nobody looks into something, install the swap bundle, and delete what was written; \`tierwright logs sweep\` shows which old logs may go`,
    });
  },
};
