import { cpSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundle, kitRepository, OUT, withSecret } from "../../deploy/bundle/repository.ts";
import { cli } from "../../support/host.ts";
import { edit, temporaryFolder } from "../../support/repository.ts";

const DEMO = "environments/demo/environment.yaml";

async function plan(folder: string, base: string, ...words: readonly string[]) {
  const { code, out, err } = await cli(["plan", "--base", base, "--format", "json", ...words], { cwd: folder });
  return { code, err, ...JSON.parse(out) };
}

/** Keys that change, of each environment. */
const keys = ({ environments }: { environments: { changes: { key: string | null; kind: string }[] }[] }) =>
  environments.map(({ changes }) => changes.map(({ key, kind }) => `${kind} ${key}`));

async function published(folder: string, ...words: readonly string[]): Promise<string> {
  const { code, err } = await bundle(folder, ["--serial", "1", ...words]);
  expect(err).toBe("");
  expect(code).toBe(0);
  const [name = ""] = readdirSync(join(folder, OUT)).filter((item) => item.endsWith(".zip"));
  return join(OUT, name);
}

describe("what is installed, as the base of a plan", () => {
  test("[B7] a swap bundle of the same sources changes nothing; another value and what a secret is are told, never its value", async () => {
    const folder = kitRepository();
    withSecret(folder);
    const zip = await published(folder);
    const same = await plan(folder, zip, "--detailed-exitcode");
    expect({ code: same.code, kind: same.compared.kind, keys: keys(same) }).toEqual({ code: 0, kind: "bundle", keys: [[]] });
    edit(folder, DEMO, "27000@lic", "27001@lic");
    const other = await plan(folder, zip, "--detailed-exitcode");
    expect({ code: other.code, keys: keys(other) }).toEqual({ code: 10, keys: [["set LicenseDir"]] });
    expect(other.compared.says).toMatch(/\(swap of demo, connector 2506, serial 1\)$/);
    expect(other.environments[0].changes[0]).toMatchObject({ before: "27000@lic.example.com", cause: { file: DEMO } });
  });

  test("[B7] of a settings bundle its pairs alone are known, and what it does not write is no change", async () => {
    const folder = kitRepository();
    const zip = await published(folder, "--settings");
    edit(folder, DEMO, "27000@lic", "27001@lic");
    const { compared, ...same } = await plan(folder, zip);
    expect([keys({ environments: same.environments }), compared.says]).toEqual([
      [[]],
      expect.stringMatching(/; not compared: connector\/logger\.properties, client\/log4j2\.xml, which it does not contain$/),
    ]);
    edit(folder, DEMO, "https://plm.example.com:8443/tc", "https://plm.example.com:8444/tc");
    const moved = await plan(folder, zip);
    expect(keys(moved)).toEqual([["set URL", "set TC_SERVER_URL"]]);
    const [{ tier, stays }] = moved.environments;
    expect([tier?.moves, tier?.signIn.before]).toEqual(["sign-in", "https://plm.example.com:8443/tc"]);
    expect(stays.map(({ what }: { what: string }) => what)).toEqual(["BOOTSTRAP_URLS", "AWC_WEBLOGIC_HOST_URL"]);
  });

  test("[B7] a bundle that is not sound is refused with what is wrong, exit code 1", async () => {
    const folder = kitRepository();
    const zip = join(folder, await published(folder, "--settings"));
    const bytes = readFileSync(zip);
    bytes[bytes.indexOf("plm.example.com")] = 0x71;
    writeFileSync(zip, bytes);
    const { code, err } = await plan(folder, zip);
    expect(code).toBe(1);
    expect(err).toContain("is not sound");
    expect(err).toContain("bundle verify");
  });

  test("[B7] [D8] receipts of workstations: the newest of each, one entry for each state, with the machines that have it", async () => {
    const folder = kitRepository();
    const receipts = join(folder, "receipts");
    const deploy = async (file: string, root: string) => {
      const { code, err } = await cli(["deploy", file, "--root", root, "--receipt-copy", receipts], { cwd: folder });
      expect({ code, err }).toEqual({ code: 0, err: "" });
    };
    const root = temporaryFolder();
    const zip = await published(folder);
    await deploy(zip, root);
    const same = await plan(folder, "receipts", "--detailed-exitcode");
    expect({ code: same.code, kind: same.compared.kind, keys: keys(same) }).toEqual({ code: 0, kind: "receipts", keys: [[]] });
    expect(same.compared.says).toMatch(/; not compared: client\/log4j2\.xml, which a receipt does not contain$/);
    // the same installation on a second machine, and a later state on a third
    const [first = ""] = readdirSync(receipts);
    const copy = (machine: string, change: (text: string) => string) => {
      const receipt = JSON.parse(change(readFileSync(join(receipts, first), "utf8")));
      writeFileSync(join(receipts, `${machine}-1.json`), JSON.stringify({ ...receipt, machine }));
    };
    copy("WS-0002", (text) => text);
    copy("WS-0003", (text) => text.replaceAll("27000@lic.example.com", "27000@old.example.com"));
    const many = await plan(folder, "receipts", "--detailed-exitcode");
    expect(many.code).toBe(10);
    expect(keys(many)).toEqual([[], ["set LicenseDir"]]);
    expect(many.environments.map(({ name }: { name: string }) => name)).toEqual(["demo", "demo"]);
    expect(many.environments[1].machines).toEqual(["WS-0003"]);
    expect(many.environments[0].machines).toContain("WS-0002");
    // machines without a bundle, and those of which only failed runs are known, are counted, too
    const more = (machine: string, change: object) => {
      const receipt = JSON.parse(readFileSync(join(receipts, first), "utf8"));
      writeFileSync(join(receipts, `${machine}-1.json`), JSON.stringify({ ...receipt, machine, ...change }));
    };
    more("WS-0004", { bundle: null });
    more("WS-0005", { result: "refused", code: 10, state: null });
    more("WS-0006", { result: "refused", code: 10, state: null });
    const { compared } = await plan(folder, "receipts");
    expect(compared.says).toContain(
      "3 workstations (receipts in receipts); 1 workstation without a bundle; 2 workstations of which no receipt describes the installed files; not compared:",
    );
    const { bundle: own } = JSON.parse(readFileSync(join(receipts, first), "utf8"));
    more("WS-0004", { bundle: { ...own, changed: true } });
    expect((await plan(folder, "receipts")).compared.says).toContain(
      "; 1 workstation with a bundle built with uncommitted changes;",
    );
    for (const machine of ["WS-0004", "WS-0005", "WS-0006"]) rmSync(join(receipts, `${machine}-1.json`));
    // one receipt, as a file
    expect(keys(await plan(folder, join("receipts", "WS-0003-1.json")))).toEqual([["set LicenseDir"]]);
    const text = await cli(["plan", "--base", "receipts"], { cwd: folder });
    expect(text.out).toContain("demo on WS-0003: 1 key");
    expect(text.out).toContain("what is installed on 3 workstations (receipts in receipts)");
    // a second installation on one of them makes no fourth workstation
    const second = JSON.parse(readFileSync(join(receipts, "WS-0002-1.json"), "utf8"));
    const elsewhere = { ...second, install: `${second.install}-two` };
    const other = JSON.stringify(elsewhere).replaceAll("27000@lic.example.com", "27000@old.example.com");
    writeFileSync(join(receipts, "WS-0002-2.json"), other);
    for (const format of ["text", "markdown"]) {
      const { out } = await cli(["plan", "--base", "receipts", "--format", format], { cwd: folder });
      expect(out).toContain("3 workstations: 2 change, 1 stays");
    }
  });

  test("[B7] a receipt that cannot be read is not left out silently", async () => {
    const folder = kitRepository();
    const receipts = join(folder, "receipts");
    cpSync(join(folder, "releases"), receipts, { recursive: true });
    renameSync(join(receipts, "matrix.yaml"), join(receipts, "a.json"));
    const { code, err } = await plan(folder, "receipts");
    expect(code).toBe(2);
    expect(err).toContain("the receipt a.json cannot be read");
  });
});
