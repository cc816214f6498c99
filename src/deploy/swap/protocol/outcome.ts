import { Refusal, errnoWords, systemCode } from "../../../kernel/index.ts";
import type { Drift } from "./drift.ts";

/** Exit codes of the deploy commands (docs/rollout.md). Systems other than Windows get 82 for 1618, because their codes end at 255. */
export type DeployCode = 0 | 1618 | 10 | 11 | 12;

/** The error of a deploy or rollback that ends without success: its exit code, message and help. */
export class DeployStop extends Refusal {
  override readonly name = "DeployStop";

  constructor(
    override readonly code: Exclude<DeployCode, 0>,
    message: string,
    /** The next step for the user; null if there is none. */
    help: string | null,
    /** Further lines of the error message: one for each difference, process or file. */
    readonly details: readonly string[] = [],
    /** The unexpected values that stopped the deploy or rollback, as data for the receipt. */
    readonly drift: readonly Drift[] = [],
  ) {
    super(code, message, help);
  }
}

export const refusal = (message: string, help: string, details: readonly string[] = []): DeployStop =>
  new DeployStop(10, message, help, details);

const IN_USE: ReadonlySet<string> = new Set(["EACCES", "EPERM", "EBUSY"]);

/** Returns whether a system error means that a file is in use or access is denied, which Windows does not always distinguish. */
export function looksInUse(error: unknown): boolean {
  return IN_USE.has(systemCode(error));
}

/**
 * Returns whether a system error means that another program has the file open: "in use" on any system, and on Windows also "access denied",
 * the result of renaming or removing an open file; a missing right has already been refused before the swap.
 */
export function isHeld(error: unknown, windows: boolean): boolean {
  return systemCode(error) === "EBUSY" || (windows && looksInUse(error));
}

const RIGHTS: Readonly<Record<string, (path: string, dest: string) => string>> = {
  rename: (path, dest) => `to write in the folders of ${path} and ${dest}, and in the folder that is moved`,
  unlink: (path) => `to remove ${path}: to write in its folder, or to own it if the folder has the sticky bit`,
  rmdir: (path) => `to remove ${path}: to write in the folder above it`,
  mkdir: (path) => `to create folders next to ${path}`,
  scandir: (path) => `to list ${path}`,
  open: (path) => `to open ${path}`,
};

/**
 * Returns the right that this account lacks, as text; null for another kind of error. Windows denies access to open files with the same
 * code, so call `isHeld` first.
 */
export function missingRight(error: unknown): string | null {
  if (!["EACCES", "EPERM"].includes(systemCode(error))) return null;
  const { path = "", dest = "", syscall = "" } = error as NodeJS.ErrnoException & { readonly dest?: string };
  const right = RIGHTS[syscall]?.(path, dest) ?? (path === "" ? "for that" : `to use ${path}`);
  return `this account lacks the right ${right}: run this with it (an elevated prompt, or the fleet's agent), or have it granted`;
}

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 1024 / 1024)} MiB`;

/** Returns the text about a file that is too large to read; null for another error. */
function sizeWords(error: unknown): string | null {
  if (systemCode(error) !== "ERR_FS_FILE_TOO_LARGE") return null;
  const { size = 0, largest = 0 } = error as { readonly size?: number; readonly largest?: number };
  return `it has ${mebibytes(size)}, and at most ${mebibytes(largest)} are read`;
}

/** Returns the text of a failure, with the path if the system names one, without a stack trace. */
export function failureWords(error: unknown): string {
  if (error instanceof DeployStop) return error.message;
  const { path, dest } = (error ?? {}) as NodeJS.ErrnoException & { readonly dest?: string };
  const words =
    sizeWords(error) ??
    errnoWords(error) ??
    (systemCode(error) || (error instanceof Error ? (error.message.split("\n")[0] ?? "") : "an unknown failure"));
  if (path === undefined) return words;
  return dest === undefined ? `${path}: ${words}` : `${path} cannot be moved to ${dest}: ${words}`;
}

/**
 * Returns the error (exit code 1618) for a file that another program has open, with the advice to try again.
 * @param then a text that says what was written or changed so far
 */
export const inUseStop = (error: unknown, then: string, details: readonly string[] = []): DeployStop =>
  new DeployStop(
    1618,
    `${failureWords(error)}; another program has it open`,
    `close the program that has it open (an editor, a viewer, a scanner), then run this again; ${then}`,
    details,
  );

/**
 * Runs work that only reads. Converts a system error to DeployStop: exit code 1618 for a file in use, else a refusal, because nothing was
 * written.
 */
export async function refuseOnReadError<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DeployStop || systemCode(error) === "") throw error;
    if (isHeld(error, false)) throw inUseStop(error, "nothing was written");
    const right = missingRight(error);
    throw refusal(failureWords(error), `${right ?? "fix that and run this again"}; nothing was written`);
  }
}
