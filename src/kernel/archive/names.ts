import { plainNameFault } from "../text/paths.ts";
import { LIMITS } from "./limits.ts";
import { showName } from "./refused.ts";
import type { ArchiveFault, Purpose } from "./types.ts";

/**
 * The pattern of the device names that `plainNameFault` does not know: conin$, conout$, and any device name with spaces after it, because
 * Windows reads 'con .txt' as the device con.
 */
const DEVICE = /^(conin\$|conout\$|(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]) +)(\.|$)/i;
const REVERSING = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** Returns the path of an archive's entry with '/' instead of '\', which archives made on Windows can have between folders. */
export const withSlashes = (name: string): string => name.replaceAll("\\", "/");

/** Returns why one segment of a path cannot name a file or folder on Windows, in words that follow the quoted path; null if it can. */
function partFault(part: string): string | null {
  if (part === "") return "holds an empty folder name ('//')";
  if (part === "..") return "leaves the folder that it is unpacked to ('..')";
  if (part === ".") return "holds a '.' segment, so two spellings would mean one file";
  if (part.includes(":")) return `holds ':' in ${showName(part)}: Windows would write a hidden alternate stream of another file`;
  if (/\p{Cc}/u.test(part)) return `holds a control character in ${showName(part)}`;
  if (/\p{Cs}/u.test(part)) return `holds half a character (a lone surrogate) in ${showName(part)}`;
  if (REVERSING.test(part))
    return `holds a character that turns the direction of text, so it is shown as another name: ${showName(part)}`;
  if (DEVICE.test(part)) return `cannot be a file on Windows: it keeps the name ${showName(part)} for a device`;
  const fault = plainNameFault(part);
  return fault === null ? null : `cannot be a file on Windows because of ${showName(part)}: ${fault}`;
}

function rootFault(path: string): string | null {
  if (path.startsWith("//"))
    return "is a network path ('//server/...'): it would be written outside the folder that it is unpacked to";
  if (path.startsWith("/")) return "is an absolute path: it would be written outside the folder that it is unpacked to";
  if (/^[A-Za-z]:/.test(path)) return "begins with a drive: it would be written outside the folder that it is unpacked to";
  return null;
}

/** Returns all faults of one path in words, without comparing it with other paths; empty if it has none. The path must not end in '/'. */
function pathFaults(path: string): string[] {
  if (path === "") return ["has an empty name"];
  const root = rootFault(path);
  if (root !== null) return [root];
  const parts = path.split("/");
  const faults = [...new Set(parts.flatMap((part) => partFault(part) ?? []))];
  if (path.length > LIMITS.path) {
    faults.push(
      `is ${path.length} characters long; at most ${LIMITS.path} are taken, so that Windows can open it below the tool`,
    );
  }
  if (parts.length > LIMITS.depth) faults.push(`lies ${parts.length - 1} folders deep; at most ${LIMITS.depth - 1} are taken`);
  return faults;
}

/**
 * Returns a key that is equal for all names that Windows takes for one file: case and Unicode composition do not count. A letter whose
 * upper case has several characters is left as it is ('ß' is not 'SS').
 */
function windowsKey(part: string): string {
  const upper = (c: string) => (c.toUpperCase().length === c.length ? c.toUpperCase() : c);
  if (/^[\x20-\x7e]*$/.test(part)) return part.toUpperCase();
  return Array.from(part.normalize("NFC"), upper).join("").normalize("NFC");
}

interface Known {
  readonly path: string;
  readonly folder: boolean;
  /** True if the archive has an entry with exactly this path; false for a folder that only paths of files below it imply. */
  readonly named: boolean;
}

/** A check of the paths of an archive's entries, one after the other: each path by itself, and against all paths before it. */
export class NameGate {
  readonly #known = new Map<string, Known>();
  readonly #purpose: Purpose;

  constructor(purpose: Purpose) {
    this.#purpose = purpose;
  }

  /**
   * Returns all faults of the next entry's path, in words that follow the quoted path; empty if it has none. A '/' at the end of the path
   * marks a folder.
   */
  judge(name: string): readonly string[] {
    if (this.#purpose === "bundle" && name.includes("\\")) return ["holds '\\': folders are separated by '/' here"];
    const written = withSlashes(name);
    const folder = written.endsWith("/") && written.length > 1;
    const path = folder ? written.slice(0, -1) : written;
    const faults = pathFaults(path);
    return faults.length > 0 ? faults : this.#enter(path, folder);
  }

  #enter(path: string, folder: boolean): string[] {
    const keys = path.split("/").map(windowsKey);
    let key = "";
    for (let slash = path.indexOf("/"), i = 0; slash > 0; slash = path.indexOf("/", slash + 1), i++) {
      key += `${keys[i]}/`;
      const fault = this.#claim(key, { path: path.slice(0, slash), folder: true, named: false });
      // two spellings of a folder's name are one fault, so the rest of the path is not compared
      if (fault !== null) return [fault];
    }
    const fault = this.#claim(`${key}${keys.at(-1)}/`, { path, folder, named: true });
    return fault === null ? [] : [fault];
  }

  #claim(key: string, next: Known): string | null {
    const before = this.#known.get(key);
    if (!before || (before.path === next.path && before.folder && next.folder && !(before.named && next.named))) {
      if (!before || next.named) this.#known.set(key, next);
      return null;
    }
    if (before.path !== next.path) {
      const what = next.named ? "is" : `lies in ${showName(next.path)}, which is`;
      return `${what} the same name as ${showName(before.path)} where case and composition of letters do not count, as on Windows`;
    }
    if (before.folder !== next.folder) return `needs ${showName(next.path)} to be a file and a folder at once`;
    return "is there twice: which of the two is meant is not certain";
  }
}

/**
 * Returns every fault of a list of relative paths, each with its path: of the files of a kit that is an unpacked folder, or of a bundle to
 * be built. A '\' in a path is a fault in a bundle; in a kit it separates folders.
 */
export function namesGate(names: Iterable<string>, purpose: Purpose = "bundle"): readonly ArchiveFault[] {
  const gate = new NameGate(purpose);
  return Array.from(names).flatMap((name) => gate.judge(name).map((problem) => ({ entry: name, problem })));
}
