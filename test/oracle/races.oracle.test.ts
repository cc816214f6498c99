import { notRun } from "../support/not-run.ts";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { generateKeyPairSync, sign } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test } from "vitest";
import { findShell, scriptPath } from "../powershell/shell.ts";
import { swapBundle, swapParts, zipped } from "../deploy/swap/support/bundle.ts";
import { at, installation } from "../deploy/swap/support/installation.ts";
import { restore, scratch } from "../deploy/swap/support/scratch.ts";
import { everything, livePairs, wantedPairs } from "../deploy/swap/support/snapshot.ts";

/*
 * Another process exchanges files all the time while a deploy is at work. What is chance here is when; what has to hold does not depend on it.
 */

const CLI = fileURLToPath(new URL("../../build/cli.cjs", import.meta.url));
const shell = findShell();

test("deploy.ps1 is tried, too, against a process that exchanges files", () => {
  if (shell === null) notRun("no PowerShell was found; TIERWRIGHT_PWSH names one");
  expect(shell.length).toBeGreaterThan(0);
});

type Deploy = (bundle: string, root: string, key: string | null) => { code: number | null; err: string };

const RUNNERS: readonly { name: string; rounds: number; deploy: Deploy }[] = [
  {
    name: "built-in",
    rounds: 10,
    deploy(bundle, root, key) {
      const words = ["deploy", bundle, "--root", root, "--switch-environment", ...(key === null ? [] : ["--key", key])];
      const { status, stderr } = spawnSync(process.execPath, [CLI, ...words], { encoding: "utf8", timeout: 120_000 });
      return { code: status, err: stderr };
    },
  },
  ...(shell === null
    ? []
    : [
        {
          name: "deploy.ps1",
          rounds: 3,
          deploy(bundle: string, root: string, key: string | null) {
            const words = ["-NoProfile", "-NonInteractive", "-ExecutionPolicy", "Bypass", "-File", scriptPath("deploy.ps1")];
            const own = ["-Bundle", bundle, "-Root", root, "-SwitchEnvironment", ...(key === null ? [] : ["-Key", key])];
            const { status, stderr, stdout } = spawnSync(shell, [...words, ...own], { encoding: "utf8", timeout: 300_000 });
            return { code: status, err: stderr + stdout };
          },
        },
      ]),
];

let others: ChildProcess[] = [];
afterEach(() => {
  for (const other of others) other.kill("SIGKILL");
  others = [];
});

/** A process that runs a body again and again; `fs` and the paths are its arguments. */
function meanwhile(body: string, paths: readonly string[]): ChildProcess {
  const script = `const fs = require("node:fs"); const p = process.argv.slice(1); let n = 0;
    for (;;) { n++; try { ${body} } catch {} }`;
  const child = spawn(process.execPath, ["-e", script, ...paths], { stdio: "ignore" });
  others.push(child);
  return child;
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
  others = others.filter((other) => other !== child);
}

