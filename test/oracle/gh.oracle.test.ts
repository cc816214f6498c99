import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { read } from "../house/project.ts";
import { selfSigned } from "../support/certificate.ts";
import { temporaryFolder, writeFiles } from "../support/repository.ts";
import { readWorkflow } from "../workflows/files.ts";
import { play } from "../workflows/play.ts";

/* The steps of workflows that call `gh`, played with the real one: it asks a stand-in of api.github.com, to which a proxy leads it. */

const GITHUB = fileURLToPath(new URL("../workflows/github.mjs", import.meta.url));
const FOUND = spawnSync("gh", ["--version"]).status === 0;
const folder = temporaryFolder();
const server = join(folder, "server.json");
const state = () => JSON.parse(readFileSync(server, "utf8"));
const save = (given: object) => writeFileSync(server, JSON.stringify({ ...state(), ...given }));
let env: Record<string, string> = {};
let github: ReturnType<typeof spawn> | null = null;

beforeAll(async () => {
  if (!FOUND) return;
  const { key, cert } = selfSigned("api.github.com");
  writeFiles(folder, {
    "key.pem": key,
    "cert.pem": cert,
    "server.json": JSON.stringify({ issues: [], releases: [], tags: [], calls: [] }),
  });
  github = spawn(process.execPath, [GITHUB, folder], { stdio: ["ignore", "pipe", "inherit"] });
  const [port] = await once(github.stdout as NodeJS.ReadableStream, "data");
  env = {
    HTTPS_PROXY: `http://127.0.0.1:${String(port).trim()}`,
    SSL_CERT_FILE: join(folder, "cert.pem"),
    GH_NO_UPDATE_NOTIFIER: "1",
  };
});
afterAll(() => github?.kill());

/** Plays the steps of a job that call `gh`. */
function calling(file: string, job: string, cwd: string, known: Record<string, string>, first = "true") {
  const workflow = readWorkflow(read(file));
  const steps = workflow.jobs[job]?.steps.filter(({ run }) => /\bgh (?:api|release)\b/.test(run ?? "")) ?? [];
  expect(steps).toHaveLength(1);
  const all = { "github.token": "t0ken", "github.repository": "org/site", ...known };
  return play(workflow, { ...workflow.jobs[job], steps: [{ run: first }, ...steps] } as never, {
    cwd,
    bin: folder,
    env,
    known: all,
    uses: {},
  });
}

describe.runIf(FOUND)("the real gh", () => {
  test("[C4] publish.yml makes one draft with every file, uploads them again, and leaves a published release alone", async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, {
      "release/notes.md": "What is new\n",
      "release/files/SHA256SUMS": "sums",
      "release/files/tierwright-linux-x64": "one",
    });
    const release = () => calling(".github/workflows/publish.yml", "release", cwd, { "github.ref_name": "release-v1.2.3" });

    // without its tag there is no release: GitHub would tag the newest commit
    const untagged = await release();
    expect([untagged.ok, state().releases]).toEqual([false, []]);
    expect(untagged.log).toContain("v1.2.3");

    save({ tags: ["v1.2.3"] });
    const made = await release();
    expect(made).toMatchObject({ ok: true });
    const draft = { tag_name: "v1.2.3", name: "v1.2.3", draft: true, body: "What is new\n" };
    const files = { SHA256SUMS: "sums", "tierwright-linux-x64": "one" };
    expect(state().releases).toMatchObject([{ ...draft, files }]);

    writeFiles(cwd, { "release/files/tierwright-linux-x64": "two" });
    expect(await release()).toMatchObject({ ok: true });
    expect(state().releases).toMatchObject([{ ...draft, files: { ...files, "tierwright-linux-x64": "two" } }]);

    // of two drafts nobody knows which one a person looks at
    const [one] = state().releases;
    save({ releases: [one, one] });
    expect(await release()).toMatchObject({ ok: false, log: expect.stringContaining("has several drafts") });
    expect(state().releases).toEqual([one, one]);

    const { draft: _, ...rest } = one;
    // published, and behind more than a page of later releases
    const later = Array.from({ length: 120 }, (_, i) => ({ ...rest, tag_name: `v2.0.${i}`, draft: false }));
    save({ releases: [{ ...rest, draft: false }, ...later] });
    writeFiles(cwd, { "release/files/tierwright-linux-x64": "three" });
    const refused = await release();
    expect([refused.ok, state().releases[0].files["tierwright-linux-x64"]]).toEqual([false, "two"]);
    expect(refused.log).toContain("v1.2.3 is published or has several drafts, and is not changed");
  });

  test("[C4] an answer that fails makes no draft, for there might be one", async () => {
    save({ releases: [], tags: ["v1.2.3"], down: true });
    const cwd = temporaryFolder();
    writeFiles(cwd, { "release/notes.md": "", "release/files/SHA256SUMS": "" });
    const { ok, log } = await calling(".github/workflows/publish.yml", "release", cwd, { "github.ref_name": "release-v1.2.3" });
    expect([ok, log.includes("HTTP 502"), state().releases]).toEqual([false, true, []]);
    save({ down: false });
  });

  test("[C4] scheduled.yml keeps one issue among those of others, on whichever page it stands", async () => {
    const other = (number: number) => ({
      number,
      title: "x",
      body: "another",
      state: "open",
      login: "github-actions[bot]",
      comments: [],
    });
    const others = Array.from({ length: 120 }, (_, i) => other(i + 1));
    const after = Array.from({ length: 120 }, (_, i) => other(i + 122));
    save({ issues: others });
    const run = (code: number) =>
      calling(
        ".github/workflows/scheduled.yml",
        "ahead",
        temporaryFolder(),
        { "steps.check.outputs.code": String(code) },
        "echo '# Soon' > $RUNNER_TEMP/ahead.md",
      );
    const own = () => state().issues[120];

    expect(await run(0)).toMatchObject({ ok: true });
    expect(state().issues).toEqual(others);
    expect(await run(1)).toMatchObject({ ok: true });
    expect(own()).toMatchObject({
      state: "open",
      title: "Within two weeks something ends",
      body: expect.stringContaining("# Soon"),
    });
    save({ issues: [...state().issues, ...after] });
    expect(await run(1)).toMatchObject({ ok: true });
    expect(await run(0)).toMatchObject({ ok: true });
    expect(own()).toMatchObject({
      state: "closed",
      state_reason: "completed",
      comments: [expect.stringContaining("Nothing ends")],
    });
    expect(state().issues.filter((_: unknown, i: number) => i !== 120)).toEqual([...others, ...after]);
  });

  test("[D1] the recipe of a release publishes once every bundle is there", async () => {
    const cwd = temporaryFolder();
    writeFiles(cwd, { "bundles/production-2506.zip": "PK", "bundles/production-2506.zip.sig": "s" });
    save({ releases: [], tags: ["bundles-1"], calls: [] });
    expect(await calling("recipes/github/release.yml", "publish", cwd, { "github.ref_name": "bundles-1" })).toMatchObject({
      ok: true,
    });
    const files = { "production-2506.zip": "PK", "production-2506.zip.sig": "s" };
    expect(state().releases).toMatchObject([{ tag_name: "bundles-1", draft: false, files }]);
    expect(state().calls.at(-1)).toMatch(/^PATCH /);
  });
});
