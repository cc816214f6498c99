import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/project.ts";
import { notRun } from "../support/not-run.ts";
import { temporaryFolder } from "../support/repository.ts";

const UNITS = ["tierwright-logs-sweep.service", "tierwright-logs-sweep.timer"];

function verified(change: (text: string) => string = (text) => text) {
  const folder = mkdtempSync(join(temporaryFolder(), "units-"));
  for (const name of UNITS) {
    cpSync(join(ROOT, "recipes", "logs", name), join(folder, name));
    writeFileSync(join(folder, name), change(readFileSync(join(folder, name), "utf8")));
  }
  const found = spawnSync("systemd-analyze", ["verify", ...UNITS.map((name) => join(folder, name))], { encoding: "utf8" });
  if (found.error) notRun("systemd-analyze is not installed: the timer and service of recipes/logs were not verified");
  return { status: found.status, said: `${found.stdout}${found.stderr}` };
}

test("[H4] systemd-analyze verify finds nothing in the timer and service, and would find a fault", () => {
  expect(verified()).toEqual({ status: 0, said: "" });
  expect(verified((text) => text.replace("OnCalendar=*-*-* 03:15:00", "OnCalendar=sometimes")).said).toContain(
    "Failed to parse calendar specification",
  );
});
