import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";

const ENV = "environments/demo/environment.yaml";

/** The demo environment with its files on a host of their own. */
function withFileHost(host = "files.example.com", more = ""): string {
  const folder = exampleRepository();
  edit(folder, ENV, 'fileTransfer: [ "https://plm.example.com:4544" ]', `fileTransfer: [ "https://${host}:4544" ]${more}`);
  return folder;
}

async function probed(folder: string, dns: Readonly<Record<string, readonly string[]>>) {
  const { code, out, err } = await cli(["probe", "demo", "--only", "tier/same-address", "--format", "json"], {
    cwd: folder,
    dns,
  });
  const document = JSON.parse(out);
  const [only] = document.probes;
  return { code, err, document, ...only };
}

describe("[B4][F3] tier/same-address", () => {
  test("one name for both is proven without asking anybody", async () => {
    const found = await probed(exampleRepository(), {});
    expect(found).toMatchObject({
      code: 0,
      err: "",
      outcome: "proven",
      says: "sign-in and files reach the same tier: plm.example.com is the name of both",
      target: "https://plm.example.com:8443/tc",
      facts: { hosts: ["plm.example.com"] },
      control: { outcome: "none" },
      exchanges: [],
    });
    expect(found.document).toMatchObject({ environment: "demo", at: "2026-11-21T12:00:00Z", connect: [] });
  });

  test("two names with one address are, with the measurement, and a name that is nobody's must not resolve", async () => {
    const dns = { "plm.example.com": ["10.20.0.11"], "files.example.com": ["10.20.0.11"] };
    expect(await probed(withFileHost(), dns)).toMatchObject({
      code: 0,
      outcome: "proven",
      says: expect.stringMatching(
        /^sign-in and files reach the same tier: same address: 10\.20\.0\.11, measured from this machine, 2026/,
      ),
      facts: { hosts: ["plm.example.com 10.20.0.11", "files.example.com 10.20.0.11"] },
      control: { did: "tierwright-control.invalid, which is nobody's name, was looked up", outcome: "held" },
    });
  });

  test("[H6] a resolver that answers every name proves nothing", async () => {
    const names = ["plm.example.com", "files.example.com", "tierwright-control.invalid"];
    const found = await probed(withFileHost(), Object.fromEntries(names.map((name) => [name, ["10.0.0.1"]])));
    expect(found).toMatchObject({ code: 0, outcome: "not-proven", control: { outcome: "failed" } });
    expect(found.says).toContain("this machine's resolver answers every name (10.0.0.1)");
  });

  test("another address is a half-switch, whatever the environment declares of it", async () => {
    const dns = { "plm.example.com": ["10.20.0.11"], "files.example.com": ["10.20.0.99"] };
    const folder = withFileHost();
    edit(
      folder,
      ENV,
      "hosts: { plm.example.com: 10.20.0.11 }",
      "hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.11 }",
    );
    const found = await probed(folder, dns);
    expect(found).toMatchObject({ code: 1, outcome: "refuted" });
    expect(found.says).toContain(
      "files would go to another tier than sign-in: files.example.com has the address 10.20.0.99, measured from this machine",
    );
    expect(found.help).toContain("if files.example.com does belong to it, declare it in tier.members");
  });

  test("an environment that may not be used is asked about, too, and that is said", async () => {
    const folder = withFileHost();
    edit(
      folder,
      ENV,
      "hosts: { plm.example.com: 10.20.0.11 }",
      "hosts: { plm.example.com: 10.20.0.11, files.example.com: 10.20.0.99 }",
    );
    const found = await probed(folder, { "plm.example.com": ["10.20.0.11"], "files.example.com": ["10.20.0.99"] });
    expect(found).toMatchObject({ code: 1, outcome: "refuted" });
    expect(found.err).toBe("demo would not be compiled as it is (tier/half-switch is an error); asked is what it says\n");
  });

  test("a declared member is declared and not measured", async () => {
    const folder = withFileHost("files.example.com", "\n  members: { plm.example.com: [files.example.com] }");
    const found = await probed(folder, { "plm.example.com": ["10.20.0.11"], "files.example.com": ["10.20.0.99"] });
    expect(found).toMatchObject({ code: 0, outcome: "not-proven" });
    expect(found.says).toMatch(
      /files\.example\.com has another address than plm\.example\.com: declared a member .*which no address can prove/,
    );
    expect(found.help).toContain("tier/bootstrap-preference");
  });

  test("a name that does not resolve, and a server that shares some addresses only, leave it open", async () => {
    const folder = withFileHost();
    expect(await probed(folder, { "plm.example.com": ["10.20.0.11"] })).toMatchObject({ code: 0, outcome: "not-proven" });
    const partly = { "plm.example.com": ["10.20.0.11"], "files.example.com": ["10.20.0.11", "10.20.0.12"] };
    const found = await probed(folder, partly);
    expect(found.outcome).toBe("not-proven");
    expect(found.says).toContain("files can also go to 10.20.0.12");
  });

  test("an address needs no resolver, in any spelling", async () => {
    const folder = withFileHost("10.20.0.11");
    const found = await probed(folder, { "plm.example.com": ["::ffff:10.20.0.11"] });
    expect(found).toMatchObject({ outcome: "proven" });
  });

  test("the bytes that would be installed are asked, not the field: a value set by hand counts", async () => {
    const folder = exampleRepository();
    edit(
      folder,
      "releases/2506/release.yaml",
      "{ file: client, key: BOOTSTRAP_URLS, value: '{{tier.fileTransfer}}'",
      "{ file: client, key: BOOTSTRAP_URLS, value: 'https://old.example.com:4544'",
    );
    const found = await probed(folder, { "plm.example.com": ["10.20.0.11"], "old.example.com": ["10.20.0.99"] });
    expect(found).toMatchObject({ outcome: "refuted" });
    expect(found.says).toContain("10.20.0.99");
  });
});

describe("[F3] the probe command", () => {
  const lines = (out: string) => out.trimEnd().split("\n");

  test("prints a line for each probe and a closing one; --details says the rest", async () => {
    const folder = exampleRepository();
    const short = await cli(["probe", "demo", "--only", "tier/same-address"], { cwd: folder });
    expect(lines(short.out)).toEqual([
      "✓ tier/same-address  sign-in and files reach the same tier: plm.example.com is",
      "                     the name of both",
      "",
      "demo: 1 proven",
    ]);
    const long = await cli(["probe", "demo", "--only", "tier/same-address", "--details"], { cwd: folder });
    expect(long.out).toContain("proves:");
    expect(long.out).toContain("target: https://plm.example.com:8443/tc");
    expect(long.out).toContain("fact: hosts = plm.example.com");
  });

  test.for([
    [["--timeout", "0"], "--timeout cannot be '0'"],
    [["--timeout", "1h"], "--timeout cannot be '1h'"],
    [["--only", "tier/none"], "there is no probe 'tier/none'"],
    [["--connect", "plm.example.com"], "--connect cannot be 'plm.example.com'"],
  ] as const)("%j is wrong use", async ([words, says]) => {
    const { code, err } = await cli(["probe", "demo", ...words], { cwd: exampleRepository() });
    expect(code).toBe(2);
    expect(err).toContain(says);
  });

  test("an environment that cannot be compiled has no address to ask", async () => {
    const folder = exampleRepository({ [ENV]: "apiVersion: tierwright/v1\nkind: Environment\nname: [\n" });
    const { code, err } = await cli(["probe", "demo"], { cwd: folder });
    expect(code).toBe(2);
    expect(err).toContain("demo cannot be compiled, so the addresses it would install are unknown");
  });
});
