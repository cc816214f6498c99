import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Where the Java classes of this run lie; each is compiled by the first test that asks for it. */
    classes: string;
  }
}

/** A folder for all files of a run: a compiler that starts for each of them takes longer than many a test. */
export default function setup(project: TestProject): () => void {
  const classes = mkdtempSync(join(tmpdir(), "tierwright-classes-"));
  project.provide("classes", classes);
  return () => rmSync(classes, { recursive: true, force: true });
}
