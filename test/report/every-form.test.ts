import { appendFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Log } from "sarif";
import { COMMANDS } from "../../src/cli/registry.ts";
import { FINDING_FORMS } from "../../src/report/findings.ts";
import { typed } from "../author/adopt/scene.ts";
import { cli } from "../support/host.ts";
import { edit, exampleRepository, temporaryFolder, writeFiles } from "../support/repository.ts";
import { eachNth } from "../support/runs.ts";
import { ROOT } from "../house/project.ts";
import { readJunit } from "./readers/junit.ts";
import { summaries } from "./readers/markdown.ts";
import { workflowCommands } from "./readers/workflow-commands.ts";

/* Every command with findings tells the same findings in the same order, in every form that there is; each is read by a reader of its own. */

/** Identity of a finding that every form shows: rule and place. */
interface Told {
  readonly rule: string;
  readonly severity: string;
  readonly place: string;
}

const SEVERITY: Readonly<Record<string, string>> = { error: "error", warning: "warning", note: "info", notice: "info" };

const fromSarif = (out: string): readonly Told[] =>
  ((JSON.parse(out) as Log).runs[0]?.results ?? []).map(({ ruleId = "", level = "", locations = [] }) => {
    const { artifactLocation, region } = locations[0]?.physicalLocation ?? {};
    const file = decodeURIComponent(artifactLocation?.uri ?? "");
    return { rule: ruleId, severity: SEVERITY[level] ?? "", place: `${file}:${region?.startLine}:${region?.startColumn}` };
  });

const fromGithub = (out: string): readonly Told[] =>
  workflowCommands(out).commands.map(({ name, properties }) => ({
    rule: (properties.title ?? "").split(" ")[0] ?? "",
    severity: SEVERITY[name] ?? "",
    place: `${properties.file}:${properties.line}:${properties.col ?? ""}`,
  }));

const fromMarkdown = (out: string): readonly Told[] =>
  summaries(out).flatMap((summary) => {
    const [headline = "", second = ""] = summary.split("\n");
    const [, severity = "", rule = ""] = /^(?:❌|⚠️|ℹ️) (error|warning|info) ([^:]+): /.exec(headline) ?? [];
    // a plan folds environments, evidence and its other parts, too
    return rule === "" && !/^(?:❌|⚠️|ℹ️) (?:error|warning|info)\b/u.test(headline)
      ? []
      : { rule, severity, place: /^(.*:\d+:\d+)(?: \((?:affects|environment) .*\))?$/.exec(second)?.[1] ?? second };
  });

/** A finding stands in the suite of every environment that it affects. */
const fromJunit = (out: string): ReadonlyMap<string, readonly Told[]> => {
  const suites = new Map<string, Told[]>();
  for (const { suite, name, text } of readJunit(out).cases) {
    const own = suites.get(suite) ?? [];
    suites.set(suite, own);
    const [place = "", line = ""] = text.split("\n");
    const [, severity = "", rule = ""] = /^(error|warning|info)\[([^\]]+)\]: /.exec(line) ?? [];
    if (rule !== "") own.push({ rule, severity, place });
    else expect(["verdict", "all findings are reported"]).toContain(name);
  }
  return suites;
};

interface Json extends Told {
  readonly environments: readonly string[];
}

function fromJson(out: string): readonly Json[] {
  const { findings } = JSON.parse(out) as {
    findings: { rule: string; severity: string; file: string; line: number; column: number; environments: string[] }[];
  };
  return findings.map(({ rule, severity, file, line, column, environments }) => ({
    rule,
    severity,
    place: `${file}:${line}:${column}`,
    environments,
  }));
}

const bare = ({ rule, severity, place }: Told): Told => ({ rule, severity, place });

/** What GitHub is shown: errors first, at most ten of a type, and a line of several columns has none. */
function forGithub(told: readonly Json[]): readonly string[] {
  const of = (severity: string) => told.filter((finding) => finding.severity === severity).slice(0, severity === "info" ? 9 : 10);
  return [...of("error"), ...of("warning"), ...of("info")].map(({ rule, severity, place }) => `${severity} ${rule} ${place}`);
}

const broken = (): string => {
  const folder = exampleRepository({
    "environments/second/environment.yaml": "apiVersion: tierwright/v1\nkind: Environment\nname: second\nextends: demo\n",
  });
  edit(folder, "environments/demo/environment.yaml", "https://plm.example.com:8443/tc", "https://plm.example.com:8443/tc/");
  edit(
    folder,
    "releases/2506/release.yaml",
    "java: 17",
    "java: 17\nclaims: [ { source: guide, tools: [2022x], tiers: ['2412'] } ]",
  );
  appendFileSync(join(folder, "releases/2506/base/connector.properties"), "OWN_DIR=C:\\temp\\new \nUNKNOWN=1 \n");
  writeFiles(folder, { "a b.properties": "STAGING_DIR=C:\\temp \nA=1\nA=2\n", "l.xml": "<Configuration><x></Configuration>" });
  return folder;
};

