import { describe, expect, test } from "vitest";
import { INSTALL } from "./support/installation.ts";
import { RUNNERS } from "./support/runners.ts";
import { receipts, snapshot } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";
import { eachNth } from "../../support/runs.ts";

/** Every step of a swap, from the first byte in the work folder to the last rename. */
const STEPS = ["stage:plugin.xml", "plan", "journal", "place", "enter", "prove", "close"];

describe.each(RUNNERS)("$name", (runner) => {
  test.each(eachNth(4, STEPS))(
    "[D5] an upgrade that was killed at %s: rollback goes back one state, to what stood before it",
    async (step) => {
      const here = new Workstation(runner, "hand-made");
      await here.done(here.deploy(here.swap()));
      const before = snapshot(here.root);
      await here.killedAt(step, here.swap({ release: "2606" }));
      const { out } = await here.done(here.rollback());
      expect(snapshot(here.root)).toEqual(before);
      expect(out).toMatch(/2506/);
      await here.done(here.verify());
    },
  );

  test.each(eachNth(4, ["away", "enter"]))(
    "[D8, D9] killed at %s: verify says that a run was cut off, and the command that it names works",
    async (step) => {
      const here = new Workstation(runner, "hand-made");
      await here.killedAt(step, here.swap());
      const first = await here.verify();
      expect([first.code, first.out]).toEqual([12, ""]);
      expect(first.err).toMatch(
        /run was interrupted in .* \(swap \d{8}T\d{6}Z-[0-9a-f]{6} of \S+\.zip\), which may be half-installed/,
      );
      expect(first.err).toMatch(/deploy(?:\.ps1 -Bundle)? FOLDER\/\S+\.zip --?root \S+` again with the same/i);
      await here.done(here.deploy(here.swap()));
      await here.done(here.verify());
      await here.killedAt(step, here.swap({ release: "2606" }));
      const { code, err } = await here.verify();
      expect(code).toBe(12);
      expect(err).toMatch(/run was interrupted in .*: it differs from receipt \S+/);
      expect(err).not.toMatch(/accept-?drift|reinstall it with/i);
      await here.done(here.deploy(here.swap({ release: "2606" })));
      await here.done(here.verify());
      expect((await here.rollback({}, { what: "step", at: step, how: "kill" })).code).toBe(null);
      expect((await here.verify()).err).toMatch(/(?:tierwright rollback|deploy\.ps1 -Rollback) --?root \S+` again/i);
      await here.done(here.rollback());
    },
  );

  test("[D8] verify where nothing was ever installed says that, and of no run", async () => {
    const here = new Workstation(runner, "hand-made");
    const { code, err } = await here.verify({ install: INSTALL });
    expect(code).toBe(10);
    expect(err).toMatch(/has no readable receipt/);
    expect(err).not.toMatch(/was interrupted/);
  });

  test.each(eachNth(4, STEPS))(
    "[D5] a first install that was killed at %s: rollback ends at what was there, and not before it",
    async (step) => {
      const here = new Workstation(runner, "hand-made");
      const before = snapshot(here.root);
      await here.killedAt(step, here.swap());
      const { code, err } = await here.rollback({ install: INSTALL });
      expect({ code, err }).toEqual({ code: 0, err: "" });
      expect(snapshot(here.root)).toEqual(before);
    },
  );

  test.each(eachNth(4, ["stage:connector", "plan", "place", "close"]))(
    "[D5] a settings switch that was killed at %s: rollback never undoes the swap before it",
    async (step) => {
      const here = new Workstation(runner, "hand-made");
      await here.done(here.deploy(here.swap()));
      const before = snapshot(here.root);
      await here.killedAt(step, here.settings({ tier: "pilot" }), { switchEnvironment: true });
      const unplanned = step.startsWith("stage") || step === "plan";
      const { code, err } = await here.rollback();
      expect(err).toMatch(unplanned ? /interrupted here before it changed anything/ : /^$/);
      expect(code).toBe(unplanned ? 10 : 0);
      expect(snapshot(here.root)).toEqual(before);
    },
  );

  test("[D5] a rollback that was killed and is asked for again goes back one state in all", async () => {
    for (const step of ["journal", "away", "enter", "close"]) {
      const here = new Workstation(runner, "hand-made");
      await here.done(here.deploy(here.swap()));
      const before = snapshot(here.root);
      await here.done(here.deploy(here.swap({ release: "2606" })));
      expect((await here.rollback({}, { what: "step", at: step, how: "kill" })).code).toBe(null);
      await here.done(here.rollback());
      expect({ step, now: snapshot(here.root) }).toEqual({ step, now: before });
    }
  });

  test.each(
    eachNth(4, [
      ["place", /the unfinished swap \S+ was undone first; production, connector 2506, serial \d+ \([^)]+\) is installed/],
      ["receipt", /the unfinished swap \S+ was finished first; production, connector 2606, serial \d+ \([^)]+\) is installed/],
    ] as const),
  )(
    "[D3, D4] a refusal after the recovery of a run that was killed at %s says what the recovery restored",
    async (step, says) => {
      const here = new Workstation(runner, "hand-made");
      await here.done(here.deploy(here.swap()));
      await here.killedAt(step, here.swap({ release: "2606" }));
      const { code, err } = await here.deploy(here.swap({ tier: "pilot" }));
      expect(err).toMatch(says);
      expect(err).not.toMatch(/nothing was written/i);
      expect(err).toMatch(/nothing else was written/i);
      expect(code).toBe(10);
      expect(receipts(here.root)).toHaveLength(step === "place" ? 1 : 2);
    },
  );
});
