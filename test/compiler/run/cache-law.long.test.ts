import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dispatch } from "../../../src/cli/dispatch.ts";
import { treeOf } from "../../cli/civil.ts";
import { fakeHost } from "../../support/host.ts";
import { exampleRepository, writeFiles } from "../../support/repository.ts";
import { COMMAND, EDIT, edit, type Edit } from "./repository-edits.ts";
import { RICH_REPOSITORY } from "./rich-repository.ts";

/*
 * The cache can never change a result (docs/performance.md): whatever happened between two runs, a run that remembers the one
 * before ends, says and writes exactly what a run without memory does.
 */

const RUNS = Number(process.env.TIERWRIGHT_LAW_RUNS ?? 40);
const WORLD = { env: { LICENSE_KEY: "a-key", TCSSO_CLIENT_SECRET: "a-secret" }, programs: { "vault read identity": "x" } };
const OUTPUT = /^(dist|other)(\/|$)/;
/** Longer than one tick of any file system's clock, so that two changes of a file have two times. */
const TICK = 12;
/** As old as a stamp has to be to count (src/platform/stamp.ts). */
const OLD = 60;

interface Result {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly tree: Readonly<Record<string, string>>;
}

/** One run at the real time: what was written lately is trusted otherwise than what is old. */
async function runIn(folder: string, argv: readonly string[]): Promise<Result> {
  const fake = fakeHost({ cwd: folder, ...WORLD });
  const day = argv.includes("--today") ? [] : ["--today", "2026-11-21"];
  const code = await dispatch([...argv, ...day], { ...fake.host, now: () => new Date() }, resolve);
  return {
    code,
    out: fake.out(),
    err: fake.err().replaceAll(folder, "<repository>"),
    tree: treeOf(folder, (path) => !OUTPUT.test(path)),
  };
}

/** What was compiled lies there for an hour: what is that old, a run remembers. */
function age(folder: string): void {
  const then = new Date(Date.now() - 3_600_000);
  for (const path of Object.keys(treeOf(folder, (name) => !OUTPUT.test(name)))) {
    if (existsSync(join(folder, path))) utimesSync(join(folder, path), then, then);
  }
}

const forget = (folder: string) => rmSync(join(folder, ".tierwright"), { recursive: true, force: true });

/** Two folders that go through the same; one keeps its memory. */
async function twins(
  steps: readonly (readonly [Edit, readonly string[]])[],
  start = RICH_REPOSITORY,
  _tolerant = false,
): Promise<void> {
  const [remembering, forgetting] = [exampleRepository(start), exampleRepository(start)];
  const both = async (argv: readonly string[], after: string) => {
    forget(forgetting);
    const wanted = await runIn(forgetting, argv);
    expect(wanted.err).not.toContain("internal error");
    const got = await runIn(remembering, argv);
    expect(got, `${argv.join(" ")}, ${after}`).toEqual(wanted);
  };
  try {
    await both(["compile"], "from the start");
    const history: string[] = [];
    for (const [edit, argv] of steps) {
      for (const folder of [remembering, forgetting]) age(folder);
      await setTimeout(OLD);
      await both(["compile"], `once more after ${history.join(", then ")}`); // now everything is remembered
      await setTimeout(TICK);
      for (const folder of [remembering, forgetting]) edit.make(folder);
      history.push(edit.title);
      await both(argv, `after ${history.join(", then ")}`);
    }
  } finally {
    for (const folder of [remembering, forgetting]) rmSync(folder, { recursive: true, force: true });
  }
}

