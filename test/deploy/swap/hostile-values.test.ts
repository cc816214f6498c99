import { appendFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { leaving } from "../../../src/report/style.ts";
import { shellHere, inDeployScript } from "../../powershell/shell.ts";
import { harmOf, UNSEEN } from "../../report/hostile-text.ts";
import { at, below } from "./support/installation.ts";
import { stored } from "./support/releases.ts";
import { RUNNERS } from "./support/runners.ts";
import { Workstation } from "./support/workstation.ts";

/** What a workstation's user, or whoever writes the share, would put into a value to be obeyed by the agent that runs the deploy. */
const VALUE =
  "x\n::error::y\r\n::stop-commands::z\u2028::warning::w\u0085::debug::d\u001b]0;title\u0007\u009b2J##vso[task.setvariable variable=a]b\u202e\u2066\u200b\u00ad" +
  UNSEEN;
const NAME = "##vso[task.complete result=Succeeded;]\u202e\u200b\u2066\ufe0f\u3164\u{e0100}";

/** A value as java.util.Properties stores it, every character beyond ASCII and every control character as an escape. */
const escaped = (key: string, value: string): string =>
  stored(key, value).replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are to be escaped
    /[\u0000-\u001f\u007f-\uffff]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

describe.each(RUNNERS)("$name", (runner) => {
  test("[D3, D9] no value of the machine becomes a line, a command of a build service or a control sequence in what a deploy says", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    appendFileSync(
      at.conf(here.root),
      `${escaped("TC_FMS_URL", VALUE)}\n${escaped(`K${VALUE}`, "v")}\n${escaped("STAGING_DIR", VALUE)}\n`,
    );
    appendFileSync(at.client(here.root), `\n${escaped("URL", VALUE)}\n`);
    if (process.platform !== "win32") {
      writeFileSync(join(at.live(here.root), "lib", `a\n::error::b\u001b[2J${NAME}.jar`), "x");
      const copy = below(here.root, "C:\\Users\\jane\\AppData\\Local\\.tool\\2024x\\plugins\\c\n::error::\u001b[2J");
      mkdirSync(copy);
      writeFileSync(join(copy, "plugin.xml"), '<plugin id="com.mine"/>');
    }
    const next = here.swap({ release: "2606" });
    const said = [
      await here.verify(),
      await here.deploy(next),
      await here.deploy(next, { whatIf: true }),
      await here.deploy(next, { whatIf: true, acceptDrift: true }),
      await here.deploy(next, { acceptDrift: true }),
      await here.rollback({ whatIf: true }),
      await here.rollback(),
      await here.rollback({ list: true }),
    ];
    expect(said.map(({ code }) => code)).toEqual([12, 10, 10, 0, 0, 0, 0, 0]);
    for (const { out, err } of said) expect(harmOf(`${out}\n${err}`)).toBeNull();
    // what was shown instead can still be recognized, and the lines that are ours are lines
    expect(said[1]?.err).toMatch(/TC_FMS_URL.*(U\+000A|␊)/);
    expect(said[1]?.err.split("\n").length).toBeGreaterThan(3);
  });

  test("[D1, D3] nor one of a bundle, a receipt or an argument", async () => {
    const here = new Workstation(runner, "hand-made");
    const said = [
      await here.deploy(here.swap({ manifest: { environment: `e${NAME}` } })),
      await here.deploy(
        here.swap({ manifest: { environment: `e${NAME}`, connector: NAME, source: { commit: NAME, changed: false } } as never }),
      ),
      await here.deploy(here.swap({ values: [{ file: "connector", key: `K${NAME}`, value: NAME, unit: false }] })),
      await here.deploy(here.swap({ paths: { client: `C:\\a\\${NAME}\\c.properties` } })),
      await here.deploy(join(here.folder, `${VALUE.replaceAll("/", "")}.zip`)),
      await here.deploy(here.swap(), { install: `C:\\${VALUE}` }),
    ];
    await here.deploy(here.swap());
    const folder = join(at.swap(here.root), "receipts");
    for (const name of readdirSync(folder).filter((each) => each !== "attempt.json")) {
      const receipt = JSON.parse(readFileSync(join(folder, name), "utf8")) as Record<string, unknown>;
      const bundle = { ...(receipt.bundle as object), name: VALUE, environment: VALUE, connector: VALUE };
      writeFileSync(
        join(folder, name),
        JSON.stringify({ ...receipt, bundle, user: VALUE, machine: VALUE, runner: VALUE, notes: [VALUE] }),
      );
    }
    said.push(await here.rollback({ list: true }), await here.rollback({ whatIf: true }), await here.verify());
    said.push(await here.deploy(here.swap({ release: "2606", tier: "pilot" })), await here.rollback());
    for (const { out, err } of said) expect(harmOf(`${out}\n${err}`)).toBeNull();
    expect(said.length).toBe(11);
  });
});

const TEXTS = [
  VALUE,
  NAME,
  "::x",
  "  ::x",
  "a::b",
  ":::x",
  "##[error]",
  "a##vso[b",
  "## [c",
  "\ud800a\udfff",
  "\u{e0041}\u{1f600}ü漢",
  "a\tb",
  "",
];

test("[D3] the built-in runner shows texts in such a way", () => {
  for (const text of TEXTS) expect(harmOf(leaving(text, false))).toBeNull();
});

test("[D3] both runners show the same texts in such a way", { timeout: 120_000 }, () => {
  const shell = shellHere();
  const script = `
$said = @([System.IO.File]::ReadAllText([System.IO.Path]::Combine($Folder, 'input.json')) | ConvertFrom-Json)
[Console]::OutputEncoding = New-Object System.Text.UTF8Encoding $false
[Console]::Out.Write((ConvertTo-Json @($said | ForEach-Object { Format-Leaving $_; Format-Leaving ('a' + $script:LineEnd + $_) }) -Compress))`;
  // halves of characters do not survive JSON in every PowerShell
  const whole = TEXTS.filter((text) => Buffer.from(text).toString() === text);
  const shown = JSON.parse(inDeployScript(shell, script, whole)) as string[];
  // controls are pictures there and numbers here, which a console of Windows can always show
  const asNumbers = (text: string) =>
    leaving(text, false).replace(
      /[\u2400-\u2421→]/g,
      (char) =>
        `<U+${(char === "→" ? 9 : char === "␡" ? 127 : char.charCodeAt(0) - 0x2400).toString(16).toUpperCase().padStart(4, "0")}>`,
    );
  expect(shown).toEqual(whole.flatMap((text) => [asNumbers(text), `a\n${asNumbers(text)}`]));
});
