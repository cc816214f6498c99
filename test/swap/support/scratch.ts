import { cpSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";

const MEMORY = "/dev/shm";
const folders: string[] = [];

/** A folder of this test file alone, in memory where the system has such a place: these tests flush hundreds of thousands of files. */
export function scratch(): string {
  const folder = mkdtempSync(join(process.platform === "linux" && existsSync(MEMORY) ? MEMORY : tmpdir(), "tierwright-swap-"));
  folders.push(folder);
  return folder;
}

afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Puts a copy of a folder where another one lay: same names and times. */
export function restore(template: string, folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(template, folder, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
}
