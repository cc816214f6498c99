import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { commitAll, git } from "../../support/git.ts";
import { edit, exampleRepository, temporaryFolder } from "../../support/repository.ts";
import { pullRequest, step } from "./step.ts";

const DEMO = "environments/demo/environment.yaml";

/** A checkout whose last commit makes a change. */
function changed(change: (folder: string) => void): { readonly folder: string; readonly base: string } {
  const folder = exampleRepository();
  commitAll(folder);
  const base = git(folder, "rev-parse", "HEAD").trim();
  change(folder);
  git(folder, "commit", "-qam", "change");
  return { folder, base };
}

const good = () => changed((folder) => edit(folder, DEMO, "27000@lic", "27001@lic"));
const bad = () => changed((folder) => edit(folder, DEMO, "8443/tc", "8443/tc/RestServices"));

describe("[C4] [B7] the Action, started as GitHub's runner starts it", () => {
  test("a pull request that changes a value passes, and the summary shows the change", async () => {
    const { folder, base } = good();
    const found = await step(folder, pullRequest(base));
    expect([found.code, found.err]).toEqual([0, ""]);
    expect(found.outputs).toEqual({ verdict: "pass", errors: "0", changed: '["demo"]' });
    expect(found.summary).toMatch(/^## (✅|⚠️) tierwright plan: /);
    expect(found.summary).toContain("27001@lic.example.com");
    expect(existsSync(join(folder, ".tierwright"))).toBe(true);
    expect(git(folder, "status", "--porcelain")).toBe("");
  });

  test("a pull request that breaks the address fails, with an annotation on its line", async () => {
    const { folder, base } = bad();
    const found = await step(folder, pullRequest(base));
    expect(found.code).toBe(1);
    expect(found.outputs.errors).toBe("1");
    expect(found.log).toMatch(
      /^::error title=tier\/context-root \(environment demo\),file=environments\/demo\/environment\.yaml,line=9,/m,
    );
    expect(found.summary).toContain("❌");
  });

  test("a push is compared with the commit before it, a merge group with its base", async () => {
    const { folder, base } = good();
    for (const event of [
      { name: "push", payload: { before: base } },
      { name: "merge_group", payload: { merge_group: { base_sha: base } } },
    ]) {
      const found = await step(folder, event);
      expect([found.code, found.outputs.changed]).toEqual([0, '["demo"]']);
    }
  });

  test("the first push of a branch has nothing to be compared with: everything is checked, which is said", async () => {
    const { folder } = bad();
    const found = await step(folder, { name: "push", payload: { before: "0".repeat(40) } });
    expect([found.code, found.outputs.changed]).toEqual([1, "[]"]);
    expect(found.log).toContain("there is no commit to compare with");
  });

  test("a fork has no secrets, which is said, and gets no comment", async () => {
    const { folder, base } = good();
    const found = await step(folder, pullRequest(base, "stranger/site"), { comment: "sticky", token: "t" });
    expect(found.code).toBe(0);
    expect(found.log).toContain("comes from a fork");
    expect(found.log).toContain("the token of a fork's pull request is read-only");
  });

  test("a clone of one commit lacks the base: told with the remedy, and nothing is green", async () => {
    const { folder, base } = good();
    const shallow = join(temporaryFolder(), "clone");
    git(folder, "-c", "protocol.file.allow=always", "clone", "-q", "--depth", "1", `file://${folder}`, shallow);
    const found = await step(shallow, pullRequest(base));
    expect([found.code, found.outputs.verdict]).toEqual([1, "error"]);
    expect(found.summary).toContain("❌ tierwright plan");
    expect(found.log).toContain("fetch-depth: 0");
  });

  test("an empty folder, a wrong input and a directory outside are told in words", async () => {
    const empty = temporaryFolder();
    for (const inputs of [{}, { comment: "loud" }, { directory: "../../.." }, { command: "deploy" }]) {
      const found = await step(empty, pullRequest("1".repeat(40)), inputs);
      expect([found.code, found.err]).toEqual([1, ""]);
      expect(found.log).toMatch(/^::error::/m);
      expect(found.log).not.toMatch(/\n\s+at /);
    }
  });

  test("SARIF is written where it is asked for", async () => {
    const { folder, base } = bad();
    await step(folder, pullRequest(base), { "sarif-file": "out/findings.sarif" });
    expect(JSON.parse(readFileSync(join(folder, "out/findings.sarif"), "utf8")).version).toBe("2.1.0");
  });

  test("every secret that a reference names is masked before anything else is said, and shown nowhere", async () => {
    const { folder, base } = changed((at) =>
      edit(at, DEMO, "workstation:\n", "workstation:\n  set: { connector: { MY_PASSWORD: { env: MY_SECRET } } }\n"),
    );
    const found = await step(folder, pullRequest(base), {}, { MY_SECRET: "correct horse battery" });
    expect(found.log).toMatch(/^::add-mask::correct horse battery$/m);
    expect(found.log.indexOf("::add-mask::")).toBe(0);
    const rest = found.log.replace(/^::add-mask::.*$/m, "") + found.summary + JSON.stringify(found.outputs);
    expect(rest).not.toContain("correct horse");
  });
});

describe("the one comment, over the network", () => {
  const asked: { method: string; url: string; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      asked.push({ method: request.method ?? "", url: request.url ?? "", body });
      response.setHeader("content-type", "application/json");
      response.end(request.method === "GET" && request.url?.startsWith("/repos") ? "[]" : '{"login":"robot"}');
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test("is written with the token, for the pull request of the event", async () => {
    const { folder, base } = good();
    const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const found = await step(folder, pullRequest(base), { comment: "sticky", token: "t0ken" }, { GITHUB_API_URL: api });
    expect([found.code, found.log.includes("comment: created")]).toEqual([0, true]);
    const { method, url, body } = asked.at(-1) ?? {};
    expect([method, url]).toEqual(["POST", "/repos/org/site/issues/7/comments"]);
    expect(JSON.parse(body ?? "").body).toMatch(/^<!-- tierwright plan: [\w-]+ -->\n## /);
  });

  test("is not begun by a change that changes nothing", async () => {
    const { folder, base } = changed((at) => edit(at, DEMO, "name: demo", "name: demo   # the folder's name"));
    const api = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    asked.length = 0;
    const found = await step(folder, pullRequest(base), { comment: "sticky", token: "t0ken" }, { GITHUB_API_URL: api });
    expect([found.code, found.outputs.changed]).toEqual([0, "[]"]);
    expect(found.log).toContain("comment: not written: there is nothing to report");
    expect(asked.filter(({ method }) => method !== "GET")).toEqual([]);
  });
});
