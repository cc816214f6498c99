import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { answer } from "../../support/live/live.ts";
import { edit, exampleRepository } from "../../support/repository.ts";
import { probed } from "./command-scene.ts";

const ENV = "environments/demo/environment.yaml";

/** The demo environment with its files on a host of their own, about whose address nothing is declared. */
function otherFiles(more = ""): string {
  const folder = exampleRepository();
  edit(
    folder,
    ENV,
    'fileTransfer: [ "https://plm.example.com:4544" ]',
    `fileTransfer: [ "https://files.example.com:4544" ]${more}`,
  );
  return folder;
}

const DNS = { "plm.example.com": ["10.20.0.11"], "files.example.com": ["10.20.0.11"] };

/** A folder with probe.json in it. */
async function saved(only: string, scene: Parameters<typeof probed>[1] = {}): Promise<string> {
  const folder = scene.folder ?? otherFiles();
  const servers = { "https://files.example.com:4544": () => answer(404, "text/plain", "") };
  const { out } = await probed(["--only", only, "--format", "json"], { dns: DNS, servers, ...scene, folder });
  writeFileSync(join(folder, "probe.json"), out);
  return folder;
}

const check = (folder: string, ...words: readonly string[]) =>
  cli(["check", "demo", "--require-proof", "--probe", "probe.json", "--format", "json", ...words], { cwd: folder });

const tierOf = (out: string) => JSON.parse(out).tiers[0].hosts[0];

describe("[B4][F3] saved results as evidence", () => {
  test("what was measured there and then counts as measured", async () => {
    const folder = await saved("tier/same-address", { profile: null });
    const without = await cli(["check", "demo", "--require-proof", "--format", "json"], { cwd: folder });
    expect(without.code).toBe(1);
    const { code, out, err } = await check(folder);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(tierOf(out)).toMatchObject({ verdict: "same" });
    expect(tierOf(out).evidence).toMatch(
      /^same address: 10\.20\.0\.11, probed on \S+, 2026-11-21T12:00Z; sign-in 10\.20\.0\.11, probed on/,
    );
  });

  test("another address there is a half-switch here", async () => {
    const folder = await saved("tier/same-address", { profile: null, dns: { ...DNS, "files.example.com": ["10.20.0.99"] } });
    const { code, out } = await check(folder);
    expect(code).toBe(1);
    expect(tierOf(out)).toMatchObject({ verdict: "half-switch" });
  });

  test("the tier's own word on its file servers is a measurement of a declared member", async () => {
    const member = "\n  members: { plm.example.com: [files.example.com] }";
    const tier = { bootstrapUrls: ["https://files.example.com:4544"] };
    const folder = await saved("tier/bootstrap-preference", { folder: otherFiles(member), tier });
    const { code, out } = await check(folder);
    expect(code).toBe(0);
    expect(tierOf(out)).toMatchObject({
      verdict: "member",
      evidence: expect.stringContaining("the tier itself names it (Fms_BootStrap_Urls)"),
    });
  });

  test.for([
    ["of last week", ["--today", "2026-11-29"], "it is of 2026-11-21, 8 days ago, and a measurement is valid for 7 days"],
    ["of the future", ["--today", "2026-11-01"], "it is dated 2026-11-21, which is in the future"],
  ] as const)("results %s are none, and that is said", async ([, words, why]) => {
    const folder = await saved("tier/same-address", { profile: null });
    const { code, err } = await check(folder, ...words);
    expect(code).toBe(1);
    expect(err).toBe(`the probe of demo is not used as evidence: ${why}\n`);
  });

  test("seven days are not too many", async () => {
    const folder = await saved("tier/same-address", { profile: null });
    expect(await check(folder, "--today", "2026-11-28")).toMatchObject({ code: 0, err: "" });
  });

  test("results of another sign-in address say nothing of this one", async () => {
    const folder = await saved("tier/same-address", { profile: null });
    edit(folder, ENV, "signIn: https://plm.example.com:8443/tc", "signIn: https://plm.example.com:9443/tc");
    const { code, out } = await check(folder);
    expect(code).toBe(1);
    expect(tierOf(out).evidence).toContain(
      "used another sign-in address (https://plm.example.com:8443/tc) and does not apply to this one",
    );
  });

  test("of another environment, or of a resolver that answers every name, nothing counts", async () => {
    const folder = await saved("tier/same-address", { profile: null });
    const { out } = await probed(["--only", "tier/same-address", "--format", "json"], { profile: null, dns: DNS, folder });
    writeFileSync(join(folder, "probe.json"), out.replace('"demo"', '"other"'));
    const other = await check(folder);
    expect(other).toMatchObject({
      code: 1,
      err: "the probe of other is not used as evidence: that environment is not in this repository\n",
    });
    const any = await saved("tier/same-address", {
      profile: null,
      dns: { ...DNS, "tierwright-control.invalid": ["10.20.0.11"] },
    });
    expect((await check(any)).code).toBe(1);
  });

  test.for([
    ["{}", "does not contain probe results: the record lacks the key"],
    ["no", "does not contain probe results: it is not JSON"],
  ] as const)("%j is refused", async ([text, says]) => {
    const folder = exampleRepository({ "probe.json": text });
    const { code, err } = await check(folder);
    expect(code).toBe(2);
    expect(err).toContain(says);
  });
});

describe("[F3] further forms of a run", () => {
  test.for(["sarif", "junit", "markdown", "github"] as const)(
    "%s tells what is refuted or open, where the address is written",
    async (form) => {
      const folder = exampleRepository();
      edit(folder, ENV, "signIn: https://plm.example.com:8443/tc", "signIn: https://plm.example.com:8443/tc/tc");
      const words = ["--only", "tier/doubled-root,tier/file-hosts", "--format", form];
      const { code, out } = await probed(words, { profile: null, folder, servers: { "https://plm.example.com:4544": null } });
      expect(code).toBe(1);
      for (const text of ["tier/probe-refuted", "tier/probe-not-proven", "tier/doubled-root", ENV, "4544"])
        expect(out).toContain(text);
    },
  );

  test("report shows saved results on its page, and that old ones count for nothing", async () => {
    const folder = await saved("tier/same-address,tier/gateway-route", { profile: null });
    const page = async (...words: readonly string[]) =>
      (await cli(["report", "--probe", "probe.json", ...words], { cwd: folder })).out;
    const fresh = await page();
    expect(fresh).toContain('<section id="probes"');
    expect(fresh).toContain("sign-in and files reach the same tier");
    expect(fresh).not.toContain("counts for nothing");
    expect(await page("--today", "2026-12-24")).toContain("33 days ago");
    expect((await cli(["report"], { cwd: folder })).out).not.toContain('id="probes"');
  });
});
