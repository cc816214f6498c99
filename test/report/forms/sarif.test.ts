import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Log, Result, Run } from "sarif";
import { describe, expect, test } from "vitest";
import { commandInSentence, shellCommand } from "../../../src/kernel/diagnostic/command.ts";
import { say, words } from "../../../src/kernel/diagnostic/text.ts";
import { driverOf, sarifDocument } from "../../../src/report/forms/sarif.ts";
import { artifactLocation } from "../../../src/report/sarif/location.ts";
import { descriptor } from "../../../src/report/sarif/rules.ts";
import { RULES } from "../../../src/compiler/rules/registry.generated.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, temporaryFolder, writeFiles } from "../../support/repository.ts";
import { read } from "../../house/project.ts";
import { context, finding, report, verdict } from "./reports.ts";

const ENV = "environments/demo/environment.yaml";
const runOf = (text: string): Run => {
  const [run] = (JSON.parse(text) as Log).runs;
  if (!run) throw new Error("no run");
  return run;
};
const resultsOf = (text: string): readonly Result[] => runOf(text).results ?? [];
const check = async (cwd: string, env: Record<string, string> = {}, ...words: string[]) =>
  (await cli(["check", "--format", "sarif", ...words], { cwd, env })).out;
const printsOf = (results: readonly Result[]) => results.map((item) => item.partialFingerprints?.primaryLocationLineHash ?? "");

/** Two mistakes in one document, and the same mistake twice in a properties file. */
function broken(): string {
  const folder = exampleRepository();
  edit(folder, ENV, "https://plm.example.com:8443/tc", "https://plm.example.com:8443/tc/");
  const path = join(folder, "releases/2506/base/connector.properties");
  writeFileSync(path, `${readFileSync(path, "latin1")}OWN_DIR=C:\\temp\nOTHER_DIR=C:\\temp\nOTHER_DIR=C:\\temp\n`, "latin1");
  return folder;
}

describe("[B5] a SARIF result is known again", () => {
  test("when lines move, and when the value changes; and every finding is told from every other", async () => {
    const folder = broken();
    const before = resultsOf(await check(folder));
    expect(new Set(printsOf(before)).size).toBe(before.length);
    expect(before.length).toBeGreaterThan(3);
    for (const file of [ENV, "releases/2506/base/connector.properties"]) {
      const path = join(folder, ...file.split("/"));
      writeFileSync(path, `# one\n# more\n${readFileSync(path, "latin1")}`, "latin1");
    }
    edit(folder, ENV, "https://plm.example.com:8443/tc/", "https://plm.example.com:8443/tc//");
    const after = resultsOf(await check(folder));
    expect(printsOf(after)).toEqual(printsOf(before));
    const lines = (results: readonly Result[]) =>
      results.map(({ locations }) => locations?.[0]?.physicalLocation?.region?.startLine);
    expect(lines(after)).not.toEqual(lines(before));
  });

  test("by rule, environment, file and path; of what is alike in all of them by its number", () => {
    const one = finding();
    const others = [
      finding({ environment: "other" }),
      finding({ rule: "tier/missing-port" }),
      finding({ pointer: "/tier/webClient" }),
      finding({ at: { file: "x.yaml", line: 3, column: 5, endLine: 3, endColumn: 9 } }),
    ];
    const prints = printsOf(resultsOf(sarifDocument(report([one, ...others, one]), context())));
    expect(new Set(prints).size).toBe(6);
    expect(prints[5]).toBe(prints[0]?.replace(/1$/, "2"));
    expect(prints.every((print) => /^[0-9a-f]{32}:\d+$/.test(print))).toBe(true);
  });
});

