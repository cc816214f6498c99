import { readFileSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { keptFaults } from "../../../src/deploy/swap/inspect/kept-values.ts";
import { at } from "./support/installation.ts";
import { PLAYED } from "./support/runners.ts";
import { receipts } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";

const KEEP = { manifest: { keep: ["STAGING_DIR"] } };

/** The spelling of the machine's value, and what is said of it. */
const WRONG: readonly (readonly [string, RegExp])[] = [
  ["E:\\temp", /<TAB>/],
  ["E:\\Staging", /backslash is dropped/],
  ["", /only spaces/],
  ["   ", /only spaces/],
  ["staging", /relative/],
  ["E:staging", /no separator/],
  ["\\\\staging", /no drive/],
  ["E:\\\\temp\\#x", /backslash is dropped/],
  ["E:/temp\\u0020", /ends in a space/],
  ['E:/temp"', /it has a '"': no path of Windows can have that character/],
  ["E:/te*mp", /it has a '\*': no path/],
];

describe.each(PLAYED)("$name", (runner) => {
  const machine = (spelt: string) => {
    const here = new Workstation(runner, "hand-made");
    const conf = at.conf(here.root);
    writeFileSync(
      conf,
      readFileSync(conf, "utf8").replace(/^STAGING_DIR=.*$/m, () => `STAGING_DIR=${spelt}`),
    );
    return here;
  };

  test.each(WRONG)(
    "[C7] a kept value that is written as '%s' stops the deploy with its line, and nothing is written",
    async (spelt, says) => {
      const here = machine(spelt);
      const bundle = here.swap(KEEP);
      const { err } = await here.refused(() => here.deploy(bundle), 10, says);
      expect(err).toMatch(/line 10: STAGING_DIR is written as/);
      expect(err).toMatch(/every backslash doubled/);
      await here.refused(() => here.deploy(bundle, { whatIf: true }), 10, says);
    },
  );

  test.each(["E\\:\\\\temp", "E\\:\\\\C\\#", "E:/C#/temp", "E:/temp", "\\\\\\\\srv\\\\share\\\\staging"])(
    "[C7] one that is written as '%s' is kept",
    async (spelt) => {
      const here = machine(spelt);
      await here.done(here.deploy(here.swap(KEEP)));
      expect(receipts(here.root)[0]?.kept).toEqual(["STAGING_DIR"]);
      await here.done(here.verify());
    },
  );

  test("[C7, D9] one that somebody breaks after the install is named by verify", async () => {
    const here = machine("E\\:\\\\temp");
    await here.done(here.deploy(here.swap(KEEP)));
    const conf = at.conf(here.root);
    writeFileSync(
      conf,
      readFileSync(conf, "utf8").replace(/^STAGING_DIR=.*$/m, () => "STAGING_DIR=E:\\temp"),
    );
    const { code, err } = await here.verify();
    expect(err).toMatch(/STAGING_DIR is written as 'E:\\temp'.*<TAB>/);
    expect(code).toBe(12);
  });
});

test("[C7] a kept value that looks like a secret is judged and not shown", () => {
  const [fault] = keptFaults(Buffer.from("A=1\nAPP_SECRET_DIR_PASSWORD=E:\\geheim\n"), ["APP_SECRET_DIR_PASSWORD"], null);
  expect(fault).toMatchObject({ key: "APP_SECRET_DIR_PASSWORD", line: 2 });
  expect(fault?.text).toMatch(/\(hidden\)/);
  expect(fault?.text).not.toContain("geheim");
});
