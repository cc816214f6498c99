import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A new empty folder; test/support/scratch.ts removes it when the test file is done. */
export const scratch = (): string => mkdtempSync(join(tmpdir(), "tierwright-swap-"));

/** Puts a copy of a folder where another one lay: same names and times. */
export function restore(template: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(template, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}
