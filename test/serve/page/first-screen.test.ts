import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Ajv } from "ajv";
import { beforeAll, describe, expect, test } from "vitest";
import { csvRows, csvTable } from "../../../src/kernel/index.ts";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import { csvField, csvOf, documentOf, type FleetData } from "../../../src/serve/page/fleet-data.ts";
import { cli } from "../../support/host.ts";
import { deployed, putReceipts, smallFleet } from "./fleets.ts";
import { type Printed, report } from "./pages.ts";
import { deadLinks } from "./read-page.ts";

const rowsOf = (text: string) => csvRows(text, csvTable(text));
const fleetData = ({ page }: Printed): FleetData => JSON.parse(page.data).fleet;

/** The rows of the matrix, each by its environment. */
const matrix = ({ page }: Printed) => {
  const table = "//header//table[@class='states']";
  const heads = page.text(`${table}/thead//th`);
  const names = page.text(`${table}/tbody/tr/th`);
  const cells = page.text(`${table}/tbody/tr/td`).map(Number);
  const own = (row: number) => cells.slice(row * (heads.length - 1), (row + 1) * (heads.length - 1));
  return Object.fromEntries(
    names.map((name, row) => [name, Object.fromEntries(heads.slice(1).map((head, i) => [head, own(row)[i]]))]),
  );
};

describe("the fleet on the first screen", () => {
  let folder = "";
  let printed: Printed;
  beforeAll(async () => {
    folder = await smallFleet();
    writeFileSync(
      join(folder, "expected.csv"),
      "\ufeffOwner;Computer;Environment\r\nme;WS-0001;demo\r\nme;ws-0002;demo\r\nme;WS-0900;demo\r\nme;WS-0901;\r\nme;ws-0900;demo\r\n",
    );
    const words = ["--receipts", "receipts", "--expected", "expected.csv", "--not-seen-days", "30", "--today", "2027-02-01"];
    printed = await report(folder, ...words);
  });

  test("[D8] is environments by states; every machine is in one state, and machines of no environment have a row", () => {
    expect(matrix(printed)).toEqual({
      demo: {
        machines: 4,
        "as compiled": 1,
        "no bundle": 0,
        differ: 2,
        "unknown environment": 0,
        "not known": 0,
        "never seen": 1,
        "not seen for 30 days": 3,
      },
      closed: {
        machines: 1,
        "as compiled": 0,
        "no bundle": 0,
        differ: 0,
        "unknown environment": 1,
        "not known": 0,
        "never seen": 0,
        "not seen for 30 days": 1,
      },
      "no environment": {
        machines: 3,
        "as compiled": 0,
        "no bundle": 1,
        differ: 0,
        "unknown environment": 0,
        "not known": 1,
        "never seen": 1,
        "not seen for 30 days": 2,
      },
    });
    expect(deadLinks(printed.page)).toEqual([]);
    expect(printed.page.links).toContain("#env=demo&state=differs");
  });

  test("[D8] the settings that differ stand in the row, with a link to their values", () => {
    const cell = "//section[@id='fleet']//tr[th='WS-0002']/td[2]";
    expect(printed.page.text(`${cell}//a`)).toEqual(["LicenseDir"]);
    expect(printed.page.text(`${cell}//a/@href`)).toEqual(["#drift-1"]);
  });

  test("[D8] an expected machine without a receipt is named with its environment, a machine that nobody expects is told, a duplicate too", () => {
    expect(printed.page.text("//tr[@data-s='never-seen']/th")).toEqual(["WS-0900", "WS-0901"]);
    expect(printed.page.text("//tr[@data-s='never-seen']/td[1]")).toEqual(["demo", "none"]);
    const words = printed.err.split("\n");
    expect(words).toContain("tierwright: expected.csv: line 6 names ws-0900 again, which line 4 names");
    expect(words).toContain("tierwright: WS-0003, WS-0004, WS-0005, WS-0006: with a receipt, but not in expected.csv");
    expect(printed.page.text("//section[@id='fleet']/div[@class='card warn']/ul/li")).toHaveLength(2);
  });

  test("[D8] a machine with another environment than the list names is told, in its row and in the export", async () => {
    const elsewhere = await smallFleet();
    writeFileSync(join(elsewhere, "expected.csv"), "machine,environment\nWS-0001,pilot\nws-0002,demo\nWS-0003,\n");
    const found = await report(elsewhere, "--receipts", "receipts", "--expected", "expected.csv", "--today", "2027-02-01");
    const says = "installed is another environment than expected.csv names";
    expect(found.err.split("\n")).toContain(`tierwright: WS-0001: ${says}`);
    const told = (machine: string) => found.page.text(`//section[@id='fleet']//tr[th='${machine}']/td[2]`).join(" ");
    expect(["WS-0001", "WS-0002", "WS-0003"].map((machine) => told(machine).includes("expected: "))).toEqual([
      true,
      false,
      false,
    ]);
    const { workstations } = documentOf(fleetData(found), () => true);
    const marked = workstations.filter(({ marks }) => marks.includes("other-environment"));
    expect(marked.map(({ machine }) => machine)).toEqual(["WS-0001"]);
    expect(printed.err).not.toContain(says);
  });

  test("the repository's name is the title", () => {
    expect(printed.page.text("//title")[0]).toMatch(`${basename(folder)}: `);
    expect(printed.page.text("//header/p[@class='name']")).toEqual([basename(folder)]);
  });

  test("[D8] the export has every machine once, in the order of the rows, with what differs", () => {
    const data = fleetData(printed);
    expect(data.machines.map(([machine]) => machine)).toEqual(printed.page.text("//tr[@data-item='fleet']/th"));
    const { workstations } = documentOf(data, () => true);
    expect(workstations.find(({ machine }) => machine === "WS-0002")).toMatchObject({
      state: "differs",
      environment: "demo",
      lastResult: "done",
      marks: ["older-bundle", "not-seen"],
      differences: [
        {
          file: "connector/connector.properties",
          key: "LicenseDir",
          secret: false,
          installed: "27000@old.example.com",
          compiled: "27000@lic.example.com",
        },
      ],
    });
    expect(workstations.at(-2)).toMatchObject({
      machine: "WS-0900",
      state: "never-seen",
      environment: "demo",
      since: null,
      lastReceipt: null,
    });
    expect(documentOf(data, (row) => row === 1).workstations).toHaveLength(1);
    const schema = JSON.parse(readFileSync(new URL("../../../schemas/fleet.schema.json", import.meta.url), "utf8"));
    const valid = new Ajv({ strict: false }).compile(schema);
    expect(valid(JSON.parse(JSON.stringify(documentOf(data, () => true)))), JSON.stringify(valid.errors)).toBe(true);
    expect(csvOf(documentOf(data, () => true)).split("\r\n")).toHaveLength(workstations.length + 2);
  });
});

