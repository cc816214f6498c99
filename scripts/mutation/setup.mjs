/** In every test file of a mutation check: which mutant is at work, and which mutants each test meets while none is. */
import { appendFileSync } from "node:fs";
import { afterEach, beforeEach, inject } from "vitest";

/** Number of the mutant; -1: none, and what each test meets is written down. */
const active = inject("mutant");
let met = new Set();

globalThis.__mutant = (id) => {
  if (active === -1) met.add(id);
  return id === active;
};

beforeEach(() => {
  met = new Set();
});
afterEach(({ task }) => {
  if (active === -1)
    appendFileSync(inject("met"), `${JSON.stringify({ test: task.id, file: task.file.filepath, met: [...met] })}\n`);
});
