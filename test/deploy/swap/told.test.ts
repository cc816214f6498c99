import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { at } from "./support/installation.ts";
import { inProcess } from "./support/in-process.ts";
import type { Outcome } from "./support/runner.ts";
import { RUNNERS } from "./support/runners.ts";
import { jsonOf } from "./support/snapshot.ts";
import { Workstation } from "./support/workstation.ts";

/** A line of a build service's, an escape sequence, a turned direction, a return to the line's beginning. */
const FORGED = "x\n::error title=forged::FORGED\r##vso[task.complete]FORGED\u001b[2J\u202eFORGED\u2028\u0085FORGED";

/** What a terminal or a log would act on in an outcome; empty: nothing, and the text was said. */
function acting({ out, err }: Outcome): readonly string[] {
  const text = `${out}\n${err}`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly the characters
  const control = text.match(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g) ?? [];
  const lines = text.split("\n").filter((line) => /^\s*(::|FORGED)|##\w*\[/.test(line));
  return [...control, ...lines, ...(text.includes("FORGED") ? [] : [`nothing of it was said: ${text}`])];
}

/** The same text as a value of a properties file. */
const spelt = (text: string): string =>
  [...text].map((c) => (/[\w ;,[\].]/.test(c) ? c : `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`)).join("");

const addLine = (path: string, line: string) => writeFileSync(path, `${readFileSync(path, "latin1")}${line}\n`, "latin1");

const newest = (root: string): string => {
  const folder = join(at.swap(root), "receipts");
  const names = readdirSync(folder).filter((name) => /^\d{6}-/.test(name));
  return join(folder, names.sort().at(-1) ?? "");
};

function change(path: string, edit: (record: Record<string, unknown>) => void): void {
  const record = jsonOf(path);
  edit(record);
  writeFileSync(path, JSON.stringify(record));
}

describe.each(RUNNERS)("$name", (runner) => {
  const installed = async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    return here;
  };

  test("[D8] every serial that people read has its date and time beside it", async () => {
    const here = await installed();
    const newer = here.swap({ release: "2606" });
    const outcomes = [
      await here.deploy(newer, { whatIf: true }),
      await here.deploy(newer),
      await here.deploy(newer),
      await here.deploy(here.swap()), // older: refused
      await here.verify(),
      await runner.rollback({ root: here.root, list: true }),
      await runner.rollback({ root: here.root, whatIf: true }),
      await runner.rollback({ root: here.root }),
    ];
    const serials = outcomes.map(({ out, err }) => [...`${out}${err}`.matchAll(/\b1790\d{6}\b(.{0,23})/g)]);
    expect(serials.filter((found) => found.length > 0).length).toBeGreaterThanOrEqual(6);
    for (const [, beside] of serials.flat()) expect(beside).toMatch(/^ \(2026-09-21 1[45]:\d\d UTC\)/);
  });

  test("[E3, D3] a value and a key of the machine's files are no lines and no commands of what is reported", async () => {
    const here = await installed();
    addLine(at.conf(here.root), `${spelt(FORGED)}K=${spelt(FORGED)}`);
    addLine(at.client(here.root), `CLIENT_PORT=${spelt(FORGED)}`);
    for (const outcome of [await here.deploy(here.swap({ release: "2606" })), await here.verify()]) {
      expect([10, 12]).toContain(outcome.code);
      expect(acting(outcome)).toEqual([]);
    }
    const accepted = await here.deploy(here.swap({ release: "2606" }), { acceptDrift: true });
    expect({ code: accepted.code, err: accepted.err }).toEqual({ code: 0, err: "" });
  });

  test.runIf(process.platform !== "win32")("[D3, D9] neither is a file's name", async () => {
    const here = await installed();
    writeFileSync(join(at.live(here.root), "lib", `${FORGED.replaceAll("/", "-")}.jar`), "PK");
    const verified = await here.verify();
    expect(verified.code).toBe(12);
    expect(acting(verified)).toEqual([]);
    const bundle = join(here.folder, `${FORGED.replaceAll("/", "-")}.zip`);
    copyFileSync(here.swap(), bundle);
    expect(acting(await here.deploy(bundle, { key: bundle }))).toEqual([]);
    expect(acting(await here.deploy(here.swap(), { install: `C:\\${FORGED}` }))).toEqual([]);
    expect(acting(await here.deploy(join(here.folder, `${FORGED}-missing.zip`)))).toEqual([]);
  });

  test("[D8] neither is what a record below .swap says", async () => {
    const here = await installed();
    change(newest(here.root), (receipt) => {
      (receipt.bundle as Record<string, unknown>).name = `${FORGED}.zip`;
    });
    addLine(at.conf(here.root), "ADDED=1");
    const verified = await here.verify();
    expect(acting(verified)).toEqual([]);
    const cut = await installed();
    await cut.killedAt("enter", cut.swap({ release: "2606" }));
    change(join(at.swap(cut.root), "journal.json"), (journal) => {
      journal.machine = FORGED;
    });
    const other = await cut.deploy(cut.swap({ release: "2606" }));
    expect(other.code).toBe(12);
    expect(acting(other)).toEqual([]);
  });

  test("[D1, D7] a pattern that is more than text around one group is refused by its form, before anything is read or written", async () => {
    const here = new Workstation(runner, "hand-made");
    for (const [pattern, says] of [
      ["(a+)\\1", "it has the group '(a+)': a group is '.', '\\d', '\\w' or a class '[ ]' with '+' or '*' after it"],
      ["(.+)\\1", "it has '\\1' outside of its group, where only text is read"],
      ["version=.+", "it has '.' outside of its group, where only text is read: write '\\.' for the sign itself"],
      ["version=", "it has no group '( )' around what is wanted"],
      ["((((", "it has a group that is not closed"],
    ] as const) {
      const tool = { name: "Tool", row: "2024x Refresh3", versionFrom: { file: "bin\\tool.properties", pattern } };
      const { err } = await here.refused(() => here.deploy(here.swap({ manifest: { tool } })), 10, /versionFrom/);
      expect(err).toContain(`tool.versionFrom.pattern '${pattern}' cannot be used: ${says}`);
    }
  });

  test("[D7] a file of the tool with the line ends of Windows is evidence as any other", async () => {
    const here = new Workstation(runner, "hand-made");
    here.change((root) =>
      writeFileSync(join(at.install(root), "bin", "tool.properties"), "a=1\r\nversion=2024x Refresh2\r\nb=2\r\n"),
    );
    await here.refused(() => here.deploy(here.swap()), 10, /'2024x Refresh2'/);
  });

  test("[D7] two different rows in that file prove none, and a comment is no statement", async () => {
    const here = new Workstation(runner, "hand-made");
    const states = (text: string) => here.change((root) => writeFileSync(join(at.install(root), "bin", "tool.properties"), text));
    states("version=2024x Refresh2\nversion=2024x Refresh3\n");
    expect((await here.deploy(here.swap(), { whatIf: true })).code).toBe(0);
    states("# version\n#version=2024x Refresh3\nversion=2024x Refresh2\n");
    await here.refused(() => here.deploy(here.swap()), 10, /'2024x Refresh2'/);
  });

  test("[A2, D3] a long list that differs is reported by its elements, in a refusal and by verify, in the same words by both runners", async () => {
    const here = await installed();
    const client = readFileSync(at.client(here.root), "latin1");
    const elements = client.split(",");
    const gone = elements[7] ?? "";
    writeFileSync(
      at.client(here.root),
      elements.toSpliced(20, 0, "http\\://other.example.com\\:1").toSpliced(7, 1).join(","),
      "latin1",
    );
    const words = `element 8, '${gone.replace(/[\\\r\n ]/g, "")}', was removed; element 20, 'http://other.example.com:1', is new`;
    const refused = await here.refused(() => here.deploy(here.swap({ release: "2606" })), 10, /changed locally/);
    expect(refused.err).toContain(`BOOTSTRAP_URLS: ${words}`);
    expect(refused.err.length).toBeLessThan(1_500);
    const verified = await here.verify();
    expect(verified.err).toContain(`BOOTSTRAP_URLS: ${words}`);
    const builtIn = await inProcess.verify({ root: here.root });
    const list = (text: string) => text.split("\n").filter((line) => line.includes("element"));
    expect(list(verified.err).map((line) => line.replace(/^[ -]*/, ""))).toEqual(
      list(builtIn.err).map((line) => line.replace(/^[ -]*/, "")),
    );
  });
});