test("[D8] another connector release, a recording and a clock ahead are states and remarks of their own", async () => {
  const { folder, receipt } = await deployed();
  const { bundle } = receipt;
  if (!bundle) throw new Error("the receipt is of no bundle");
  const on = (machine: string, change: Partial<Receipt> = {}): Receipt => ({ ...receipt, machine, ...change });
  putReceipts(folder, {
    a: on("WS-0001", { bundle: { ...bundle, connector: "2412" } }),
    b: on("WS-0002", { bundle: { ...bundle, environment: "demo.recording" } }),
    c: on("WS-0003", { at: "2099-01-01T00:00:00Z" }),
    d: on("WS-0004", { at: "2026-99-99T00:00:00Z" }),
    e: on("WS-0005"),
    f: { ...on("WS-0005"), run: "20261101T080000Z-ffffff", result: "attention", code: 12 },
  });
  const printed = await report(folder, "--receipts", "receipts", "--today", "2026-12-31");
  expect(matrix(printed).demo).toMatchObject({ machines: 5, "other release": 1, recording: 1, "as compiled": 3 });
  expect(printed.page.text("//tr[th='WS-0001']/td[2]")[0]).toContain("another connector");
  const words = printed.err.split("\n");
  expect(words).toContain("tierwright: WS-0003, WS-0004: the latest receipt is of a later day than today; a clock is wrong");
  expect(words.find((line) => line.includes("two receipts"))).toMatch(
    /^tierwright: WS-0005 has two receipts of \S+ with the same number that differ: e\.json is used, f\.json is not$/,
  );
  expect(printed.code).toBe(0);
});