describe("a run that remembers the one before does what a run without memory does", () => {
  test(`through ${RUNS} histories of edits`, { timeout: 60_000 + RUNS * 2000 }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(EDIT, COMMAND), { minLength: 1, maxLength: 4 }), (steps) =>
        twins(steps, RICH_REPOSITORY, true),
      ),
      { numRuns: RUNS },
    );
  });

  test("and remembers indeed: nothing is computed a second time", async () => {
    const folder = exampleRepository(RICH_REPOSITORY);
    await runIn(folder, ["compile"]);
    age(folder);
    await setTimeout(OLD);
    await runIn(folder, ["compile"]);
    const cache = readFileSync(join(folder, ".tierwright", "cache-v1"), "utf8");
    const last = cache.split("\n").findLast((line) => line.startsWith("environment%3Afull "));
    expect(last, "its stamps are old enough").toContain('"seen":{"paths":["environments/full/environment.yaml",');
    const again = await runIn(folder, ["compile"]);
    expect(again.out).toContain("up to date in dist/full");
    expect(readFileSync(join(folder, ".tierwright", "cache-v1"), "utf8")).toBe(cache);
  });

  test.each<[string, Edit, readonly string[]]>([
    [
      "an environment is renamed",
      edit("demo is gone", (folder) => rmSync(join(folder, "environments/demo"), { recursive: true })),
      ["compile"],
    ],
    [
      "two environments swap their files",
      edit("swapped", (folder) => {
        const read = (name: string) => readFileSync(join(folder, `environments/${name}/environment.yaml`));
        const [full, alike] = [read("full"), read("alike")];
        writeFileSync(join(folder, "environments/full/environment.yaml"), alike);
        writeFileSync(join(folder, "environments/alike/environment.yaml"), full);
      }),
      ["compile"],
    ],
    [
      "another of nearly the same name comes",
      edit("FULL", (folder) =>
        cpSync(join(folder, "environments/alike"), join(folder, "environments/FULL"), { recursive: true }),
      ),
      ["check"],
    ],
    [
      "a compiled folder is replaced by an older copy",
      edit("older", (folder) => {
        cpSync(join(folder, "dist/full"), join(folder, "copy"), { recursive: true, preserveTimestamps: true });
        rmSync(join(folder, "dist/full"), { recursive: true });
        cpSync(join(folder, "copy"), join(folder, "dist/full"), { recursive: true, preserveTimestamps: true });
      }),
      ["compile"],
    ],
    [
      "compiled folders are swapped",
      edit("swapped", (folder) => {
        cpSync(join(folder, "dist/full"), join(folder, "copy"), { recursive: true, preserveTimestamps: true });
        rmSync(join(folder, "dist/full"), { recursive: true });
        cpSync(join(folder, "dist/alike"), join(folder, "dist/full"), { recursive: true, preserveTimestamps: true });
      }),
      ["compile"],
    ],
    [
      "a base file is exchanged under the same name, size and time",
      edit("base", (folder) => {
        const path = join(folder, "releases/2606/base/connector.properties");
        writeFileSync(path, readFileSync(path, "latin1").replace("length", "length").replace("=32", "=64"), "latin1");
        utimesSync(path, 1, 1);
      }),
      ["compile"],
    ],
  ])("%s", async (_, change, argv) => {
    await twins([[change, argv]]);
  });

  const locked = { ...RICH_REPOSITORY };

  test("a user's folder appears in the place of an environment that is not written", async () => {
    const broken = {
      ...locked,
      "environments/full/environment.yaml": String(locked["environments/full/environment.yaml"]).replace("8443/tc", "8443/x"),
    };
    await twins(
      [[edit("dist/full is the user's", (folder) => writeFiles(folder, { "dist/full/notes.txt": "mine" })), ["compile"]]],
      broken,
    );
  });

  test("a folder appears in a compiled folder, and later a file in it", async () => {
    await twins([
      [edit("a folder", (folder) => mkdirSync(join(folder, "dist/full/mine"))), ["compile"]],
      [edit("a file", (folder) => writeFiles(folder, { "dist/full/mine/notes.txt": "mine" })), ["compile"]],
    ]);
  });

  test("what could not be read for one reason cannot be read for another", async () => {
    const path = "environments/full/sso.yaml";
    const asFolder = edit("a folder", (folder) => {
      rmSync(join(folder, path), { recursive: true, force: true });
      mkdirSync(join(folder, path));
    });
    const asLink = edit("a link that leads nowhere", (folder) => {
      rmSync(join(folder, path), { recursive: true });
      symlinkSync("nowhere", join(folder, path));
    });
    await twins([
      [asFolder, ["check"]],
      [asLink, ["check"]],
    ]);
  });

  test("a template breaks, then check is asked instead of compile", async () => {
    const broken = edit("the template is broken", (folder) => writeFiles(folder, { "templates/workstation-note.md.hbs": "{{" }));
    const nothing = edit("nothing happens", () => undefined);
    await twins([
      [broken, ["compile"]],
      [nothing, ["check"]],
    ]);
  });

  test.each<[string, (folder: string) => void]>([
    [
      "a file becomes a link round in a circle",
      (folder) => {
        rmSync(join(folder, "environments/full/sso.yaml"));
        symlinkSync("sso.yaml", join(folder, "environments/full/sso.yaml"));
      },
    ],
    ["an absent file becomes one", (folder) => symlinkSync("sso.yaml", join(folder, "environments/demo/sso.yaml"))],
  ])("%s", async (title, make) => {
    await twins([[edit(title, make), ["check"]]]);
  });
});

