import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Receipt } from "../../../src/deploy/swap/protocol/receipt.ts";
import { bundle, kitRepository, OUT } from "../../deploy/bundle/repository.ts";
import { environmentText } from "../../compiler/run/rich-repository.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, type Files, temporaryFolder, writeFiles } from "../../support/repository.ts";
import { fileOf, halfSwitched } from "./pages.ts";

/** A receipt as a deploy of `demo` leaves it on a share, in a repository with this one environment. */
export async function deployed(): Promise<{ folder: string; receipt: Receipt }> {
  const folder = kitRepository();
  const made = await bundle(folder, ["--serial", "5"]);
  expect(made).toMatchObject({ code: 0, err: "" });
  const zip = readdirSync(join(folder, OUT)).find((name) => name.endsWith(".zip")) ?? "";
  const words = ["deploy", join(OUT, zip), "--root", temporaryFolder(), "--receipt-copy", "share"];
  expect(await cli(words, { cwd: folder })).toMatchObject({ code: 0, err: "" });
  const [name = ""] = readdirSync(join(folder, "share"));
  return { folder, receipt: JSON.parse(readFileSync(join(folder, "share", name), "utf8")) };
}

/** Puts receipts into a folder, one file each. */
export function putReceipts(folder: string, receipts: Readonly<Record<string, Receipt | string>>, into = "receipts"): void {
  mkdirSync(join(folder, into), { recursive: true });
  for (const [name, receipt] of Object.entries(receipts))
    writeFileSync(join(folder, into, `${name}.json`), typeof receipt === "string" ? receipt : JSON.stringify(receipt));
}

const changed = (receipt: Receipt, replace: string, by: string): Receipt => {
  const text = JSON.stringify(receipt);
  expect(text).toContain(replace);
  return JSON.parse(text.replaceAll(replace, by));
};

/** A repository whose `production` is blocked, with the receipts of workstations of every kind. */
export async function smallFleet(): Promise<string> {
  const { folder, receipt } = await deployed();
  writeFiles(folder, { [fileOf("production")]: halfSwitched("production") });
  const { bundle: own } = receipt;
  if (!own) throw new Error("the receipt is of no bundle");
  const on = (machine: string, change: Partial<Receipt> = {}): Receipt => ({ ...receipt, machine, ...change });
  const old = changed(receipt, "27000@lic.example.com", "27000@old.example.com");
  putReceipts(folder, {
    one: on("WS-0001"),
    two: { ...old, machine: "WS-0002", bundle: { ...own, serial: 3, commit: "a".repeat(40) } },
    three: { ...old, machine: "WS-0003", bundle: { ...own, serial: 3, commit: "a".repeat(40) } },
    gone: on("WS-0004", { bundle: { ...own, environment: "closed" } }),
    later: on("WS-0001", { sequence: receipt.sequence + 1, at: "2026-11-20T08:30:00.000Z", result: "attention", code: 12 }),
    none: on("WS-0005", { bundle: null }),
    failed: on("WS-0006", { result: "refused", code: 10, state: null }),
    torn: '{ "schema": "tierwright/receipt/v1", ',
  });
  return folder;
}

/** So many environments, each with a tier of its own; every tenth is blocked. */
export function manyEnvironments(count: number): string {
  const files: Files = {};
  for (let i = 0; i < count; i++) {
    const name = `site-${String(i + 1).padStart(3, "0")}`;
    files[fileOf(name)] = i % 10 === 9 ? halfSwitched(name) : environmentText(name);
  }
  return exampleRepository(files);
}
