import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { sweepWorld } from "../../../src/platform/sweep-world.ts";
import { namePattern } from "../../../src/record/sweep/file-names.ts";
import { logSeries } from "../../../src/record/sweep/logs.ts";
import type { Series, Wish } from "../../../src/record/sweep/plan.ts";
import { removePlanned } from "../../../src/record/sweep/remove.ts";
import { apply } from "../../../src/record/sweep/sweep.ts";
import { temporaryFolder } from "../../support/repository.ts";

const TODAY = "2026-11-22";
const NOON = Date.parse(`${TODAY}T12:00:00Z`);
const WISH: Wish = { today: TODAY, olderThan: 30, keep: 0, now: NOON };

function put(path: string, days: number, content = "x"): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const at = NOON / 1000 - days * 86_400;
  utimesSync(path, at, at);
  return path;
}

function logs(folder: string, pattern = "client-%d{yyyy-MM-dd}-%i.log"): Series {
  const names = namePattern(`${folder}/${pattern}`, false);
  return logSeries(
    sweepWorld(),
    { what: "client", name: "MAIN", active: join(folder, "client.log"), activeGoes: false, pattern: names },
    WISH,
  );
}

const why = ({ entries }: Series) =>
  Object.fromEntries(entries.map(({ path, why: { kind } }) => [path.replace(/.*[\\/]/, ""), kind]));

describe.skipIf(process.platform === "win32")("[H4] on a real disk", () => {
  test("old files are deleted, links are not followed, and everything else is kept", () => {
    const folder = join(temporaryFolder(), "logs");
    put(join(folder, "client.log"), 90);
    const old = put(join(folder, "client-2026-08-01-1.log"), 90, "old");
    put(join(folder, "client-2026-11-21-1.log"), 1);
    const other = put(join(folder, "notes.txt"), 90);
    const elsewhere = put(join(dirname(folder), "elsewhere.log"), 90);
    symlinkSync(elsewhere, join(folder, "client-2026-08-02-1.log"));
    mkdirSync(join(folder, "client-2026-08-03-1.log"));
    put(join(folder, "client-2027-01-01-1.log"), -40);
    const plan = logs(folder);
    expect(why(plan)).toEqual({
      "client.log": "active",
      "client-2026-08-01-1.log": "old",
      "client-2026-08-02-1.log": "link",
      "client-2026-08-03-1.log": "no-file",
      "client-2026-11-21-1.log": "young",
      "client-2027-01-01-1.log": "future",
    });
    expect(existsSync(old)).toBe(true);
    const swept = apply(sweepWorld().files, [plan]);
    expect(swept.map(({ outcome, freed }) => [outcome.kind, freed])).toEqual([["deleted", 3]]);
    expect(existsSync(old)).toBe(false);
    expect(readFileSync(elsewhere, "utf8")).toBe("x");
    expect(lstatSync(join(folder, "client-2026-08-02-1.log")).isSymbolicLink()).toBe(true);
    expect(existsSync(other)).toBe(true);
  });

  test("a folder that is a link, or is below one, is not examined", () => {
    const top = temporaryFolder();
    put(join(top, "real", "client.log"), 90);
    const old = put(join(top, "real", "client-2026-08-01-1.log"), 90);
    symlinkSync(join(top, "real"), join(top, "logs"));
    mkdirSync(join(top, "below"));
    symlinkSync(join(top), join(top, "below", "up"));
    expect(logs(join(top, "logs")).closed).toEqual({ kind: "through-link", at: join(top, "real") });
    expect(logs(join(top, "below", "up", "real")).closed).toEqual({ kind: "through-link", at: join(top, "real") });
    expect(existsSync(old)).toBe(true);
  });

  test("a file that was written, exchanged or moved with its folder since the plan is kept", () => {
    const folder = join(temporaryFolder(), "logs");
    put(join(folder, "client.log"), 90);
    const names = ["1", "2", "3", "4"].map((n) => `client-2026-08-01-${n}.log`);
    for (const name of names) put(join(folder, name), 90, "same");
    const plan = logs(folder);
    const [written = "", exchanged = ""] = names;
    writeFileSync(join(folder, written), "more", { flag: "a" });
    put(join(folder, "new"), 90, "same");
    renameSync(join(folder, "new"), join(folder, exchanged));
    const kinds = apply(sweepWorld().files, [plan]).map(({ outcome }) => outcome.kind);
    // after something took another file's name, the rest of its folder is left alone
    expect(kinds).toEqual(["changed", "exchanged", "stopped", "stopped"]);
    for (const name of names) expect(existsSync(join(folder, name))).toBe(true);
  });

  test("a folder that takes another's name after the plan loses nothing, although it holds the same file", () => {
    const top = temporaryFolder();
    const folder = join(top, "logs");
    put(join(folder, "client.log"), 90);
    const old = put(join(folder, "client-2026-08-01-1.log"), 90);
    const [planned] = logs(folder).entries.flatMap(({ removal }) => removal?.files ?? []);
    renameSync(folder, join(top, "aside"));
    mkdirSync(folder);
    linkSync(join(top, "aside", "client-2026-08-01-1.log"), old);
    expect(planned && removePlanned(sweepWorld().files, planned)).toEqual({ kind: "moved" });
    expect(existsSync(old)).toBe(true);
  });

  test("the folder is held between check and deletion: another folder that takes its name is not touched", () => {
    const top = temporaryFolder();
    const folder = join(top, "logs");
    const old = put(join(folder, "client-2026-08-01-1.log"), 90);
    sweepWorld().files.within(folder, (open) => {
      renameSync(folder, join(top, "aside"));
      put(old, 90, "another");
      open.remove("client-2026-08-01-1.log");
    });
    expect(readFileSync(old, "utf8")).toBe("another");
    expect(existsSync(join(top, "aside", "client-2026-08-01-1.log"))).toBe(false);
  });

  test("a folder without the active log is not the one in the settings", () => {
    const folder = join(temporaryFolder(), "logs");
    const old = put(join(folder, "client-2026-08-01-1.log"), 90);
    expect(logs(folder).closed).toEqual({ kind: "no-marker", marker: join(folder, "client.log") });
    expect(existsSync(old)).toBe(true);
  });
});