/** A signed bundle, a foreign one with the same names, and a key. */
function bundles(folder: string) {
  const { publicKey, privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = join(folder, "key.pem");
  writeFileSync(key, publicKey.export({ type: "spki", format: "pem" }));
  const { manifest, files } = swapParts();
  const text = JSON.stringify(manifest);
  writeFileSync(join(folder, "good.zip"), zipped(text, files));
  const signature = sign("sha256", Buffer.from(text), privateKey);
  swapBundle(join(folder, "evil.zip"), { tier: "pilot", files: { "plugin/lib/connector-2506.jar": "PK evil connector" } });
  writeFileSync(join(folder, "live.zip"), zipped(text, files));
  writeFileSync(join(folder, "live.zip.sig"), signature);
  return { key, live: join(folder, "live.zip"), good: join(folder, "good.zip"), evil: join(folder, "evil.zip") };
}

const EXCHANGES: Readonly<Record<string, string>> = {
  "by renames": `const from = n % 2 ? p[1] : p[2]; fs.copyFileSync(from, p[0] + ".x"); fs.renameSync(p[0] + ".x", p[0]);`,
  "in place": `fs.writeFileSync(p[0], fs.readFileSync(n % 2 ? p[1] : p[2]));`,
  "by links": `fs.symlinkSync(n % 2 ? p[1] : p[2], p[0] + ".x"); fs.renameSync(p[0] + ".x", p[0]);`,
  "byte by byte": `const d = fs.openSync(p[0], "r+"); const e = fs.readFileSync(p[1]); const at = e.indexOf("PK connector"); fs.writeSync(d, n % 2 ? "PK EVIL" : "PK conn", at < 0 ? 0 : at); fs.closeSync(d);`,
};

describe.each(RUNNERS)("$name", ({ deploy, rounds }) => {
  test.each(Object.keys(EXCHANGES))(
    "[D1] a bundle that is exchanged all the time %s: the signed one is installed, or nothing",
    async (how) => {
      const folder = scratch();
      const { key, live, good, evil } = bundles(folder);
      const template = installation(join(folder, "template"), "hand-made");
      const before = everything(template);
      const jar = (root: string) => join(at.live(root), "lib", "connector-2506.jar");
      const codes = new Map<number | null, number>();
      const other = meanwhile(EXCHANGES[how] ?? "", [live, good, evil]);
      for (let round = 0; round < rounds; round++) {
        const root = join(folder, "root");
        restore(template, root);
        const { code, err } = deploy(live, root, key);
        codes.set(code, (codes.get(code) ?? 0) + 1);
        expect([0, 2, 10, 11], err).toContain(code);
        expect(err).not.toMatch(/\bat .*:\d+:\d+|TypeError|RangeError|internal error/);
        if (code === 0) {
          expect(readFileSync(jar(root), "utf8")).toBe("PK connector 2506");
          expect(livePairs(root)).toEqual(wantedPairs("production"));
        } else {
          const after = Object.entries(everything(root)).filter(([path]) => !path.includes("/.swap"));
          expect(Object.fromEntries(after)).toEqual(before);
        }
      }
      await ended(other);
      console.info(`bundle exchanged ${how}: ${[...codes].map(([code, count]) => `${count} x ${code}`).join(", ")}`);
    },
  );

  const PLACES: Readonly<Record<string, (root: string) => string>> = {
    // not among them: the folders of the targets themselves, whose owner wins such a race for a moment (SECURITY.md)
    ".swap": (root) => at.swap(root),
    "the receipts": (root) => join(at.swap(root), "receipts"),
    "the quarantine": (root) => join(at.swap(root), "strays"),
  };

  test.runIf(process.platform !== "win32").each(Object.keys(PLACES))(
    "[D4, D7] %s as a link and as a folder in turn: nothing of the other place is overwritten or removed",
    async (name) => {
      const folder = scratch();
      const bundle = swapBundle(join(folder, "bundle.zip"));
      const template = installation(join(folder, "template"), "hand-made");
      const codes = new Map<number | null, number>();
      for (let round = 0; round < rounds; round++) {
        const [root, elsewhere] = [join(folder, "root"), join(folder, "elsewhere")];
        restore(template, root);
        rmSync(elsewhere, { recursive: true, force: true });
        const place = PLACES[name]?.(root) ?? "";
        if (existsSync(place)) cpSync(place, elsewhere, { recursive: true });
        else mkdirSync(elsewhere);
        // what lies there belongs to somebody else
        const files = (
          readdirSync(elsewhere, { recursive: true, withFileTypes: true }) as {
            name: string;
            parentPath: string;
            isFile(): boolean;
          }[]
        )
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name));
        for (const path of files) writeFileSync(path, "precious");
        writeFileSync(join(elsewhere, "own.txt"), "precious");
        const kept = everything(elsewhere);
        const other = meanwhile(
          `if (fs.existsSync(p[0])) { fs.renameSync(p[0], p[0] + ".real"); fs.symlinkSync(p[1], p[0]); fs.unlinkSync(p[0]); fs.renameSync(p[0] + ".real", p[0]); } else if (fs.existsSync(p[0] + ".real")) fs.renameSync(p[0] + ".real", p[0]);`,
          [place, elsewhere],
        );
        const { code, err } = deploy(bundle, root, null);
        await ended(other);
        codes.set(code, (codes.get(code) ?? 0) + 1);
        expect(err).not.toMatch(/\bat .*:\d+:\d+|TypeError|RangeError|internal error/);
        const after = everything(elsewhere);
        for (const path of Object.keys(kept)) expect({ path, hash: after[path] }).toEqual({ path, hash: kept[path] });
      }
      console.info(`${name} exchanged: ${[...codes].map(([code, count]) => `${count} x ${code}`).join(", ")}`);
    },
  );
});