describe("[B5] a SARIF place is exact", () => {
  test("in UTF-16 units of a text, and in the bytes of a properties file, as its encoding says", async () => {
    const folder = exampleRepository();
    edit(folder, ENV, "signIn: https://plm.example.com:8443/tc", 'signIn: &\u{1F600} "https://plm.example.com:8443/tc/"');
    writeFileSync(
      join(folder, "releases/2506/base/connector.properties"),
      Buffer.concat([
        readFileSync(join(folder, "releases/2506/base/connector.properties")),
        Buffer.from("# Gr\u00fc\u00df\n\u00dcB_DIR=C:\\temp\n"),
      ]),
    );
    const run = runOf(await check(folder));
    const texts = new Map<string, string>();
    expect([run.columnKind, run.defaultEncoding]).toEqual(["utf16CodeUnits", "UTF-8"]);
    const encodings = new Map((run.artifacts ?? []).map(({ location, encoding }) => [location?.uri, encoding]));
    const marked = (run.results ?? []).map(({ ruleId, locations }) => {
      const { artifactLocation: at, region } = locations?.[0]?.physicalLocation ?? {};
      const uri = at?.uri ?? "";
      const encoding = encodings.get(uri) === "ISO-8859-1" ? "latin1" : "utf8";
      texts.set(uri, texts.get(uri) ?? readFileSync(join(folder, ...decodeURIComponent(uri).split("/")), encoding));
      const line = texts.get(uri)?.split("\n")[(region?.startLine ?? 0) - 1] ?? "";
      return `${ruleId} ${line.slice((region?.startColumn ?? 1) - 1, (region?.endColumn ?? 1) - 1)}`;
    });
    expect(marked).toContain('tier/context-root "https://plm.example.com:8443/tc/"');
    expect(marked).toContain("conf/single-backslash \\t");
  });

  test("and named from the folder of the checkout, percent-encoded; outside of it not relative to it", () => {
    const uri = (path: string, prefix = "") => artifactLocation(path, prefix);
    expect(uri("a b/#1%/[x]é.yaml")).toEqual({ uri: "a%20b/%231%25/%5Bx%5D%C3%A9.yaml", uriBaseId: "SRCROOT" });
    expect(uri("x.yaml", "config/")).toEqual({ uri: "config/x.yaml", uriBaseId: "SRCROOT" });
    expect(uri("../x.yaml")).toEqual({ uri: "../x.yaml" });
    expect(uri("../x.yaml", "config/")).toEqual({ uri: "x.yaml", uriBaseId: "SRCROOT" });
    expect(uri("/etc/a b")).toEqual({ uri: "file:///etc/a%20b" });
    expect(uri("D:/a/b")).toEqual({ uri: "file:///D:/a/b" });
    expect(uri("\ud800")).toEqual({ uri: "%EF%BF%BD", uriBaseId: "SRCROOT" });
  });

  test.each(["github", "sarif"])(
    "a config repository in a folder of the checkout is named from the checkout's top (%s)",
    async (form) => {
      const top = temporaryFolder();
      writeFiles(top, { "config/a.properties": "STAGING_DIR=C:\\temp\n" });
      const run = async (workspace: string) =>
        (
          await cli(["properties", "lint", "a.properties", "-C", "config", "--format", form], {
            cwd: top,
            env: { GITHUB_WORKSPACE: workspace },
          })
        ).out;
      expect(await run(top)).toContain("config/a.properties");
      for (const other of ["", join(top, "config"), join(top, "config", "deeper"), "/elsewhere"])
        expect(await run(other)).not.toContain("config/a.properties");
    },
  );
});

test("[B5] a fix of a SARIF result, applied by its replacements, is what --fix-review writes", async () => {
  const folder = broken();
  const { results = [] } = runOf(await check(folder));
  const fixes = results.flatMap(({ fixes: own = [] }) => own);
  expect(fixes.length).toBeGreaterThan(0);
  const [fix] = results.find(({ ruleId }) => ruleId === "tier/context-root")?.fixes ?? [];
  const [change] = fix?.artifactChanges ?? [];
  const path = join(folder, ...(change?.artifactLocation.uri ?? "").split("/"));
  const lines = readFileSync(path, "utf8").split("\n");
  for (const { deletedRegion: at, insertedContent } of change?.replacements ?? []) {
    const line = (at.startLine ?? 0) - 1;
    const was = lines[line] ?? "";
    lines[line] = was.slice(0, (at.startColumn ?? 1) - 1) + (insertedContent?.text ?? "") + was.slice((at.endColumn ?? 1) - 1);
  }
  await cli(["check", "--fix-review"], { cwd: folder });
  expect(lines.join("\n")).toBe(readFileSync(path, "utf8"));
});

describe("[B5] a rule in SARIF", () => {
  test("has its text, its level and its help; where the pages lie is told when package.json says it", () => {
    for (const rule of RULES) {
      const told = descriptor(rule, "https://pages.example.com/tierwright");
      expect(told).toMatchObject({ id: rule.id, shortDescription: { text: rule.title }, fullDescription: { text: rule.why } });
      expect(told.name).toMatch(/^(?:[A-Z][a-z0-9]*)+$/);
      expect(told.help?.text).toContain(rule.remedy);
      expect(told.help?.markdown).toContain(`tierwright explain ${rule.id}`);
      expect(told.defaultConfiguration?.level).toBe({ error: "error", warning: "warning", info: "note" }[rule.severity]);
      const anchor = /#(.*)$/.exec(told.helpUri ?? "")?.[1];
      expect(read("docs/rules.md")).toContain(`\n### ${rule.id}\n`);
      expect(anchor).toBe(rule.id.replace("/", ""));
    }
    const [rule] = RULES;
    expect(rule && "helpUri" in descriptor(rule, null)).toBe(false);
  });

  test("stands below a program with the address of its pages, in a published build alone", () => {
    const home = "https://pages.example.com/tierwright";
    const published = driverOf(RULES, ["tier/half-switch"], home);
    expect([published.informationUri, published.rules?.[0]?.helpUri]).toEqual([home, expect.stringContaining(`${home}/`)]);
    expect("informationUri" in driverOf(RULES, ["tier/half-switch"], null)).toBe(false);
  });

  test("is there for each result, and for no other", async () => {
    const run = runOf(await check(broken()));
    const ids = run.tool.driver.rules?.map(({ id }) => id) ?? [];
    for (const { ruleId, ruleIndex } of run.results ?? []) expect(ids[ruleIndex ?? -1]).toBe(ruleId);
    expect(new Set(run.results?.map(({ ruleId }) => ruleId))).toEqual(new Set(ids));
  });
});

