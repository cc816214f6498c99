import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { SeenCapture } from "../../../src/live/doctor/looked.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository } from "../../support/repository.ts";
import { checked, checkedLive, CLIENT, CONF, PLUGIN, TOOL, traces, withLines, workstation } from "./scene.ts";

const moved = async () =>
  workstation({
    [CONF]: await withLines("connector", ["TC_SERVER_URL=http\\://127.0.0.1\\:18443/tc"]),
    [CLIENT]: await withLines("client", ["URL=http\\://127.0.0.1\\:18443/tc", "BOOTSTRAP_URLS=http\\://127.0.0.1\\:14544"]),
  });

const capture = (running: boolean, at = "2026-11-20T10:00:00Z"): SeenCapture => ({
  id: "20261120T100000Z-abcdef",
  folder: "C:\\captures\\20261120T100000Z-abcdef",
  running,
  at: new Date(at),
  record: {
    id: "20261120T100000Z-abcdef",
    environment: "demo",
    relays: [
      { role: "sign-in", listen: "127.0.0.1:18443", to: "https://plm.example.com:8443", mode: "plain" },
      { role: "file-transfer", listen: "127.0.0.1:14544", to: "https://plm.example.com:4544", mode: "plain" },
    ],
    bundle: { there: "C:\\store\\there.zip", back: "C:\\store\\back.zip" },
    workstation: { install: "", connector: "", client: "", words: [] },
    store: [],
  },
});

describe("beside a relay that runs nothing is red, whatever store its recording has", () => {
  const LISTENING = ["127.0.0.1:18443", "127.0.0.1:14544"];
  const CHECKS = ["relay/left-behind", "environment/values", "tier/half-switch"] as const;

  test.each(CHECKS)("[G6] [H5] %s", async (id) => {
    const root = await moved();
    const known = { captures: [capture(true)] };
    expect((await checkedLive(id, root, known)).state).toBe(id === "tier/half-switch" ? "pass" : "warn");
    const switched = { listening: LISTENING, switched: true };
    for (const given of [switched, { ...switched, captures: [capture(false)] }]) {
      expect((await checkedLive(id, root, given)).state).toBe("warn");
      expect((await checked(id, root, given)).state).toBe("warn");
    }
  });

  test.each(["relay/left-behind", "environment/values"] as const)(
    "[G6] [H5] where one of the relays is gone %s fails",
    async (id) => {
      const root = await moved();
      for (const listening of [[], LISTENING.slice(0, 1), ["127.0.0.2:18443"]])
        expect((await checked(id, root, { listening, switched: true })).state).toBe("fail");
    },
  );

  test.each(["relay/left-behind", "environment/values"] as const)(
    "[G6] [H5] where no recording was installed %s fails, whatever program listens there",
    async (id) => {
      const root = await moved();
      for (const captures of [[], [capture(false)]])
        expect((await checked(id, root, { listening: LISTENING, captures })).state).toBe("fail");
    },
  );

  test("[G6] [H5] a relay that leads to another server than the environment's does not excuse the value", async () => {
    const one = capture(true);
    const relays = (one.record?.relays ?? []).map((relay) => ({ ...relay, to: relay.to.replace("plm.", "old.") }));
    const other = { ...one, record: one.record && { ...one.record, relays } };
    expect((await checkedLive("environment/values", await moved(), { captures: [other] })).state).toBe("fail");
    expect((await checkedLive("tier/half-switch", await moved(), { captures: [other] })).state).not.toBe("error");
  });

  test("[G6] [H5] another path behind the relay is a value of its own", async () => {
    const root = await workstation({ [CONF]: await withLines("connector", ["TC_SERVER_URL=http\\://127.0.0.1\\:18443/tc/tc"]) });
    expect((await checked("environment/values", root, { listening: LISTENING, switched: true })).state).toBe("fail");
  });
});

test("[G6] [H5] an address of this machine that the environment itself sets was left behind by nobody", async () => {
  const own = (EXAMPLE_REPOSITORY["environments/demo/environment.yaml"] ?? "")
    .replace("https://plm.example.com:8443/tc", "http://127.0.0.1:18443/tc")
    .replace("https://plm.example.com:4544", "http://127.0.0.1:14544");
  const repository = exampleRepository({ "environments/demo/environment.yaml": own });
  const root = await moved();
  for (const captures of [[], [capture(false)]]) {
    expect((await checked("relay/left-behind", root, { repository, captures })).state).toBe("pass");
    expect((await checked("tier/half-switch", root, { repository, captures })).state).toBe("pass");
  }
  const half = (EXAMPLE_REPOSITORY["environments/demo/environment.yaml"] ?? "").replace(
    "https://plm.example.com:4544",
    "http://127.0.0.1:14544",
  );
  const one = exampleRepository({ "environments/demo/environment.yaml": half });
  expect((await checked("relay/left-behind", root, { repository: one })).details).toEqual([
    expect.stringContaining("TC_SERVER_URL"),
    expect.stringContaining(" URL "),
  ]);
});

