import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { execFile } from "node:child_process";
import { expect, test } from "vitest";
import { PACKAGE, VERSION } from "../../../src/kernel/version.ts";
import { cli } from "../../support/host.ts";
import { temporaryFolder } from "../../support/repository.ts";

const NPM = process.platform === "win32" ? "npm.cmd" : "npm";
const run = promisify(execFile);

/** npm in a folder, with a registry that notes what it is asked. */
async function npmIn(folder: string, ...words: readonly string[]) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const body: Buffer[] = [];
    request.on("data", (piece: Buffer) => body.push(piece));
    request.on("end", () => {
      const bytes = Buffer.concat(body);
      asked.push(`${request.url} ${request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes}`);
      response.writeHead(404).end("{}");
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const env = {
    ...process.env,
    npm_config_registry: registry,
    npm_config_cache: join(folder, ".npm"),
    npm_config_fetch_retries: "0",
    npm_config_update_notifier: "false",
  };
  const said = await run(NPM, [...words], { cwd: folder, env, shell: process.platform === "win32" }).then(
    ({ stdout, stderr }) => ({ code: 0, text: stdout + stderr }),
    (error: { code: number; stdout: string; stderr: string }) => ({ code: error.code, text: error.stdout + error.stderr }),
  );
  server.close();
  return { ...said, asked };
}

/** A package of the tool's name, as `npm pack` makes it, put where the new repository looks for it. */
function pack(into: string): void {
  const source = temporaryFolder();
  writeFileSync(join(source, "package.json"), JSON.stringify({ name: PACKAGE, version: VERSION, bin: { tierwright: "cli.js" } }));
  writeFileSync(join(source, "cli.js"), "#!/usr/bin/env node\nconsole.log('ours');\n");
  mkdirSync(into, { recursive: true });
  const packed = spawnSync(NPM, ["pack", "--pack-destination", into], {
    cwd: source,
    encoding: "utf8",
    shell: process.platform === "win32",
  });
  expect([packed.status, packed.stderr.includes("ERR")]).toEqual([0, false]);
}

async function made(...words: readonly string[]): Promise<string> {
  const folder = temporaryFolder();
  const { code, err } = await cli(["init", "plm", ...words], { cwd: folder });
  expect([code, err]).toEqual([0, ""]);
  return join(folder, "plm");
}

const dependencyOf = (folder: string): unknown =>
  JSON.parse(readFileSync(join(folder, "package.json"), "utf8")).devDependencies[PACKAGE];

test("a new repository is installed from the package that lies in it, and no registry is asked for its name", {
  timeout: 120_000,
}, async () => {
  const folder = await made();
  expect(dependencyOf(folder)).toBe(`file:vendor/tierwright-tierwright-${VERSION}.tgz`);
  pack(join(folder, "vendor"));
  const { code, asked } = await npmIn(folder, "install");
  expect([code, asked.filter((one) => one.includes("tierwright"))]).toEqual([0, []]);
  const again = await npmIn(folder, "ci", "--ignore-scripts");
  expect([again.code, again.asked.filter((one) => one.includes("tierwright"))]).toEqual([0, []]);
  expect(
    spawnSync("npx", ["--no-install", "tierwright", "check"], {
      cwd: folder,
      encoding: "utf8",
      shell: process.platform === "win32",
    }).stdout,
  ).toBe("ours\n");
});

test("without the package npm fails, names the file, and asks nobody", { timeout: 120_000 }, async () => {
  const { code, text, asked } = await npmIn(await made(), "install");
  expect([code === 0, asked]).toEqual([false, []]);
  expect(text).toContain(`vendor/tierwright-tierwright-${VERSION}.tgz`);
  expect(text).toContain("ENOENT");
});

test("the first step of the README names the file, the two commands that miss it, and what to commit", async () => {
  const [step = ""] = /^1\. .*$/m.exec(readFileSync(join(await made(), "README.md"), "utf8")) ?? [];
  for (const told of [`vendor/tierwright-tierwright-${VERSION}.tgz`, "npm pack", "ENOENT", "npm ci", "package-lock.json"])
    expect(step).toContain(told);
});

test("--package names a file, or the https address of one", async () => {
  const folder = await made("--package", "packages/tierwright-tierwright-0.1.0.tgz");
  expect(dependencyOf(folder)).toBe("file:../packages/tierwright-tierwright-0.1.0.tgz");
  expect(readFileSync(join(folder, "README.md"), "utf8")).toContain(
    "takes Tierwright from where `package.json` says, and commit",
  );
  expect(dependencyOf(await made("--package", "https://git.example.com/plm/tierwright-tierwright-0.1.0.tgz"))).toBe(
    "https://git.example.com/plm/tierwright-tierwright-0.1.0.tgz",
  );
});

test.each(["Müller (x86)/t.tgz", "o'brien & co/t.tgz", "日本/t.tgz", "2024x, [old]/t.tgz"])(
  "--package names the file %j as npm reads it",
  { timeout: 120_000 },
  async (file) => {
    const folder = await made("--package", file);
    expect(dependencyOf(folder)).toBe(`file:../${file}`);
  },
);

test.each([
  "tierwright",
  "0.1.0",
  "^0.1.0",
  "latest",
  "npm:tierwright",
  "@other/tierwright",
  "http://x.example.com/a.tgz",
  "https://user:secret@x.example.com/a.tgz",
  "git+ssh://x/y.git",
  "a.tgz\n",
  "$(id).tgz",
  "tierwright@0.1.0",
])("--package %j is refused: npm would ask somebody for it", async (given) => {
  const folder = temporaryFolder();
  const { code, err } = await cli(["init", "plm", "--package", given], { cwd: folder });
  expect(code).toBe(2);
  expect(err).toContain("--package cannot be");
  expect(err).toContain("npm pack");
});
