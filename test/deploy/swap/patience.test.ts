import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { at } from "./support/installation.ts";
import { debris } from "./support/judge.ts";
import { RUNNERS } from "./support/runners.ts";
import type { Scan } from "./support/fault.ts";
import { jsonOf, livePairs, receipts, wantedPairs } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";
import { eachNth } from "../../support/runs.ts";

const scanned = (scan: Scan) => ({ what: "operation", at: 0, how: "scan", scan }) as const;

/** Files that a run makes, moves or removes, each of which a scanner may hold. */
const FILES = [
  "journal.json.tmp",
  "journal.json",
  "receipt.json",
  "reverting.json",
  "plan.json",
  "attempt.json",
  "/plugins/com.example.connector",
  "/new",
  "lib/connector-2606.jar",
  "client.new",
  "CommonClient.properties",
  "log4j2.xml",
  "PLM_Profile.mdzip",
] as const;

describe.each(RUNNERS)("$name", (runner) => {
  test.each(eachNth(4, FILES))(
    "[D3, D4] a scanner that holds %s for a moment only delays a deploy, its rollback and the way back",
    async (path) => {
      const here = new Workstation(runner, "hand-made");
      const held = scanned({ path, milliseconds: 900 });
      await here.done(here.deploy(here.swap(), {}, held));
      await here.done(here.deploy(here.swap({ release: "2606" }), {}, held));
      await here.done(here.rollback({}, held));
      expect(livePairs(here.root)).toEqual(wantedPairs("production"));
      expect(receipts(here.root).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    },
  );

  test("[D4, D8] a journal that is never let go: the deploy is done and says so, verify agrees, and the next run removes it", async () => {
    const here = new Workstation(runner, "hand-made");
    const bundle = here.swap();
    // not the journal of this run's beginning: what is held from the last step on
    const { code, out } = await here.deploy(bundle, {}, { ...scanned({ path: "/journal.json", milliseconds: null }) });
    expect(out).toMatch(/journal\.json could not be removed .*nothing is unfinished/);
    expect(code).toBe(0);
    expect(existsSync(join(at.swap(here.root), "journal.json"))).toBe(true);
    const verified = await here.verify();
    expect({ code: verified.code, err: verified.err }).toEqual({ code: 0, err: "" });
    await here.done(here.deploy(bundle));
    expect(receipts(here.root)).toHaveLength(1);
  });

  test("[D4, D8] a prepared receipt that is never let go: written anew, nothing is undone, verify agrees", async () => {
    const here = new Workstation(runner, "hand-made");
    const { code, err } = await here.deploy(here.swap(), {}, scanned({ path: "/receipt.json", milliseconds: null }));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(livePairs(here.root)).toEqual(wantedPairs("production"));
    expect(receipts(here.root)).toHaveLength(1);
    expect(debris(here.root)).toEqual([]);
    expect((await here.verify()).code).toBe(0);
    await here.done(here.rollback());
  });

  test.each(eachNth(4, ["CommonClient.properties", "/plugins/com.example.connector", "log4j2.xml", "/new"]))(
    "[D3, D5] %s is never let go: 1618, everything is as it was, and the attempt says so",
    async (path) => {
      const here = new Workstation(runner, "hand-made");
      const before = here.state;
      const { code, err } = await here.deploy(here.swap(), {}, scanned({ path, milliseconds: null }));
      expect(err).toMatch(/open/);
      expect(code).toBe(1618);
      expect(here.state).toEqual(before);
      expect(jsonOf(join(at.swap(here.root), "receipts", "attempt.json"))).toMatchObject({ result: "in-use", code: 1618 });
      await here.done(here.deploy(here.swap()));
    },
  );

  test.each(eachNth(4, ["connector.properties", "CommonClient.properties"]))(
    "[D3, D8] %s cannot be read because a program has it open: 1618 of install, what-if and verify, nothing is written",
    async (path) => {
      const here = new Workstation(runner, "hand-made");
      await here.done(here.deploy(here.swap()));
      const next = here.swap({ release: "2606" });
      const fault = scanned({ path, milliseconds: null, alone: true });
      await here.refused(() => here.deploy(next, {}, fault), 1618, /open/);
      await here.refused(() => here.deploy(next, { whatIf: true }, fault), 1618, /open/);
      const verified = await runner.verify({ root: here.root }, fault);
      expect(verified.err).toMatch(/open/);
      expect(verified.code).toBe(1618);
    },
  );
});
