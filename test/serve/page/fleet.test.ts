import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { csvOf, documentOf } from "../../../src/serve/page/fleet-data.ts";
import { cli } from "../../support/host.ts";
import { edit, temporaryFolder, writeFiles } from "../../support/repository.ts";
import { deployed, putReceipts, smallFleet } from "./fleets.ts";
import { type Printed, report } from "./pages.ts";
import { deadLinks } from "./read-page.ts";

describe("the page with receipts", () => {
  let folder = "";
  let printed: Printed;
  const row = (machine: string) => printed.page.text(`//section[@id='fleet']//tr[th='${machine}']/td`);
  beforeAll(async () => {
    folder = await smallFleet();
    printed = await report(folder, "--receipts", "receipts");
  });

  test("[D8] sums the fleet up, and names each workstation with environment, connector, digest, commit and time", () => {
    expect(printed.page.text("//section[@id='fleet']/p[2]")[0]).toBe(
      "6 workstations: 1 not known, 1 unknown environment, 2 differ, 1 no bundle, 1 as compiled, 2 stopped in the last run, 1 receipt damaged. Receipts from receipts; the newest of each installation is used.",
    );
    const digest = JSON.parse(readFileSync(join(folder, "receipts/one.json"), "utf8")).bundle.sha256.slice(0, 12);
    expect([row("WS-0002")[0], ...row("WS-0002").slice(3)]).toEqual(["demo", "2506", digest, "aaaaaaaaaaaa"]);
    expect(row("WS-0002")[2]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    expect(deadLinks(printed.page)).toEqual([]);
  });

  test("[D8] [B7] says key by key what differs from what is compiled now, the same difference once", () => {
    expect(printed.page.text("//details[@class='drift']/summary")).toEqual([
      "Difference 1: 2 workstations with demo, connector 2506, 1 setting",
    ]);
    expect(printed.page.text("//details[@class='drift']//li")).toEqual([
      "connector/connector.properties LicenseDir: installed 27000@old.example.com, compiled now 27000@lic.example.com",
    ]);
    expect(row("WS-0002")[1]).toContain("an older bundle than elsewhere");
  });

  test("[D8] the newest receipt counts: a run that failed after it is told, and one without a state says nothing of what lies there", () => {
    expect(row("WS-0001")[1]).toBe("last run 2026-11-20 08:30 UTC: needs attention");
    expect(row("WS-0006")[1]).toContain("refused");
    expect(row("WS-0004")[0]).toBe("closed");
  });

  test.each([
    ["in-use", 1618],
    ["refused", 10],
    ["rolled-back", 11],
    ["attention", 12],
  ] as const)(
    "[D8] a last run that ended with %s has its reason in the row and in the export, without further lines and secrets",
    async (result, code) => {
      const { folder: own, receipt } = await deployed();
      const why = `it <stopped> here, password=${["Qz9", "plantedCzZq8"].join("")}`;
      const stopped = { ...receipt, machine: "WS-1", sequence: 2, result, code, state: null };
      putReceipts(own, {
        one: { ...receipt, machine: "WS-1" },
        two: { ...stopped, error: `${why}\nURL: one line for each value` },
      });
      const { page, html } = await report(own, "--receipts", "receipts");
      expect(page.text("//section[@id='fleet']//tr[th='WS-1']/td")[1]).toMatch(
        /last run \S+ \S+ UTC: [a-z ]+: it <stopped> here, /,
      );
      const { workstations } = documentOf(JSON.parse(page.data).fleet, () => true);
      expect(workstations[0]).toMatchObject({ lastResult: result, lastError: expect.stringContaining("it <stopped> here") });
      expect(csvOf(documentOf(JSON.parse(page.data).fleet, () => true))).toContain("it <stopped> here");
      expect(html).not.toMatch(/plantedCz|one line for each/);
    },
  );

  test("[D8] a damaged receipt is named on the page and on standard error, and the exit code is 1", async () => {
    expect(printed.page.text("//section[@id='fleet']//h3")[0]).toBe("✗ damaged 1 receipt cannot be read");
    expect(printed.page.text("//section[@id='fleet']//li[@data-m='torn.json']")[0]).toMatch(/^torn\.json: line 1, column \d+: /);
    expect(printed.err).toMatch(/^tierwright: the receipt torn\.json cannot be read: line 1, column/);
    const { folder: sound } = await deployed();
    expect((await report(sound, "--receipts", "share")).code).toBe(0);
    putReceipts(sound, { torn: "" });
    expect((await report(sound, "--receipts", "receipts")).code).toBe(1);
    // a higher code of the check is not lowered by it
    edit(sound, "environments/site.yaml", "kind: Site\n", 'kind: Site\nrequires: ">=99"\n');
    const check = await cli(["check"], { cwd: sound });
    const both = await cli(["report", "--receipts", "receipts", "--out", "page.html"], { cwd: sound });
    expect([check.code, both.code]).toEqual([2, 2]);
  });

  test("says the fleet in one line where the page goes to a file", async () => {
    const { out } = await cli(["report", "--receipts", "receipts", "--out", "fleet.html"], { cwd: folder });
    expect(out.split("\n")[2]).toMatch(/^6 workstations: 1 not known/);
  });
});

test("[D8] no value of a receipt that looks like a secret is on the page, nor who ran the deploy", async () => {
  const { folder, receipt } = await deployed();
  const { state } = receipt;
  if (!state) throw new Error("the receipt describes no state");
  const planted = [
    { file: "connector" as const, key: "PROXY_PASSWORD", value: "Qz9plantedAzZq8" },
    { file: "connector" as const, key: "AN_ADDRESS", value: "https://me:Qz9plantedBzZq8@example.com/" },
  ];
  putReceipts(folder, { one: { ...receipt, user: "Qz9userzZq8", state: { ...state, values: [...state.values, ...planted] } } });
  const { html, page } = await report(folder, "--receipts", "receipts");
  expect(page.text("//details[@class='drift']//li")).toEqual([
    "connector/connector.properties PROXY_PASSWORD: changed (a secret)",
    "connector/connector.properties AN_ADDRESS: changed (a secret)",
  ]);
  expect(/.{0,80}Qz9.{0,9}/.exec(html)?.[0]).toBeUndefined();
});

test("[D8] a bundle that was built with uncommitted changes is marked in its row, above the rows and in the export", async () => {
  const { folder, receipt } = await deployed();
  const { bundle } = receipt;
  if (!bundle) throw new Error("the receipt is of no bundle");
  putReceipts(folder, {
    one: { ...receipt, machine: "WS-1" },
    two: { ...receipt, machine: "WS-2", bundle: { ...bundle, changed: true } },
  });
  const { page, code } = await report(folder, "--receipts", "receipts");
  const cell = (machine: string) => page.text(`//section[@id='fleet']//tr[th='${machine}']/td`)[1];
  expect([code, cell("WS-1"), cell("WS-2")]).toEqual([0, "none", "bundle built with uncommitted changes"]);
  expect(page.text("//section[@id='fleet']//div[@class='card warn']//li")).toEqual([
    "WS-2: the installed bundle was built with uncommitted changes; no commit contains them",
  ]);
  const { fleet } = JSON.parse(page.data);
  const { workstations } = documentOf(fleet, () => true);
  expect(workstations.map(({ marks }) => marks)).toEqual([[], ["uncommitted"]]);
});

test("--receipts refuses what is no folder, and a folder without a receipt: exit code 2", async () => {
  const folder = temporaryFolder();
  writeFiles(folder, { "environments/demo/environment.yaml": "", "empty/readme.txt": "" });
  for (const [name, words] of [
    ["none", "is not a folder"],
    ["empty", "there is no receipt in empty"],
  ] as const) {
    const { code, err, out } = await cli(["report", "--receipts", name], { cwd: folder });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(words);
  }
});

test("[A1] names in receipts that somebody would like to be obeyed are text", async () => {
  const { folder, receipt } = await deployed();
  const { bundle } = receipt;
  if (!bundle) throw new Error("the receipt is of no bundle");
  const bait = "</script><script>alert(1)</script>\"'\u202e&";
  const hostile = { ...receipt, machine: bait, bundle: { ...bundle, environment: bait, connector: bait } };
  putReceipts(folder, { "<img src=x>": "{", one: hostile });
  const { page } = await report(folder, "--receipts", "receipts");
  expect(page.text("//section[@id='fleet']//li/code")).toEqual(["<img src=x>.json"]);
  expect(page.text("//table[@class='fleet']//tbody//th")).toEqual([bait.replace("\u202e", "<U+202E>")]);
  expect(deadLinks(page)).toEqual([]);
});
