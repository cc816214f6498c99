import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PlannedFiles } from "../../src/platform/planned-files.ts";
import { RepositoryFiles } from "../../src/platform/repository-files.ts";
import { Seen } from "../../src/platform/seen.ts";
import { temporaryFolder } from "../support/repository.ts";

test("a planned text is read, listed and recorded as if it lay there, and what lies there stays as it is", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "a.yaml"), "old\n");
  const planned = new PlannedFiles(
    folder,
    new Map([
      ["a.yaml", Buffer.from("new\n")],
      ["b/c.yaml", Buffer.from("c\n")],
    ]),
  );
  const record = new Seen();
  planned.record = record;
  expect(planned.read("a.yaml")).toEqual({ kind: "file", bytes: Buffer.from("new\n") });
  expect(planned.list("b")).toEqual({ kind: "entries", entries: [{ name: "c.yaml", kind: "file" }] });
  const other = temporaryFolder();
  writeFileSync(join(other, "a.yaml"), "new\n");
  const written = new RepositoryFiles(other);
  expect(record.states.get("a.yaml")).toBe(written.state("a.yaml"));
  expect(planned.state("a.yaml")).toBe(written.state("a.yaml"));
  expect(new RepositoryFiles(folder).read("a.yaml")).toEqual({ kind: "file", bytes: Buffer.from("old\n") });
});
