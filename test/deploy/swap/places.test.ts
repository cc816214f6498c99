import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { looseFolders } from "../../../src/deploy/swap/protocol/loose-folders.ts";
import { foldedPath } from "../../../src/deploy/swap/protocol/paths.ts";
import { at, below, INSTALL } from "./support/installation.ts";
import { livePairs, receipts, wantedPairs } from "./support/snapshot.ts";
import { RUNNERS } from "./support/runners.ts";
import { Workstation } from "./support/workstation.ts";

describe.each(RUNNERS)("$name", (runner) => {
  test("[D3] --install names another folder of the tool, --client-file another client file, and log4j2.xml goes along with it", async () => {
    const here = new Workstation(runner, "hand-made");
    const moved = below(here.root, "D:\\Tools\\Tool 2024x");
    mkdirSync(join(moved, ".."), { recursive: true });
    renameSync(at.install(here.root), moved);
    const client = below(here.root, "E:\\client\\CommonClient.properties");
    mkdirSync(join(client, ".."), { recursive: true });
    for (const path of [at.client(here.root), at.log4j2(here.root)])
      renameSync(path, join(client, "..", path.split(/[\\/]/).at(-1) ?? ""));
    const { code, err } = await here.deploy(here.swap(), {
      install: "D:\\Tools\\Tool 2024x",
      clientFile: "E:\\client\\CommonClient.properties",
    });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(readFileSync(client, "utf8")).toContain("plm.example.com");
    expect(readFileSync(join(client, "..", "log4j2.xml"), "utf8")).toContain("50 MB");
    expect(existsSync(join(moved, "plugins", "com.example.connector", "lib", "connector-2506.jar"))).toBe(true);
    expect(existsSync(at.install(here.root))).toBe(false);
    expect(existsSync(at.client(here.root))).toBe(false);
    const back = await here.rollback({ install: "D:\\Tools\\Tool 2024x" });
    expect({ code: back.code, err: back.err }).toEqual({ code: 0, err: "" });
    expect(readFileSync(client, "utf8")).toContain("old.example.com");
  });

  test("[D3] a root that is not there is refused by name, and is not made: not by a deploy, a rollback or a verify", async () => {
    const here = new Workstation(runner, "hand-made");
    const bundle = here.swap();
    const root = join(here.folder, "rooot");
    const starts =
      /a deploy would start a new installation there: correct --?root, or create the folder first; nothing was written/i;
    const lacks = /no installation is there: correct --?root; nothing was written/i;
    for (const [words, run] of [
      [starts, () => here.deploy(bundle, { root })],
      [starts, () => here.deploy(bundle, { root, whatIf: true })],
      [starts, () => here.deploy(bundle, { root, stage: true })],
      [starts, () => here.deploy(bundle, { root: bundle })],
      [lacks, () => here.rollback({ root })],
      [lacks, () => here.rollback({ root, whatIf: true })],
      [lacks, () => here.rollback({ root, list: true })],
      [lacks, () => here.rollback({ root: bundle })],
      [lacks, () => here.verify({ root })],
    ] as const) {
      const { err } = await here.refused(run, 2, /the root '.*' is not a folder/i);
      expect(err).toMatch(words);
      expect(/would start/i.test(err)).toBe(words === starts);
      expect(existsSync(root)).toBe(false);
    }
    mkdirSync(root);
    expect(await here.deploy(bundle, { root })).toMatchObject({ code: 0, err: "" });
  });

  test("[D3] the installation is found below a root when it is the only one; of two, one has to be named", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    mkdirSync(below(here.root, "D:\\Second"), { recursive: true });
    expect((await here.deploy(here.swap(), { install: "D:\\Second" })).code).toBe(0);
    await here.refused(() => here.rollback(), 10, /2 installations/i);
    expect((await here.rollback({ install: INSTALL })).code).toBe(0);
    expect(livePairs(here.root)).not.toEqual(wantedPairs("pilot"));
  });

  test("[D3] a root inside an installation of another root is refused with the right one, by every command that takes a root", async () => {
    const here = new Workstation(runner, "hand-made");
    const bundle = here.swap();
    await here.done(here.deploy(bundle));
    const drive = below(here.root, "C:\\");
    for (const root of [
      drive,
      below(here.root, "C:\\Program Files"),
      at.install(here.root),
      join(at.install(here.root), "plugins"),
      below(here.root, "C:\\ProgramData"),
      dirname(at.client(here.root)),
      below(here.root, "C:\\Users\\Public"),
    ])
      for (const run of [
        () => here.deploy(bundle, { root }),
        () => here.deploy(bundle, { root, whatIf: true }),
        () => here.rollback({ root }),
        () => here.rollback({ root, list: true }),
        () => here.verify({ root }),
      ]) {
        const { err } = await here.refused(run, 2, /lies inside an installation of the root '/i);
        expect(err).toContain(`the root '${root}' lies inside an installation of the root '${here.root}'`.slice(1));
        expect(err).toMatch(/name the folder that holds the drives: --?root "/i);
        expect(err).toContain(`oot "${here.root}"; nothing was written`);
      }
    expect(existsSync(join(drive, "C"))).toBe(false);
  });

  test("[D3] a tool's folder that does not exist is no second one where the tool is below the root, deployed to or not", async () => {
    for (const start of ["nothing", "tool", "hand-made"] as const) {
      const here = new Workstation(runner, start);
      const bundle = here.swap();
      const other = { install: "D:\\Tols" };
      if (start === "nothing") {
        expect((await here.deploy(bundle, { install: "D:\\Tools" })).code).toBe(0);
        expect((await here.deploy(bundle, { install: "D:\\Tools" })).code).toBe(0);
      }
      for (const more of [{}, { whatIf: true }, { stage: true }]) {
        const { err } = await here.refused(
          () => here.deploy(bundle, { ...other, ...more }),
          10,
          /does not exist, but the root has another one/i,
        );
        expect(err).toContain(start === "nothing" ? below(here.root, "D:\\Tools") : at.install(here.root));
      }
      expect(existsSync(below(here.root, "D:\\Tols"))).toBe(false);
      mkdirSync(below(here.root, "D:\\Tols"), { recursive: true });
      expect((await here.deploy(bundle, other)).code).toBe(0);
    }
  });

  test("[D3] a root inside the folder of a vendor above the tool is refused, too, and one with both the tool and the client file", async () => {
    const here = new Workstation(runner, "tool");
    const bundle = here.swap();
    const install = "C:\\Apps\\Vendor\\Tool";
    const clientFile = "C:\\Apps\\Vendor\\Client\\CommonClient.properties";
    for (const folder of [install, "C:\\Apps\\Vendor\\Client", "C:\\ProgramData\\Example"])
      mkdirSync(below(here.root, folder), { recursive: true });
    expect(await here.deploy(bundle, { install, clientFile })).toMatchObject({ code: 0, err: "" });
    for (const folder of ["C:\\Apps", "C:\\Apps\\Vendor", "C:\\Apps\\Vendor\\Client", "C:\\ProgramData\\Example"])
      await here.refused(
        () => here.deploy(bundle, { root: below(here.root, folder) }),
        2,
        /lies inside an installation of the root '/i,
      );
  });

  test("[D3] a root below a folder that only has the name of a drive is an ordinary one, also beside the root of another installation", async () => {
    const here = new Workstation(runner, "hand-made");
    const company = join(here.folder, "C");
    const root = join(company, "ws");
    mkdirSync(company);
    renameSync(here.root, root);
    const bundle = here.swap();
    for (const one of [root, company, join(company, "second")]) {
      mkdirSync(one, { recursive: true });
      const { code, err } = await here.deploy(bundle, { root: one });
      expect({ code, err }).toEqual({ code: 0, err: "" });
    }
    for (const one of [root, join(company, "second")])
      expect(await here.verify({ root: one })).toMatchObject({ code: 0, err: "" });
    expect(await here.verify({ root: company, install: INSTALL })).toMatchObject({ code: 0, err: "" });
    expect((await here.rollback({ root })).code).toBe(0);
    const third = join(company, "third");
    mkdirSync(third);
    const clientFile = join(third, "CommonClient.properties");
    expect(await here.deploy(bundle, { root: third, clientFile })).toMatchObject({ code: 0, err: "" });
    expect(await here.verify({ root: third })).toMatchObject({ code: 0, err: "" });
  });

  test("[D4] what a killed run left unfinished beside the journal is swept: a half-written journal, a tree that was staged and not used", async () => {
    const here = new Workstation(runner, "hand-made");
    await here.done(here.deploy(here.swap()));
    const next = here.swap({ release: "2606" });
    await here.killedAt("journal", next);
    writeFileSync(join(at.swap(here.root), "journal.json.tmp"), '{ "schema": "tierw');
    await here.done(here.deploy(next));
    expect(existsSync(join(at.swap(here.root), "journal.json.tmp"))).toBe(false);
    expect(receipts(here.root).map(({ sequence }) => sequence)).toEqual([1, 2]);
  });
});

test("[H5] the folder of a path is the same on every system, however the path is written as", () => {
  const places = (path: string) => ({ plugins: "C:\\T\\plugins", roots: [], profiles: [{ path }] });
  for (const path of ["C:\\Users\\Public\\P.mdzip", "C:/Users/Public/P.mdzip"])
    expect(looseFolders(places(path)).map((folder) => foldedPath(folder, true))).toEqual([
      "c:\\t\\plugins",
      "c:\\users\\public",
      "c:\\users\\public\\documents",
    ]);
  expect(looseFolders(places("/copy/C/Users/P.mdzip"))).toEqual([
    "C:\\T\\plugins",
    "/copy/C/Users",
    join("/copy/C/Users", "Documents"),
  ]);
});