/** The sample repository with its kits. */
const sample = (): string => {
  const folder = temporaryFolder();
  for (const part of ["environments", "releases"]) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  return folder;
};

const touchedKit = (): string => {
  const folder = sample();
  appendFileSync(join(folder, "releases/2606/kit/plugin/plugin.xml"), " ");
  writeFiles(folder, { "releases/2606/kit/plugin/more.jar": "x" });
  return folder;
};

/** The same beside a state without a finding. */
const changed = (): string => {
  const folder = broken();
  cpSync(exampleRepository(), join(folder, "clean"), { recursive: true });
  return folder;
};
/** A workstation whose two files name two tiers. */
const workstation = (): string =>
  exampleRepository({
    "ws/connector.properties": typed().connector,
    "ws/client.properties": typed({ client: (text) => text.replace("new.example.com\\:8443", "old.example.com\\:8443") }).client,
  });
/** References that are not set, one of them inherited, and an environment that cannot be searched whole. */
const referring = (): string => {
  const folder = exampleRepository({
    "environments/second/environment.yaml": "apiVersion: tierwright/v1\nkind: Environment\nname: second\nextends: demo\n",
    "environments/third/sso.yaml": "apiVersion: tierwright/v1\nkind: FederatedSignIn\noidc: { clientSecret: in-plain-text }\n",
    "environments/third/environment.yaml": "apiVersion: tierwright/v1\nkind: Environment\nname: third\nextends: demo\n",
  });
  const set = "sessionAgent: none\n  set: { connector: { A: { env: NOT_SET_A }, B: { file: not/there }, C: { command: [x] } } }";
  edit(folder, "environments/demo/environment.yaml", "sessionAgent: none", set);
  return folder;
};
const FILES = ["--connector", "ws/connector.properties", "--client", "ws/client.properties"];

/** A call of each command with findings, in a folder where it finds some. */
const CALLS: Readonly<Record<string, readonly [words: readonly string[], folder: () => string]>> = {
  adopt: [[...FILES, "--name", "adopted", "--release", "2506", "--tool", "2024x Refresh3"], workstation],
  bundle: [["demo", "--serial", "1"], broken],
  check: [[], broken],
  compile: [[], broken],
  "kit import": [["releases/2606/kit", "--release", "2706", "--force"], sample],
  "kit verify": [[], touchedKit],
  "log4j2 lint": [["l.xml"], broken],
  plan: [["--base", "clean"], changed],
  "properties lint": [["a b.properties"], broken],
  "secrets check": [[], referring],
};

test("every command with findings is asked (else: add a call to this file)", async () => {
  const commands = await Promise.all(COMMANDS.map(async (entry) => (await entry.load()).command));
  const told = commands.filter(({ formats }) => formats.includes("sarif"));
  // what a probe finds out needs a tier (test/live/probe/evidence.test.ts), and doctor's own JSON tells checks (test/live/doctor/forms.test.ts)
  const named = [...Object.keys(CALLS), "doctor", "probe"].sort();
  expect(told.map(({ name }) => name).sort()).toEqual(named);
  for (const { formats } of told) expect(formats).toEqual(FINDING_FORMS);
});

describe.each(eachNth(3, Object.entries(CALLS)))("[B5] the findings of %s", (name, [words, folder]) => {
  test("are the same in every form, in the same order, with the same exit code", async () => {
    const cwd = folder();
    const run = (form: string) => cli([...name.split(" "), ...words, "--format", form], { cwd });
    const json = await run("json");
    const told = fromJson(json.out);
    expect(told.length).toBeGreaterThan(0);
    const forms = new Map<string, string>();
    for (const form of FINDING_FORMS) {
      const { code, out } = await run(form);
      expect({ form, code }).toEqual({ form, code: json.code });
      forms.set(form, out);
    }
    const read = (form: string) => forms.get(form) ?? "";
    expect(fromSarif(read("sarif"))).toEqual(told.map(bare));
    expect(fromMarkdown(read("markdown"))).toEqual(told.map(bare));
    const github = fromGithub(read("github")).map(({ rule, severity, place }) => `${severity} ${rule} ${place}`);
    expect(github.slice(0, forGithub(told).length)).toEqual(forGithub(told));
    for (const [suite, cases] of fromJunit(read("junit"))) {
      const own = told.filter(({ environments }) =>
        suite.startsWith("tierwright ") ? environments.length === 0 : environments.includes(suite),
      );
      expect({ suite, cases }).toEqual({ suite, cases: own.map(bare) });
    }
    const text = [...read("text").matchAll(/^(?:error|warning|info)\[([^\]]+)\]/gm)].map(([, rule]) => rule);
    expect(text).toEqual(told.map(({ rule }) => rule));
  });
});