describe("[D8] the history", () => {
  test("several folders are one history: since when, and the rollout day by day", async () => {
    const { folder, receipt } = await deployed();
    const day = (number: number, machine: string, value = "27000@lic.example.com"): Receipt =>
      JSON.parse(
        JSON.stringify({
          ...receipt,
          machine,
          sequence: number,
          run: `2026110${number}T080000Z-0a1b2c`,
          at: `2026-11-0${number}T08:00:00Z`,
        }).replaceAll("27000@lic.example.com", value),
      );
    const old = "27000@old.example.com";
    putReceipts(folder, { a: day(1, "WS-0001", old), b: day(1, "WS-0002", old) });
    putReceipts(
      folder,
      { a: day(1, "WS-0001", old), c: day(3, "WS-0001"), d: day(5, "WS-0001"), b: day(1, "WS-0002", old) },
      "friday",
    );
    const printed = await report(folder, "--receipts", "receipts", "--receipts", "friday", "--today", "2026-11-10");
    expect(printed.err).toBe("");
    const { page } = printed;
    expect(page.text("//figcaption[@id='rollout']")[0]).toBe(
      "Rollout: 1 of 2 workstations with a known state is as compiled now; the first receipt is of 2026-11-01, the last change of 2026-11-03.",
    );
    expect(page.text("//section[@id='fleet']//figure//tbody/tr")).toEqual(
      ["2026-11-03 1 2 50 %", "2026-11-01 0 2 0 %"].map((row) => row.replaceAll(" ", "").replace("%", " %")),
    );
    expect(page.text("//tr[th='WS-0001']/td[3]")[0]).toBe("2026-11-03 08:00 UTClatest receipt 2026-11-05 08:00 UTC");
    const [known, current] = page.text("//section[@id='fleet']//path[starts-with(@class,'plot-line')]/@d");
    expect([known, current]).toEqual(["M0 0H2V0H9", "M0 100H2V50H9"]);
    expect((await report(folder, "--receipts", "receipts")).page.text("//figcaption[@id='rollout']")).toEqual([]);
  });
});

test("[A1] a field of the CSV that a spreadsheet would compute is text, and every field comes back", () => {
  const bait = ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "  =1", "\uff1d1", "\r=1"];
  for (const value of bait) expect(csvField(value)).toBe(`"'${value}"`);
  for (const value of ["WS-0001", "a=b", "2026-11-01", "", 'a "quoted" name, and more\nlines'])
    expect(rowsOf(csvField(value))[0]?.fields ?? [""]).toEqual([value]);
  const data: FleetData = {
    repository: "demo",
    asOf: "2026-11-28",
    bundles: [],
    differences: [[{ file: "=f", key: "k", secret: false, installed: null, compiled: "=1" }]],
    states: ["=state"],
    machines: [["=cmd|' /C calc'!A1", 0, -1, 0, "", "", "", 0, "=error"]],
  };
  const [, row] = rowsOf(csvOf(documentOf(data, () => true)));
  expect(row?.fields.filter((field) => /^[=+\-@]/.test(field))).toEqual([]);
  expect(row?.fields.slice(-2)).toEqual(["'=f k: (not set) -> =1", "'=error"]);
});

describe("wrong use", () => {
  test.each([
    ["no machine", "empty.txt", "\n \n", "names no machine"],
    ["several columns without a name", "columns.csv", "a,b\nWS-1,x\n", "has 2 columns, and none of them is named 'machine'"],
    ["an open quotation mark", "open.csv", 'machine,owner\nWS-1,"mm\nWS-2,jd\n', "open.csv:2:6: a quotation mark is not closed"],
    ["another encoding", "latin.txt", Buffer.from("WS-\xe4\n", "latin1"), "is neither UTF-8 nor UTF-16"],
  ])("a list with %s is refused: exit code 2, nothing is written", async (_, name, bytes, words) => {
    const { folder } = await deployed();
    writeFileSync(join(folder, name), bytes);
    const { code, err, out } = await cli(["report", "--receipts", "share", "--expected", name], { cwd: folder });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(words);
  });

  test("--expected and --not-seen-days need receipts and a number of days", async () => {
    const { folder } = await deployed();
    writeFileSync(join(folder, "list.txt"), "WS-1\n");
    for (const [words, problem] of [
      [["--expected", "list.txt"], "--expected says something about receipts"],
      [["--not-seen-days", "3"], "--not-seen-days says something about receipts"],
      [["--receipts", "share", "--not-seen-days", "0"], "is no number of days"],
      [["--receipts", "share", "--not-seen-days", "x"], "is no number of days"],
      [["--receipts", "share", "--expected", "none.txt"], "none.txt cannot be read"],
    ] as const) {
      const { code, err } = await cli(["report", ...words], { cwd: folder });
      expect(code).toBe(2);
      expect(err).toContain(problem);
    }
  });

  test("a list as PowerShell 5.1 writes it, UTF-16, is read", async () => {
    const { folder } = await deployed();
    writeFileSync(
      join(folder, "list.txt"),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from("WS-0900\r\nWS-0901\r\n", "utf16le")]),
    );
    const { page } = await report(folder, "--receipts", "share", "--expected", "list.txt");
    expect(page.text("//tr[@data-s='never-seen']/th")).toEqual(["WS-0900", "WS-0901"]);
  });
});
