import { appendFileSync, existsSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { at } from "./support/installation.ts";
import { confText } from "./support/releases.ts";
import { cli, inProcess } from "./support/in-process.ts";
import { Workstation } from "./support/workstation.ts";

let here: Workstation;
beforeEach(() => {
  here = new Workstation(inProcess, "hand-made");
});

/** One command line with --format json: its code, and the one document that it prints. */
async function answer(...argv: readonly string[]) {
  const { code, out, err } = await cli([...argv, "--root", here.root, "--format", "json"], { now: new Date().toISOString() });
  return { code, err, document: JSON.parse(out) };
}

describe("a refusal with --format json is one document", () => {
  test("[D8] of a deploy: a receipt with the values that drifted as data", async () => {
    await here.done(here.deploy(here.swap()));
    appendFileSync(at.conf(here.root), "SOMEBODY=was here\n");
    const { code, document, err } = await answer("deploy", here.swap({ release: "2606" }));
    expect(code).toBe(10);
    expect(document).toMatchObject({
      schema: "tierwright/receipt/v1",
      result: "refused",
      code: 10,
      drift: [{ file: "connector", key: "SOMEBODY", expected: null, found: "(hidden)" }],
    });
    expect(JSON.stringify(document)).not.toContain("was here");
    expect(err).toContain("SOMEBODY");
  });

  test("[D8] a key that the bundle does not decide is named, without its values", async () => {
    const list = (third: string) => Array.from({ length: 60 }, (_, i) => (i === 2 ? third : `Property ${i}`)).join(",");
    const conf = (third: string) => confText("2506", "production", [["CREATE_VALUE_PROPERTY_CONFIG", list(third)]]);
    await here.done(here.deploy(here.swap({ conf: conf("Port") })));
    writeFileSync(at.conf(here.root), readFileSync(at.conf(here.root), "utf8").replace("Port", "Ports"));
    const { code, document, err } = await answer("deploy", here.swap({ release: "2606" }));
    expect(code).toBe(10);
    expect(err).toContain("CREATE_VALUE_PROPERTY_CONFIG is (hidden); expected (hidden)");
    expect(err.length).toBeLessThan(1000);
    expect(document.drift).toEqual([
      { file: "connector", key: "CREATE_VALUE_PROPERTY_CONFIG", expected: "(hidden)", found: "(hidden)" },
    ]);
  });

  const refusals: readonly (readonly [string, () => readonly string[], number])[] = [
    ["a rollback with nothing to go back to", () => ["rollback"], 10],
    ["a verify where nothing was installed", () => ["deploy", "--verify"], 10],
    ["a rehearsal of a settings bundle", () => ["rehearse", here.settings()], 10],
    ["a deploy of a file that is no bundle", () => ["deploy", at.conf(here.root)], 10],
    ["a file that is not there", () => ["deploy", join(here.folder, "none.zip")], 2],
    ["a key that is not there", () => ["deploy", here.swap(), "--key", join(here.folder, "none.pem")], 2],
  ];
  test.each(refusals)("[D8] %s", async (_, argv, expected) => {
    const words = argv();
    const rehearsal = words[0] === "rehearse";
    const { code, out } = await cli([...words, ...(rehearsal ? [] : ["--root", here.root]), "--format", "json"]);
    expect(code).toBe(expected);
    const { schema, error } = JSON.parse(out);
    expect(schema).toBe("tierwright/error/v1");
    expect(error).toMatchObject({ exitCode: expected, message: expect.stringMatching(/\S/) });
    expect(Object.keys(error).filter((key) => !["message", "help", "exitCode", "details"].includes(key))).toEqual([]);
  });

  test("[D8] a rollback that is in use, and one whose receipts are damaged", async () => {
    await here.done(here.deploy(here.swap()));
    const plans = readdirSync(at.swap(here.root)).filter((name) => existsSync(join(at.swap(here.root), name, "plan.json")));
    rmSync(join(at.swap(here.root), plans[0] ?? "", "plan.json"));
    const damaged = await answer("rollback");
    expect(damaged).toMatchObject({ code: 12, document: { schema: "tierwright/receipt/v1", kind: "rollback", code: 12 } });
    const [newest = ""] = readdirSync(join(at.swap(here.root), "receipts")).filter((name) => /^\d/.test(name));
    writeFileSync(join(at.swap(here.root), "receipts", newest), "{}");
    expect(await answer("rollback")).toMatchObject({ code: 12, document: { schema: "tierwright/error/v1" } });
    expect(await answer("deploy", "--verify")).toMatchObject({ code: 12, document: { schema: "tierwright/error/v1" } });
  });
});