describe("a damaged cache", () => {
  const harm: readonly (readonly [string, fc.Arbitrary<(text: string) => string>])[] = [
    [
      "cut off",
      fc.double({ min: 0, max: 1, noNaN: true }).map((part) => (text: string) => text.slice(0, Math.floor(text.length * part))),
    ],
    [
      "without its beginning",
      fc.double({ min: 0, max: 1, noNaN: true }).map((part) => (text: string) => text.slice(Math.floor(text.length * part))),
    ],
    [
      "with one character changed",
      fc
        .tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom("0", "f", " ", "\n", "}", '"', "\0", "é", ""))
        .map(([part, other]) => (text: string) => {
          const at = Math.floor((text.length - 1) * part);
          return text.slice(0, at) + other + text.slice(at + 1);
        }),
    ],
    [
      "with two lines swapped",
      fc.tuple(fc.nat(9), fc.nat(9)).map(([a, b]) => (text: string) => {
        const lines = text.trimEnd().split("\n");
        const [i, j] = [a % lines.length, b % lines.length];
        [lines[i], lines[j]] = [lines[j] as string, lines[i] as string];
        return `${lines.join("\n")}\n`;
      }),
    ],
    [
      "with the content of one line in another",
      fc.tuple(fc.nat(9), fc.nat(9)).map(([a, b]) => (text: string) => {
        const lines = text.trimEnd().split("\n");
        const [i, j] = [a % lines.length, b % lines.length];
        const parts = (line = "") => /^(\S+ \S+ \S+ )(.*)$/s.exec(line) ?? ["", "", ""];
        lines[i] = (parts(lines[i])[1] ?? "") + (parts(lines[j])[2] ?? "");
        return `${lines.join("\n")}\n`;
      }),
    ],
    [
      "with the name of one line on another",
      fc.tuple(fc.nat(9), fc.nat(9)).map(([a, b]) => (text: string) => {
        const lines = text.trimEnd().split("\n");
        const words = (line = "") => line.split(" ");
        const [i, j] = [a % lines.length, b % lines.length];
        lines[i] = words(lines[i])
          .with(1, words(lines[j])[1] ?? "")
          .join(" ");
        return `${lines.join("\n")}\n`;
      }),
    ],
    ["with every line twice", fc.constant((text: string) => text + text)],
    ["with lines upside down", fc.constant((text: string) => `${text.trimEnd().split("\n").reverse().join("\n")}\n`)],
    ["of CRLF", fc.constant((text: string) => text.replaceAll("\n", "\r\n"))],
    ["of another build", fc.constant((text: string) => text.replace(/^(\S+ \S+ )\S+?\./gm, "$1other."))],
    [
      "of nothing",
      fc
        .constantFrom("", "\n\n", "x", "\0".repeat(5000), "{}", `${" ".repeat(200)}\n`, "%E0%A4%A ".repeat(50))
        .map((text) => () => text),
    ],
  ];

  test.each(harm)("%s changes no result", async (_, arbitrary) => {
    const folder = exampleRepository(RICH_REPOSITORY);
    const path = join(folder, ".tierwright", "cache-v1");
    await runIn(folder, ["compile"]);
    age(folder);
    const wanted = await runIn(folder, ["compile"]);
    const sound = readFileSync(path, "utf8");
    expect(sound.split("\n").length).toBeGreaterThan(4);
    await fc.assert(
      fc.asyncProperty(arbitrary, async (change) => {
        writeFileSync(path, change(sound));
        expect(await runIn(folder, ["compile"])).toEqual(wanted);
        expect(await runIn(folder, ["compile"]), "and the run after it").toEqual(wanted);
      }),
      { numRuns: Math.min(200, Math.ceil(RUNS / 5)) },
    );
  });

  test("bytes flipped anywhere change no result", async () => {
    const folder = exampleRepository(RICH_REPOSITORY);
    const path = join(folder, ".tierwright", "cache-v1");
    await runIn(folder, ["compile"]);
    age(folder);
    const wanted = await runIn(folder, ["compile"]);
    const sound = readFileSync(path);
    await fc.assert(
      fc.asyncProperty(fc.nat(sound.length - 1), fc.integer({ min: 1, max: 255 }), async (at, mask) => {
        const bytes = Buffer.from(sound);
        bytes[at] = (bytes[at] ?? 0) ^ mask;
        writeFileSync(path, bytes);
        expect(await runIn(folder, ["compile"])).toEqual(wanted);
      }),
      { numRuns: RUNS },
    );
  });

  test.each<[string, (folder: string) => void]>([
    ["is a folder", (folder) => mkdirSync(join(folder, ".tierwright/cache-v1/x"), { recursive: true })],
    ["lies in a file", (folder) => writeFileSync(join(folder, ".tierwright"), "x")],
    [
      "is a link that leads nowhere",
      (folder) => {
        mkdirSync(join(folder, ".tierwright"));
        if (process.platform !== "win32") symlinkSync("nowhere", join(folder, ".tierwright/cache-v1"));
      },
    ],
  ])("a cache that %s only costs speed", async (_, make) => {
    const wanted = await runIn(exampleRepository(RICH_REPOSITORY), ["compile"]);
    const folder = exampleRepository(RICH_REPOSITORY);
    make(folder);
    expect(await runIn(folder, ["compile"])).toEqual(wanted);
    age(folder);
    expect((await runIn(folder, ["compile"])).code).toBe(wanted.code);
  });
});
