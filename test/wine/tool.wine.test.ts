import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join, win32 } from "node:path";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { sha256 } from "../deploy/swap/support/bundle.ts";
import { below } from "../deploy/swap/support/installation.ts";
import { scratch } from "../deploy/swap/support/scratch.ts";
import { EXECUTABLE, type Ended, onWindows } from "./support/machine.ts";

/* The built tool and the executable, as a user has them, on C:\ without --root; beside them the same words on this system. */

const SAMPLE = ["environments", "releases", "templates"];
const TOOL = "C:\\Program Files\\Cameo Systems Modeler 2024x Refresh3";
const BUNDLE = "C:\\repo\\dist\\bundles\\production-2506.zip";
const CLIENT = "C:\\ProgramData\\Example\\MBSE\\bhm\\CommonClient.properties";
const PROGRAMS = [
  { name: "the built tool", files: ["build", "package.json"], argv: () => [inject("node"), "C:\\tierwright\\build\\cli.cjs"] },
  ...(EXECUTABLE ? [{ name: "the executable", files: [], argv: () => [EXECUTABLE] }] : []),
];

function digests(folder: string): Readonly<Record<string, string>> {
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((path) => statSync(join(folder, path)).isFile());
  return Object.fromEntries(files.sort().map((path) => [path, sha256(readFileSync(join(folder, path)))]));
}

describe.each(PROGRAMS)("$name on C:\\", ({ name, argv, files }) => {
  const root = join(scratch(), "root");
  const repository = join(root, "C", "repo");
  const elsewhere = join(scratch(), "repo");

  const tierwright = (...words: string[]): Promise<Ended> => onWindows(root, [...argv(), "-C", "C:\\repo", ...words]);

  function here(...words: string[]): Ended {
    const found = spawnSync(process.execPath, ["build/cli.cjs", "-C", elsewhere, ...words], {
      encoding: "utf8",
      env: { ...process.env, NO_COLOR: "1" },
    });
    return { code: found.status, out: found.stdout, err: found.stderr };
  }

  beforeAll(() => {
    for (const folder of SAMPLE) {
      cpSync(folder, join(repository, folder), { recursive: true });
      cpSync(folder, join(elsewhere, folder), { recursive: true });
    }
    for (const file of files) cpSync(file, join(root, "C", "tierwright", file), { recursive: true });
    // what a machine with the tool has, and where this user's temporary files go
    for (const folder of [
      `${TOOL}\\plugins`,
      `${TOOL}\\profiles`,
      "C:\\Users\\Public",
      `C:\\Users\\${userInfo().username}\\Temp`,
      win32.dirname(CLIENT),
    ])
      mkdirSync(below(root, folder), { recursive: true });
  });

  test("[D10] check says the same as elsewhere", async () => {
    const found = await tierwright("check", "--format", "json");
    const expected = here("check", "--format", "json");
    expect(found).toEqual(expected);
    expect(JSON.parse(found.out)).toHaveProperty("schema", "tierwright/findings/v1");
  });

  test("[D10] compile writes the same bytes as elsewhere", async () => {
    expect(await tierwright("compile", "--quiet")).toMatchObject({ code: 0, err: "" });
    expect(here("compile", "--quiet").code).toBe(0);
    const found = digests(join(repository, "dist"));
    expect(Object.keys(found).length).toBeGreaterThan(15);
    expect(found).toEqual(digests(join(elsewhere, "dist")));
  });

  test("[D10, D1] bundle writes the same bytes as elsewhere", async () => {
    const words = ["bundle", "production", "--serial", "1790000000", "--quiet"];
    expect(await tierwright(...words)).toMatchObject({ code: 0, err: "" });
    expect(here(...words).code).toBe(0);
    const found = digests(join(repository, "dist", "bundles"));
    expect(Object.keys(found)).toContain("production-2506.zip");
    expect(found).toEqual(digests(join(elsewhere, "dist", "bundles")));
    expect(await tierwright("bundle", "verify", BUNDLE)).toMatchObject({ code: 0, err: "" });
  });

  // as long as all else together: what is released shows it, where it is there
  test.runIf(name === PROGRAMS.at(-1)?.name)("[D10, D7] rehearse holds all of its scenes", async () => {
    const { code, out, err } = await tierwright("rehearse", BUNDLE);
    expect(err).toBe("");
    expect(out).toMatch(/(\d+) of \1 scenarios passed/);
    expect(code).toBe(0);
  });

  test("[D10, D3, D6, D9] deploy, the same again, --verify, a damage found, and rollback, below C:\\Program Files", async () => {
    const live = below(root, `${TOOL}\\plugins\\com.example.plm.connector`);
    const client = below(root, CLIENT);
    const installs = await tierwright("deploy", BUNDLE);
    expect(installs).toMatchObject({ code: 0, err: "" });
    expect(installs.out).toContain(`installation ${TOOL}`);
    const conf = ["production", "connector", "connector.properties"];
    expect(readFileSync(join(live, "conf", "connector.properties"))).toEqual(readFileSync(join(repository, "dist", ...conf)));
    expect(readFileSync(client, "utf8")).toContain("BOOTSTRAP_URLS=");
    const again = await tierwright("deploy", BUNDLE);
    expect(again).toMatchObject({ code: 0, err: "", out: expect.stringContaining("already there") });
    expect(await tierwright("deploy", "--verify")).toMatchObject({ code: 0, err: "" });
    const jar = join(live, "plugin.xml");
    const bytes = readFileSync(jar);
    writeFileSync(jar, `${bytes.toString("utf8")}<!-- by hand -->`);
    expect(await tierwright("deploy", "--verify")).toMatchObject({ code: 12, err: expect.stringContaining("plugin.xml") });
    writeFileSync(jar, bytes);
    expect(await tierwright("rollback")).toMatchObject({ code: 0, err: "" });
    expect(existsSync(live)).toBe(false);
    expect(existsSync(client)).toBe(false);
  });
});
