import { createHash } from "node:crypto";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CAUSES } from "../../../src/diagnose/causes/registry.generated.ts";
import { cli } from "../../support/host.ts";
import { environmentText } from "../../compiler/run/rich-repository.ts";
import { edit, exampleRepository, writeFiles } from "../../support/repository.ts";
import { fileOf, fourEnvironments, type Printed, report } from "./pages.ts";
import { deadLinks } from "./read-page.ts";

describe("the page of a small repository", () => {
  let folder = "";
  let printed: Printed;
  beforeAll(async () => {
    folder = fourEnvironments();
    printed = await report(folder);
  });

  test("[C1] says the whole state in one line, then what is blocked and why", () => {
    const { page, code, err } = printed;
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(page.text("//h1")).toEqual(["3 of 4 environments are ready to deploy; 1 is blocked: production"]);
    expect(page.text("//div[@class='blocked']/ul/li")).toEqual([
      expect.stringMatching(/^production tier\/half-switch .*other\.example\.com/),
    ]);
  });

  test("[C1] shows a card for each verdict, what is blocked first, environments with the same verdict together", () => {
    expect(printed.page.text("//article//h3")).toEqual([
      "✗ blocked production: 2024x Refresh3 × 2506",
      "✓ ready 3 environments: 2024x Refresh3 × 2506",
    ]);
    expect(printed.page.text("//article[1]//dd")).toEqual(
      expect.arrayContaining(["A", "2506 in range (certified: 2506)", "pass", "✗ half-switch other.example.com"]),
    );
    expect(printed.page.text("//article[2]//tbody//th")).toEqual(["alpha", "beta", "demo"]);
  });

  test("[C1] shows the matrix with the environments on it", () => {
    const cell = printed.page.text("//table[@class='matrix']//tr[th='2024x Refresh3Java 17']/td");
    expect(printed.page.text("//table[@class='matrix']//td[contains(., 'production')]")).toEqual([
      "A✓ 4 pass alpha, beta, demo, production",
    ]);
    expect(cell).toHaveLength(3);
  });

  test("[B4] shows each file server with its verdict and the evidence for it, half-switches first", () => {
    const groups = printed.page.text("//section[@id='tiers']/details/summary");
    expect(groups.map((text) => text.split(":")[0])).toEqual(["✗ half-switch 1", "✓ same 3"]);
    expect(printed.page.text("//section[@id='tiers']/details[1]//td")[3]).toContain("10.0.0.2");
    // an address and a path break after a slash or before a port or a line
    const rows = /<section id="tiers"[\s\S]*?<\/section>/.exec(printed.html)?.[0] ?? "";
    expect(rows).toContain("<code>https://<wbr/>plm.example.com<wbr/>:8443/<wbr/>tc</code>");
    expect(rows).toMatch(/>environments\/<wbr\/>[a-z]+\/<wbr\/>environment\.yaml<wbr\/>:\d+</);
  });

  test("[H1] tells every known symptom, each with its message, cause, check, steps and dead ends", () => {
    const told = printed.page.text("//section[@id='symptoms']//details[@data-item='symptoms']");
    expect(told).toHaveLength(CAUSES.length);
    for (const { id, title, check, action, symptoms } of CAUSES) {
      const one = told.find((text) => text.includes(`${id} · seen as`)) ?? "";
      for (const words of [title, check.does, action[0] ?? "", symptoms[0]?.says ?? ""])
        expect(one.replace(/\s+/g, " "), id).toContain(words.replaceAll("`", "").replace(/\s+/g, " "));
    }
  });

  test("[H1] shows each message of a symptom by itself, line for line, and each command whole", () => {
    const shown = printed.page.text("//section[@id='symptoms']//pre");
    const asShown = (text: string) => text.replaceAll("\ufeff", "<U+FEFF>").replace(/\s+/g, " ").trim();
    expect(shown.map((text) => text.replace(/\s+/g, " ").trim())).toEqual(CAUSES.flatMap(({ matches }) => matches.map(asShown)));
    // a line end or a tab that is shown as a sign is one that was not set as such
    expect(shown.join("")).not.toMatch(/[\u2400-\u2426\u2190-\u21ff]/);
    const commands = printed.page.text("//section[@id='symptoms']//code");
    const marked = CAUSES.flatMap(
      ({ check, action }) => [check.does, check.control, ...action].join(" ").match(/(?<=`)[^`]+(?=`)/g) ?? [],
    );
    expect(commands).toEqual(expect.arrayContaining(["tierwright properties lint FILE"]));
    expect(printed.page.text("//section[@id='symptoms']").join("")).not.toContain("`");
    expect(marked.length).toBeGreaterThan(20);
  });

  test("[B7] tells the findings of check in the order of check, with the line they stand on", async () => {
    const { out } = await cli(["check", "--format", "json"], { cwd: folder });
    const found = JSON.parse(out).findings as { rule: string; file: string; line: number; column: number }[];
    expect(found.length).toBeGreaterThan(0);
    const told = printed.page.text("//details[starts-with(@class, 'finding')]/summary/span[@class='where']");
    expect(told.map((text) => text.split(" · ").slice(0, 2).join(" "))).toEqual(
      found.map(({ rule, file, line, column }) => `${rule} ${file}:${line}:${column}`),
    );
    expect(printed.page.text("//pre[@class='source']")[0]).toContain("other.example.com:4544");
    expect(printed.page.text("//pre[@class='source']/mark")[0]).toContain("other.example.com");
  });

  test("[B7] shows the environments side by side, decoded, with the line that decides; what differs is marked", () => {
    const { page } = printed;
    const row = (key: string) => page.text(`//table[starts-with(@class, 'settings')]//tr[@data-k='${key}']/td`);
    expect(row("TC_SERVER_URL")[0]).toBe("https://alpha.example.com:8443/tc environment.yaml:9");
    expect(row("STAGING_DIR")[0]).toContain("D:\\plm\\staging ");
    expect(page.text("//tr[@data-k='TC_SERVER_URL']/@class")).toEqual(["differs"]);
    expect(page.text("//tr[@data-k='STAGING_DIR']/@class")).toEqual(["alike"]);
  });

  test("loads nothing and runs nothing but its own script: the policy names both by their hashes, and every link stays on the page", () => {
    const { page } = printed;
    const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
    expect(page.policy).toContain(`default-src 'none'; script-src ${hash(page.script)}; style-src ${hash(page.style)};`);
    expect(page.names.filter((name) => /@(?:src|srcset|style|on.*|action|formaction|ping|poster)$/.test(name))).toEqual([]);
    expect(page.names.filter((name) => /^(?:img|link|iframe|object|embed|base|math|style|script)$/.test(name))).toEqual([]);
    expect(deadLinks(page)).toEqual([]);
    expect(new Set(page.ids).size).toBe(page.ids.length);
    expect(page.style + page.script).not.toMatch(/https?:|@import|url\(/);
  });

  test("is the same, byte by byte, from the cache and without it, and on another day where no day counts", async () => {
    expect((await report(folder)).html).toBe(printed.html);
    rmSync(join(folder, ".tierwright"), { recursive: true, force: true });
    expect((await report(folder)).html).toBe(printed.html);
    const later = (await report(folder, "--today", "2026-12-01")).html;
    expect(later.replaceAll("2026-12-01", "2026-11-21")).toBe(printed.html);
  });
});

test("one cause in several files is one finding, with each further place, and every file finds it", async () => {
  const broken = { [fileOf("alpha")]: "x: 1\n", [fileOf("beta")]: "x: 1\n" };
  const { html, page } = await report(fourEnvironments(broken));
  const told = page.text("//details[starts-with(@class, 'finding')]").filter((text) => text.includes("x is not a key"));
  expect(told).toEqual([expect.stringContaining(`also in: ${fileOf("beta")}:1:1`)]);
  const files = [...html.matchAll(/data-r="repo\/unknown-key"[^>]*? data-f="([^"]*)"/g)].map(([, found]) => found);
  expect(files).toEqual([`${fileOf("alpha")}\n${fileOf("beta")}`]);
});

test("[B9] a recording is not on the page, and does not change it", async () => {
  const folder = fourEnvironments();
  const before = (await report(folder)).html;
  const recording = environmentText("production.recording", "relay.example.com").replace(
    "connector:",
    "derivedFrom: production\nconnector:",
  );
  writeFiles(folder, { [fileOf("production.recording")]: recording });
  expect((await report(folder)).html).toBe(before);
});

test("[C4] an exception is shown with its reason, its owner and the days that are left", async () => {
  const folder = exampleRepository({
    "releases/2606/release.yaml": "",
    "releases/exceptions.yaml":
      'apiVersion: tierwright/v1\nkind: Exceptions\nexceptions:\n  - { tool: 2024x Refresh3, connector: "2506", verdict: P, environments: [demo], reason: a pilot, owner: plm-team, until: 2026-12-01 }\n',
    "releases/matrix.yaml":
      'apiVersion: tierwright/v1\nkind: CompatibilityMatrix\nsource: { title: m, revision: "7", date: 2026-09-01 }\ncodes:\n  P: { means: Planned, gate: block, acceptable: true }\nrows:\n  - { tool: 2024x Refresh3, java: 17, connectors: { "2506": P } }\n',
  });
  rmSync(join(folder, "releases/2606"), { recursive: true });
  const { page } = await report(folder);
  expect(page.text("//h1")).toEqual(["The environment is ready to deploy, by an exception"]);
  expect(page.text("//article//h3")).toEqual(["! ready, by an exception demo: 2024x Refresh3 × 2506"]);
  expect(page.text("//article//dd")).toEqual(
    expect.arrayContaining(["a pilot (plm-team), through 2026-12-01", "accepted until 2026-12-01, 10 days left"]),
  );
});

test("[C2] an environment that cannot be read, and one without a row, are on the page with why", async () => {
  const folder = fourEnvironments({
    [fileOf("alpha")]: "apiVersion: tierwright/v1\nkind: Environment\nname: alpha\n",
    [fileOf("beta")]: environmentText("beta").replace("2024x Refresh3", "2031x"),
  });
  const { page } = await report(folder);
  expect(page.text("//h1")).toEqual(["1 of 4 environments is ready to deploy; 3 are blocked: alpha, beta and production"]);
  expect(page.text("//section[@id='matrix']/ul/li")).toEqual([expect.stringMatching(/^beta: no row '2031x' in the matrix/)]);
  expect(page.text("//article[@aria-labelledby='card-unread-0']//li")).toEqual(["alpha"]);
  expect(page.text("//section[@id='settings']/p[2]")[0]).toBe("Not compiled: alpha.");
});

test("[B7] a secret of one environment is shown in none, and not compared: neither its value nor whether it differs", async () => {
  const own = (name: string, set: string) =>
    environmentText(name).replace("workstation:\n", `workstation:\n  set: { connector: { SITE_CODE: ${set} } }\n`);
  const folder = exampleRepository({
    [fileOf("alpha")]: own("alpha", "{ env: SITE_CODE }"),
    [fileOf("beta")]: own("beta", "Qz9plantedzZq8"),
    [fileOf("gamma")]: own("gamma", "Qz9otherzZq8"),
  });
  edit(folder, "releases/2506/release.yaml", "java: 17\n", "java: 17\nknown: [SITE_CODE]\n");
  const { html, page } = await report(folder);
  expect(page.text("//tr[@data-k='SITE_CODE']/td/span[@class='no']")).toEqual([
    "secret, not shown",
    "secret, not shown",
    "not set",
    "secret, not shown",
  ]);
  expect(page.text("//tr[@data-k='SITE_CODE']/@class")).toEqual(["alike"]);
  expect(/.{0,80}Qz9.{0,9}/.exec(html)?.[0]).toBeUndefined();
});
