// A share with the receipts of a fleet: real ones, which three deploys copied there, under the names and times of many machines.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, tierwright } from "./tool.mjs";

const ENVIRONMENTS = ["pilot", "production", "sandbox"];
const LICENSE_SERVER = "27000@lic.example.com";
const FIRST_SERIAL = 1_790_000_000;

function command(folder, ...words) {
  const [program, ...args] = tierwright(...words);
  execFileSync(program, args, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
}

/** The sample repository, and the receipt that a deploy of each of its environments leaves on a share. */
export function sampleWithReceipts(folder) {
  const repository = join(folder, "repository");
  for (const part of ["environments", "releases", "templates"])
    cpSync(join(ROOT, part), join(repository, part), { recursive: true });
  const templates = ENVIRONMENTS.map((name) => {
    const [out, share] = [join(folder, "bundles", name), join(folder, "shares", name)];
    command(repository, "bundle", name, "--serial", String(FIRST_SERIAL), "--out", out, "--quiet");
    mkdirSync(join(folder, "roots", name), { recursive: true });
    const zip = readdirSync(out).find((file) => file.endsWith(".zip"));
    command(repository, "deploy", join(out, zip), "--root", join(folder, "roots", name), "--receipt-copy", share, "--quiet");
    const text = readFileSync(join(share, readdirSync(share)[0]), "utf8");
    // a path below the folder of --root, as the workstation itself would write it
    return JSON.parse(text.replaceAll(`${join(folder, "roots", name)}/C/`, "C:/"));
  });
  return { repository, templates };
}

const two = (number) => String(number).padStart(2, "0");

/** The time of a receipt: one each second, from 2026-10-01. */
function timeOf(index) {
  const at = new Date(Date.UTC(2026, 9, 1) + index * 1000);
  const day = `${at.getUTCFullYear()}${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}`;
  return {
    at: at.toISOString(),
    run: `${day}T${two(at.getUTCHours())}${two(at.getUTCMinutes())}${two(at.getUTCSeconds())}Z-${index.toString(16).padStart(6, "0").slice(-6)}`,
  };
}

/** The receipt of number `index` of `count`: one machine in eight has two of them, one in twelve an older license server, and so on. */
function receiptOf(templates, index, count) {
  const machines = Math.ceil((count * 8) / 9);
  const second = index >= machines;
  const machine = second ? (index - machines) * 8 : index;
  const template = templates[machine % templates.length];
  const receipt = { ...template, ...timeOf(index), machine: `WS-${String(machine).padStart(6, "0")}`, sequence: second ? 2 : 1 };
  if (second) return receipt;
  if (index % 12 === 5) return JSON.parse(JSON.stringify(receipt).replaceAll(LICENSE_SERVER, "27000@old.example.com"));
  if (index % 50 === 7) return { ...receipt, result: "refused", code: 10, state: null };
  if (index % 50 === 8) return { ...receipt, bundle: null };
  return receipt;
}

/**
 * Writes `count` receipts into a folder, as `deploy --receipt-copy` names them.
 * @returns what is right: machines, those that differ, those of which no state is known, those without a bundle
 */
export function writeReceipts(folder, templates, count) {
  mkdirSync(folder, { recursive: true });
  const newest = new Map();
  for (let index = 0; index < count; index++) {
    const receipt = receiptOf(templates, index, count);
    newest.set(receipt.machine, receipt);
    writeFileSync(join(folder, `${receipt.machine}-${receipt.run}.json`), `${JSON.stringify(receipt, null, 1)}\n`);
  }
  const all = [...newest.values()];
  const number = (test) => all.filter(test).length;
  return {
    machines: all.length,
    unknown: number(({ result }) => result !== "done"),
    none: number(({ result, bundle }) => result === "done" && bundle === null),
    differ: number(({ state, bundle }) => bundle !== null && state !== null && JSON.stringify(state).includes("old.example.com")),
  };
}
