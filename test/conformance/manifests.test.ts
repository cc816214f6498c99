import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { swapParts, zipped } from "../deploy/swap/support/bundle.ts";
import { nothing } from "../deploy/swap/support/explore.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { mutations } from "../deploy/swap/support/mutations.ts";
import { record as counted } from "../deploy/swap/support/record.ts";
import { RUNNERS } from "../deploy/swap/support/runners.ts";
import { sampled } from "../deploy/swap/support/sample.ts";
import { INTERNAL, everything } from "../deploy/swap/support/tampered.ts";
import { differing } from "../deploy/swap/support/judge.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";

const WHAT_IF = { whatIf: true };

describe.each(RUNNERS)("$name", (runner) => {
  test("[D1, D3] a manifest with any field removed or of another kind (deploy.ps1: every twenty-third): refused or taken by both runners, nothing written", async () => {
    const here = new Workstation(runner, "hand-made");
    const { manifest, files } = swapParts();
    const path = join(here.folder, "mutated.zip");
    const before = everything(here.root);
    const wrong: string[] = [];
    const ends = { refused: 0, taken: 0 };
    const all = [...mutations(manifest)];
    for (const { what, record } of runner === inProcess ? all : sampled(runner, all)) {
      writeFileSync(path, zipped(JSON.stringify(record), files));
      const { code, out, err } = await here.deploy(path, WHAT_IF);
      if (INTERNAL.test(out + err) || (code !== 0 && code !== 10)) wrong.push(`${what}: ${code}: ${err}`);
      const other = runner === inProcess ? null : await inProcess.deploy(path, { root: here.root, ...WHAT_IF });
      if (other && other.code !== code)
        wrong.push(`${what}: ${code}, and the built-in runner ${other.code}: ${err} | ${other.err}`);
      if (code === 0) ends.taken++;
      else ends.refused++;
    }
    expect(wrong.map((text) => text.replaceAll("\n", " / ").slice(0, 400)).slice(0, 20)).toEqual([]);
    expect(differing(before, everything(here.root))).toBe("");
    counted(runner.name, "manifest changed", { ...nothing(), executed: ends.refused + ends.taken });
    expect(ends.refused).toBeGreaterThan(runner === inProcess ? 500 : 20);
    expect(ends.taken).toBeGreaterThan(0);
  });
});
