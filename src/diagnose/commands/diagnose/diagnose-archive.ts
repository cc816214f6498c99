import {
  type ByteSource,
  LIMITS,
  type ZipEntry,
  contentOf,
  isRefusal,
  plural,
  readZip,
  showName,
  wrongUse,
} from "../../../kernel/index.ts";
import { isLogName } from "../../causes/siblings.ts";
import { isFolder, readingFileAsync } from "../../../platform/index.ts";
import type { Reading } from "./diagnose-reading.ts";

const HELP = "name a zip archive with logs in it";

const isBomb = ({ size, compressedSize }: ZipEntry): boolean =>
  size > LIMITS.ratioFrom && size / Math.max(1, compressedSize) > LIMITS.ratio;

/** Returns the file entries of an archive. Throws an error for a damaged or inconsistent archive before any of its contents are used. */
function entriesOf(source: ByteSource, file: string): readonly ZipEntry[] {
  const { entries, faults } = readZip(source);
  const [fault] = faults;
  if (fault) {
    const what = fault.entry === null ? "it" : `its entry ${showName(fault.entry)}`;
    throw wrongUse(
      `${file} cannot be read: ${what} ${fault.problem}`,
      "copy it again from where it was made; nothing of it was read",
    );
  }
  const bomb = entries.find(isBomb);
  if (bomb)
    throw wrongUse(
      `${file} is not read: ${showName(bomb.name)} would grow from ${bomb.compressedSize} to ${bomb.size} bytes: it looks like a zip bomb`,
      HELP,
    );
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (total > LIMITS.total)
    throw wrongUse(`${file} is not read: it would unpack to ${total} bytes`, `at most ${LIMITS.total} are taken`);
  return entries.filter(({ folder }) => !folder);
}

function noLogs(file: string, entries: readonly ZipEntry[]) {
  const names = new Set(entries.map(({ name }) => name));
  return names.has("environment.txt") && names.has("notes.txt")
    ? wrongUse(
        `${file} holds no log: it is what -Collect gathers, settings without logs`,
        "`tierwright doctor --from ARCHIVE` reads it; for diagnose, name the connector log itself",
      )
    : wrongUse(
        `${file} holds no log: of its ${plural(entries.length, "file")} none is named like one`,
        "unpack it, and name the file",
      );
}

/**
 * Reads every log in an archive, each named like logs.zip!/connector.log. Lists logs that are not text as not read; ignores entries that
 * do not have the name of a log.
 */
export function readArchive(path: string, file: string, into: Reading): Promise<void> {
  if (isFolder(path))
    throw wrongUse(`${file} cannot be read: it is a folder, an archive is expected`, `${HELP}, or the logs in the folder`);
  return readingFileAsync(
    path,
    async (source) => {
      const entries = entriesOf(source, file);
      const logs = entries.filter(({ name, size }) => size > 0 && isLogName(name));
      if (logs.length === 0) throw noLogs(file, entries);
      const before = into.read.length;
      let last: unknown = null;
      for (const entry of logs) last = (await readEntry(source, entry, `${file}!/${entry.name}`, into)) ?? last;
      if (into.read.length === before && last !== null) throw last;
    },
    HELP,
  );
}

/**
 * Reads one entry of an archive.
 * @returns Null, or the error if the entry could not be read; the error is also recorded with the entry's name.
 */
async function readEntry(source: ByteSource, entry: ZipEntry, name: string, into: Reading): Promise<unknown> {
  try {
    await into.add(name, contentOf(source, entry));
    return null;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    into.notRead.push({ file: name, why: error.message.replace(`${name} cannot be read: `, "").replace(`${name} `, "it ") });
    return error.ending(2);
  }
}
