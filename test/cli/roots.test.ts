import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/registry.ts";
import { at, below } from "../deploy/swap/support/installation.ts";
import { inProcess } from "../deploy/swap/support/in-process.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";
import { cli } from "../support/host.ts";
import { exampleRepository } from "../support/repository.ts";

/** The words of a command line for each command that looks at an installation below --root. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  "capture prune": ["--older-than", "30"],
  deploy: ["--verify"],
  doctor: ["demo"],
  "record start": ["demo"],
  "record status": [],
  "record stop": [],
  rollback: ["--list"],
};

const commands = await Promise.all(COMMANDS.map(async ({ name, load }) => ({ name, options: (await load()).command.options })));
const NAMES = commands.filter(({ options }) => ["root", "install"].every((name) => options.some((one) => one.name === name)));

describe.each(NAMES.map(({ name }) => name))("%s", async (name) => {
  const refused = async (root: string) => {
    const words = [...name.split(" "), ...(WORDS[name] ?? ["no words for this command"]), "--root", root];
    const { code, out, err } = await cli(words, { cwd: exampleRepository() });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    return err;
  };

  test("[D3] refuses a root that is not a folder, and names it", async () => {
    expect(await refused("nowhere")).toMatch(/the root '[^']*nowhere' is not a folder/);
  });

  test("[D3] refuses a root inside an installation of another root, and names that one", async () => {
    const here = new Workstation(inProcess, "hand-made");
    await here.done(here.deploy(here.swap()));
    for (const root of [below(here.root, "C:\\"), join(at.install(here.root), "plugins")]) {
      const err = await refused(root);
      expect(err).toContain(`the root '${root}' lies inside an installation of the root '${here.root}'`);
      expect(err).toContain(`--root "${here.root}"`);
    }
  });
});
