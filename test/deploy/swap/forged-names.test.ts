import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { notOnWindows } from "../../support/not-run.ts";
import { commandsIn, FINE, pasted } from "../../support/pasted.ts";
import { POSIX_SHELLS, PWSH } from "../../support/shells.ts";
import { at } from "./support/installation.ts";
import { RUNNERS } from "./support/runners.ts";
import { Workstation } from "./support/workstation.ts";
import { eachNth } from "../../support/runs.ts";

/* A receipt of somebody else names a bundle, an environment and a release: an administrator pastes the command that verify prints. */

const NAMES = [
  "x;$(touch PWNED)",
  "a&touch PWNED",
  "x`touch PWNED`",
  'q"; touch PWNED; "',
  "\u2018;touch PWNED;\u2019",
  "o'brien 2506",
  "a\nb",
  "%PATH%",
  "-rf",
  "--accept-drift",
  "Umläute (日本)",
];

const newestOf = (folder: string): string =>
  join(
    folder,
    readdirSync(folder)
      .filter((name) => /^\d{6}-/.test(name))
      .sort()
      .at(-1) ?? "",
  );

describe.each(RUNNERS)("$name", (runner) => {
  const windows = runner.name !== "built-in";

  test.each(eachNth(3, NAMES))(
    "[D4] a receipt that calls everything %j: what verify and rollback --list print is pasted safely",
    { timeout: 300_000 },
    async (name) => {
      notOnWindows("such names");
      const here = new Workstation(runner, "hand-made");
      await here.done(here.deploy(here.swap()));
      const path = newestOf(join(at.swap(here.root), "receipts"));
      const record = JSON.parse(readFileSync(path, "utf8"));
      writeFileSync(join(at.live(here.root), "foreign.jar"), "x");
      const said: string[] = [];
      for (const kind of ["swap", "settings"]) {
        const bundle = { ...record.bundle, name, environment: name, connector: name };
        writeFileSync(path, JSON.stringify({ ...record, kind, bundle }));
        for (const { out, err } of [await here.verify(), await here.rollback({ list: true })]) said.push(out, err);
      }
      const text = said.join("\n");
      expect(text).toContain("foreign.jar");
      expect(text).not.toContain("a\nb");
      const commands = commandsIn(text).map((command) => command.replace(/^deploy\.ps1 /, "tierwright "));
      if (!/[\n`%;"&]/.test(name)) expect(commands.some((command) => command.includes(name))).toBe(true);
      for (const shell of windows ? [PWSH] : POSIX_SHELLS)
        expect({ shell, ...pasted(shell, commands, [name, ...(name.startsWith("-") ? [`./${name}`] : [])]) }).toEqual({
          shell,
          ...FINE,
        });
    },
  );
});