describe("[B5] no more than code scanning takes", () => {
  const many = Array.from({ length: 400 }, (_, i) =>
    finding({
      severity: i % 4 === 0 ? "error" : "info",
      pointer: `/${i}`,
      at: { file: "a.yaml", line: i + 1, column: 1, endLine: i + 1, endColumn: 2 },
    }),
  );
  const notes = (run: Run) => run.invocations?.[0]?.toolExecutionNotifications?.map(({ message }) => message.text) ?? [];

  test("the gravest results are kept, in their order, and what is left out is counted", () => {
    const all = runOf(sarifDocument(report(many), context()));
    expect([all.results?.length, notes(all)]).toEqual([400, []]);
    const cut = runOf(sarifDocument(report(many), context(), { results: 120, bytes: 1e7 }));
    expect(cut.results?.filter(({ level }) => level === "error")).toHaveLength(100);
    expect(cut.results).toHaveLength(120);
    const lines = cut.results?.map(({ locations }) => locations?.[0]?.physicalLocation?.region?.startLine ?? 0) ?? [];
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
    expect(notes(cut)).toEqual(["280 findings more, not in this file: it would be larger than code scanning takes"]);
    // what is left keeps its fingerprint
    const known = new Set(printsOf(all.results ?? []));
    expect(printsOf(cut.results ?? []).every((print) => known.has(print))).toBe(true);
  });

  test("a file that is too large after gzip is cut until it is not", () => {
    const cut = runOf(sarifDocument(report(many), context(), { results: 1000, bytes: 4_000 }));
    expect(cut.results?.length).toBeGreaterThan(10);
    expect(cut.results?.length).toBeLessThan(200);
    expect(notes(cut)[0]).toMatch(/^\d+ findings more/);
  });

  test("what has no verdict, and a gate that is closed without a finding, is a notice", () => {
    const run = runOf(
      sarifDocument(
        report([], {
          unread: [{ name: "x", why: "a.yaml cannot be read" }],
          verdicts: [verdict("demo", { gate: "block", matrix: "P", cell: "P" })],
        }),
        context(),
      ),
    );
    expect(notes(run)).toEqual([
      "x has no verdict: a.yaml cannot be read",
      "demo is blocked: 2022x × 2506: P · tier 2506 in range · blocked",
    ]);
  });
});

test("[B5] each command has a category of its own, so that no upload takes the place of another's", () => {
  const ids = ["check", "properties lint"].map(
    (command) => runOf(sarifDocument(report([]), context({ command }))).automationDetails?.id,
  );
  expect(ids).toEqual(["tierwright/check/", "tierwright/properties-lint/"]);
});