describe("relay/left-behind", () => {
  test("[G6] [H5] an address that leads to a relay which has ended is named, with the bundle that takes it back", async () => {
    const { state, says, details, help } = await checkedLive("relay/left-behind", await moved(), { captures: [capture(false)] });
    expect({ state, says }).toEqual({ state: "fail", says: "3 addresses lead to a relay that does not run: nobody can sign in" });
    expect(details[0]).toBe(
      "connector.properties: TC_SERVER_URL leads to http://127.0.0.1:18443/tc, the relay of recording 20261120T100000Z-abcdef (demo), which has ended",
    );
    expect(help).toMatch(
      /^switch this workstation back to demo, and restart the tool: `tierwright deploy C:\\{1,2}store\\{1,2}back\.zip --switch-environment`$/,
    );
  });

  test("[G6] [H5] while the relays run it is a warning; in a copy the loopback alone tells", async () => {
    const root = await moved();
    const running = await checkedLive("relay/left-behind", root, { captures: [capture(true)] });
    expect({ state: running.state, says: running.says }).toEqual({
      state: "warn",
      says: "the workstation is being recorded: 3 addresses lead to relays that run",
    });
    const copy = await checked("relay/left-behind", root);
    expect({ state: copy.state, first: copy.details[0] }).toEqual({
      state: "fail",
      first: expect.stringMatching(/this machine itself, and no recording is known/),
    });
    expect((await checked("relay/left-behind", await workstation())).state).toBe("pass");
  });
});

test("[G5] [H5] old captures are warned of, because each holds a password; a running one and a young one are not", async () => {
  const root = await workstation();
  const old = await checkedLive("captures/old", root, {
    captures: [capture(false, "2026-11-01T10:00:00Z"), capture(true, "2026-11-01T10:00:00Z")],
  });
  expect({ state: old.state, count: old.details.length }).toEqual({ state: "warn", count: 1 });
  expect(old.details[0]).toMatch(/of 2026-11-01$/);
  expect((await checkedLive("captures/old", root, { captures: [capture(false)] })).state).toBe("pass");
  expect((await checked("captures/old", root)).state).toBe("skip");
});

/** What lies below a folder; of the deploys' own records, which hold times and tokens, that they are there. */
const contents = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(traces(folder)).map(([path, trace]) => {
      const own = path.slice(folder.length).replaceAll("\\", "/");
      const record = own.includes("/.swap/");
      return [record ? own.replace(/\d{8}T\d{6}Z-[0-9a-f]{6}/g, "RUN") : own, record ? "" : trace.replace(/^.* /, "")];
    }),
  );

describe("--fix", () => {
  const given = (cwd: string) => ({ cwd, env: { SOURCE_DATE_EPOCH: "1" } });

  test("[H5] it shows the plan, then does what installing the settings bundle does, and looks again", async () => {
    const root = await workstation({ [CLIENT]: await withLines("client", ["BOOTSTRAP_URLS=https\\://old.example.com\\:4544"]) });
    const before = traces(root);
    const looked = await cli(["doctor", "demo", "--root", root], given(exampleRepository()));
    expect(looked.code).toBe(1);
    expect(traces(root)).toEqual(before);
    const { code, out, err } = await cli(["doctor", "demo", "--root", root, "--fix"], given(exampleRepository()));
    expect({ code, err }).toEqual({ code: 0, err: "" });
    const plan = out.indexOf("the plan, which is that of installing the settings bundle of demo");
    expect(plan).toBeGreaterThan(0);
    expect(out.indexOf("BOOTSTRAP_URLS", plan)).toBeGreaterThan(plan);
    expect(out.slice(plan)).toMatch(/✓ environment\/values/);
    expect(readFileSync(join(root, CLIENT), "latin1")).toContain("BOOTSTRAP_URLS=https\\://plm.example.com\\:4544");
  });

  test("[H5] it leaves what installing the settings bundle leaves, byte for byte, and nothing else", async () => {
    const faulty = () =>
      withLines("client", ["BOOTSTRAP_URLS=https\\://old.example.com\\:4544"]).then((client) =>
        workstation({ [CLIENT]: client, [`${PLUGIN}/lib/old.jar`]: "PK", [`${TOOL}/plugins/old.mdzip`]: "x" }),
      );
    const [fixed, installed] = [await faulty(), await faulty()];
    const cwd = exampleRepository();
    expect((await cli(["bundle", "demo", "--settings", "--out", "b"], given(cwd))).code).toBe(0);
    expect((await cli(["deploy", "b/demo-settings.zip", "--root", installed], given(cwd))).code).toBe(0);
    await cli(["doctor", "demo", "--root", fixed, "--fix"], given(exampleRepository()));
    expect(contents(fixed)).toEqual(contents(installed));
    expect(contents(fixed)).not.toEqual(contents(await faulty()));
  });

  test("[H5] nothing is fixed in an archive, in JSON, without an environment, or by an option alone", async () => {
    const cwd = exampleRepository();
    const root = await workstation();
    const said = async (...words: readonly string[]) => (await cli(["doctor", ...words], given(cwd))).err;
    expect(await said("demo", "--from", ".", "--fix")).toMatch(/--fix cannot change an archive/);
    expect(await said("demo", "--root", root, "--fix", "--format", "json")).toMatch(/--fix reports its plan in text/);
    expect(await said("demo", "--root", root, "--accept-drift")).toMatch(/--accept-drift says what --fix may replace/);
    expect(await said("--root", root, "--fix")).toMatch(/--fix needs the environment/);
  });
});