describe("[B5] suppressed findings in SARIF", () => {
  const LINE = "# tierwright-ignore conf/trailing-blank: the vendor's own spelling";
  const CONNECTOR = "releases/2506/base/connector.properties";
  const folderOf = () => {
    const folder = exampleRepository({
      "environments/second/environment.yaml": "apiVersion: tierwright/v1\nkind: Environment\nname: second\nextends: demo\n",
    });
    edit(
      folder,
      ENV,
      "logging:",
      "ignore: [ { rule: conf/unknown-key, file: environment.yaml, key: OWN, reason: read by our own patch } ]\nlogging:",
    );
    edit(folder, ENV, "sessionAgent: none", "sessionAgent: none\n  set: { connector: { OWN: '1' } }");
    const path = join(folder, CONNECTOR);
    writeFileSync(
      path,
      `${readFileSync(path, "latin1")}${LINE}\nEXTRA=x \n# tierwright-ignore conf/trailing-blank: stale\n`,
      "latin1",
    );
    return folder;
  };

  test("stand after those that are told, with kind, reason and place, and are not counted", async () => {
    const folder = folderOf();
    const { code, out } = await cli(["check", "--format", "sarif", "--fail-on", "error"], { cwd: folder });
    const results = resultsOf(out);
    const held = results.filter(({ suppressions }) => suppressions);
    expect(results.slice(-held.length)).toEqual(held);
    const told = held.map(({ ruleId, locations, suppressions: [first] = [], properties }) => ({
      rule: ruleId,
      at: locations?.[0]?.physicalLocation?.artifactLocation?.uri,
      kind: first?.kind,
      reason: first?.justification,
      by: `${first?.location?.physicalLocation?.artifactLocation?.uri}:${first?.location?.physicalLocation?.region?.startLine}`,
      environments: properties?.environments,
    }));
    const entry =
      1 +
      readFileSync(join(folder, ENV), "utf8")
        .split("\n")
        .findIndex((line) => line.startsWith("ignore:"));
    const comment = readFileSync(join(folder, CONNECTOR), "latin1").split("\n").indexOf(LINE) + 1;
    expect(told).toEqual([
      {
        rule: "conf/unknown-key",
        at: ENV,
        kind: "external",
        reason: "read by our own patch",
        by: `${ENV}:${entry}`,
        environments: ["demo", "second"],
      },
      {
        rule: "conf/trailing-blank",
        at: CONNECTOR,
        kind: "inSource",
        reason: "the vendor's own spelling",
        by: `${CONNECTOR}:${comment}`,
        environments: [],
      },
    ]);
    expect(results.filter(({ ruleId }) => ruleId === "repo/unused-suppression")).toHaveLength(1);
    const json = JSON.parse((await cli(["check", "--format", "json"], { cwd: folder })).out);
    expect([code, results.length - held.length, json.summary.suppressed]).toEqual([0, json.findings.length, 3]);
    const rules = runOf(out).tool.driver.rules ?? [];
    for (const { ruleId, ruleIndex = -1 } of results) expect(rules[ruleIndex]?.id).toBe(ruleId);
    expect(new Set(printsOf(results)).size).toBe(results.length);
  });

  test("are left out in a workflow of GitHub, whose code scanning would open an alert for each", async () => {
    const folder = folderOf();
    const inWorkflow = await check(folder, { GITHUB_ACTIONS: "true" });
    expect(resultsOf(inWorkflow).some(({ suppressions }) => suppressions)).toBe(false);
    expect(runOf(inWorkflow).properties?.suppressed).toBe(3);
  });

  test("come from the cache and from a lint as well", async () => {
    const folder = folderOf();
    expect(await check(folder)).toBe(await check(folder));
    const { out } = await cli(["properties", "lint", CONNECTOR, "--format", "sarif"], { cwd: folder });
    expect(resultsOf(out).flatMap(({ suppressions = [] }) => suppressions.map(({ kind }) => kind))).toEqual(["inSource"]);
  });

  test("go first where the file would be larger than code scanning takes", () => {
    const place = { file: "x.yaml", line: 1, column: 1, endLine: 1, endColumn: 2 };
    const held = Array.from(
      { length: 5 },
      (_, i) => ({ finding: finding({ pointer: `/${i}` }), by: "comment", reason: "r", place }) as const,
    );
    const given = { ...report([finding(), finding({ pointer: "/x" })]), held };
    const count = (results: number, bytes: number) => {
      const found = resultsOf(sarifDocument(given, context(), { results, bytes }));
      return [found.filter(({ suppressions }) => !suppressions).length, found.filter(({ suppressions }) => suppressions).length];
    };
    expect(count(25_000, 10_000_000)).toEqual([2, 5]);
    expect(count(4, 10_000_000)).toEqual([2, 2]);
    expect(count(2, 10_000_000)).toEqual([2, 0]);
    const whole = gzipSync(sarifDocument(given, context())).length;
    expect(count(25_000, whole - 1)).toEqual([2, 0]);
  });
});

test("[B5] a printed command is byte for byte what is pasted, and no name in it becomes a link", () => {
  const names = [
    "a](http://evil.example)",
    "[x](http://evil.example) y",
    "a]'(b",
    "a]!(b",
    "a]\\(b",
    "] (x",
    "[a] b",
    "x]",
    "(x)",
  ];
  for (const file of names) {
    for (const command of [shellCommand`tierwright deploy ${file}`, shellCommand`tierwright deploy --root=${file} x`]) {
      const [result] = resultsOf(
        sarifDocument(report([finding({ message: say`run ${command}`, help: say`${command}` })]), context()),
      );
      const text = result?.message.text ?? "";
      expect(text).not.toContain("](");
      expect(text.split(commandInSentence(command))).toHaveLength(3);
    }
  }
  const link = resultsOf(sarifDocument(report([finding({ message: words("a [link](http://evil.example)") })]), context()))[0]
    ?.message.text;
  expect(link).toContain("[link] (http");
});
