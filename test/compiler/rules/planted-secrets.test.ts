import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { RuleProblem } from "../../../src/kernel/diagnostic/finding.ts";
import { diskTree } from "../../../src/platform/disk-tree.ts";
import { readDocument } from "../../../src/compiler/load/document.ts";
import { RULES } from "../../../src/compiler/rules/registry.generated.ts";
import { leaksIn, plainCanary } from "../run/canary.ts";
import { exampleRepository, run, writeFiles } from "../../support/repository.ts";
import { helpOf, said } from "../../support/said.ts";
import { eachNth } from "../../support/runs.ts";

/*
 * Whatever is wrong where a secret stands by mistake: the finding names the file and the line, and shows nothing of it. P stands for it.
 * A finding that no secret can be in has a reason here, so that a new one needs either.
 */

const HEAD = "apiVersion: tierwright/v1\nkind: FederatedSignIn\n";

/** Documents in the place of sso.yaml, each with the id that it raises. */
const PLANTED: Readonly<Record<string, readonly (string | Uint8Array)[]>> = {
  "repo/anchor-limits": [`${HEAD}oidc: &a { clientSecret: P, x: *a }\n`],
  "repo/api-version": ["apiVersion: P\nkind: FederatedSignIn\n", "kind: FederatedSignIn\noidc: { clientSecret: P }\n"],
  "repo/control-character": [`${HEAD}oidc: { clientSecret: P\u0007 }\n`, `${HEAD}oidc: { clientSecret: "P\\a" }\n`],
  "repo/document-kind": ["apiVersion: tierwright/v1\nkind: P\n", "apiVersion: tierwright/v1\noidc: { clientSecret: P }\n"],
  "repo/duplicate-key": [`${HEAD}oidc: { P: 1, P: 2 }\n`, `${HEAD}oidc:\n  clientSecret: P\n  clientSecret: P\n`],
  "repo/empty-document": ["# P\n"],
  "repo/encoding": [Uint8Array.from(`${HEAD}oidc: { clientSecret: P\u00fc }\n`, (c) => c.charCodeAt(0))],
  "repo/escaped-path": [`${HEAD}oidc: { clientSecret: "C:\\temp\\P" }\n`],
  "repo/line-ends": [`${HEAD}oidc:\r  clientSecret: P\n`],
  "repo/lookalike-character": [`${HEAD}oidc:\n\u00a0 clientSecret: P\n`, `${HEAD}oidc: { clientSecret: \u201cP\u201d }\n`],
  "repo/merge-conflict": [`${HEAD}<<<<<<< P\nP\n=======\nP\n>>>>>>> P\n`],
  "repo/merge-key": [`${HEAD}oidc: { <<: { clientSecret: P } }\n`],
  "repo/multiple-documents": [`${HEAD}---\nP: P\n`],
  "repo/null-value": [`${HEAD}oidc: { P }\n`, `${HEAD}P:\n`, `${HEAD}oidc: { P: { P: null } }\n`, `${HEAD}oidc: { P: [~] }\n`],
  "repo/too-deep": [`${HEAD}oidc: ${"[".repeat(70)}P\n`],
  "repo/too-large": [`${HEAD}${"P: P\n".repeat(300_000)}`, `${HEAD}oidc: [${"P,".repeat(210_000)}]\n`],
  "repo/unknown-anchor": [`${HEAD}x: &P 1\noidc: { clientSecret: *P1 }\n`],
  "repo/unknown-key": [
    `${HEAD}oidc: { P: 1 }\n`,
    `${HEAD}P: 1\n`,
    `${HEAD}secrets:\n  keyStorePassword=P:\n`,
    `${HEAD}oidc: { "P'P": 1 }\n`,
  ],
  "repo/wrong-kind": [`${HEAD}oidc: P\n`, `${HEAD}oidc: { clientSecret: { env: [P] } }\n`, `${HEAD}connector: [P]\n`],
  "repo/wrong-value": [`${HEAD}oidc: { clientAuthMethod: P }\n`],
  "repo/yaml-directive": [`%YAML 1.1\n---\n${HEAD}oidc: { clientSecret: P }\n`, `%P P\n---\n${HEAD}`],
  "repo/yaml-syntax": [
    `${HEAD}oidc: { clientSecret: P\n`,
    `${HEAD}oidc:\n  clientSecret: "P\n`,
    `${HEAD}oidc:\n  clientSecret: "P" P\n`,
    `${HEAD}oidc:\n  clientSecret: 'P'P'\n`,
    `${HEAD}oidc:\n  clientSecret: "P\\q"\n`,
    `${HEAD}oidc:\n  clientSecret: P: P\n`,
    `${HEAD}oidc:\n  clientSecret:P\n  x: 1\n`,
    `${HEAD}oidc:\n  clientSecret: @P\n`,
    `${HEAD}oidc:\n  clientSecret: |P\n`,
    `${HEAD}oidc:\n  clientSecret: P\n    x: P\n`,
    `${HEAD}oidc: { P-${"x".repeat(1100)}: 1 }\n`,
    `${HEAD}oidc: { clientSecret: "P${"\\q".repeat(1100)}" }\n`,
  ],
  "repo/yaml-tab": [`${HEAD}oidc:\n\tclientSecret: P\n`],
  "repo/yaml-tag": [`${HEAD}oidc: { clientSecret: !P P }\n`],
  "secret/ambiguous-reference": [`${HEAD}oidc: { clientSecret: { env: A, file: P } }\n`],
  "secret/plain-value": [
    `${HEAD}oidc: { clientSecret: P }\n`,
    `${HEAD}oidc: { clientSecret: [P] }\n`,
    `${HEAD}oidc: { clientSecret: { P: P } }\n`,
  ],
};

const NAMES = "it is about names of files and folders, which are no secrets, and sso.yaml has none of them";
const KIT = "it names files of the vendor's kit, their sizes and where the kit was looked for";
const ADOPT = "it is about a workstation's files, whose secrets test/author/commands/adopt-secrets.test.ts plants";
const WORKSTATION = "it is about a workstation's files, whose secrets test/live/doctor/secrets.test.ts plants";
const PROBE =
  "it tells what a server answered, from which test/live/probe/tier/healthy.test.ts plants passwords in every spelling";
const NEVER: Readonly<Record<string, string>> = {
  "conf/not-adoptable": ADOPT,
  "conf/workstation-doubt": WORKSTATION,
  "conf/workstation-fault": WORKSTATION,
  "idp/unreadable-discovery": "it is about a document that the identity provider shows to everybody",
  "idp/unreadable-users": "it names the file of user ids, and nothing that stands in it",
  "kit/changed": KIT,
  "kit/extra-file": KIT,
  "kit/unavailable": KIT,
  "repo/connector-profile": NAMES,
  "repo/environment-name": NAMES,
  "repo/example-path": "it names fields of site.yaml, whose values are those of `init`",
  "repo/extends": NAMES,
  "repo/installed-otherwise": ADOPT,
  "repo/misnamed-file": NAMES,
  "repo/missing-file": NAMES,
  "repo/missing-key": "it names keys of the format, and the files that were searched; sso.yaml has no key that must be there",
  "repo/not-compiled": "it is about a template or a whole file; values of secrets are placeholders there",
  "repo/recording-in-git": NAMES,
  "repo/recording-mark": NAMES,
  "repo/release-name": NAMES,
  "repo/unknown-environment": NAMES,
  "repo/unreadable-file": NAMES,
  "repo/unsafe-name": NAMES,
  "repo/unusable-path": "it is about paths of site.yaml and of workstation.install, which no file keeps secret",
  "repo/unusable-workstation": ADOPT,
  "repo/unused-suppression": "it names ids of rules",
  "repo/workstations-differ": ADOPT,
  "secret/not-encoded": "test/compiler/sso/secrets.test.ts plants values that a utility gives back",
  "secret/not-set": "test/compiler/run/secret-sources.test.ts plants values in every kind of reference",
  "sso/secret-mismatch": "test/compiler/sso/shared-secrets.test.ts plants passwords in both files and in what a utility prints",
  "tier/copies-differ": ADOPT,
  "tier/probe-not-proven": PROBE,
  "tier/probe-refuted": PROBE,
};

const IDS = RULES.filter(({ id, scope }) => scope === "read" || /^(repo|secret)\//.test(id)).map(({ id }) => id);

/** The problem as whoever prints it gets it, without its place: columns are not words. */
const shown = ({ at: _, ...problem }: RuleProblem) => JSON.stringify(problem);

function problemsOf(text: string | Uint8Array, secret: string): readonly RuleProblem[] {
  const planted =
    typeof text === "string"
      ? text.replaceAll(/(?<![A-Za-z])P(?![a-z])/g, secret)
      : Buffer.from(Buffer.from(text).toString("latin1").replaceAll(/ P/g, ` ${secret}`), "latin1");
  const folder = exampleRepository();
  writeFiles(folder, { "environments/demo/sso.yaml": planted });
  return readDocument(diskTree(folder), "environments/demo/sso.yaml", "FederatedSignIn").problems;
}

describe("[E3] a secret where something else is wrong", () => {
  test("every diagnostic is tested with a secret, or listed as unable to show one (else: add it to PLANTED or NEVER of this file)", () => {
    expect([...Object.keys(PLANTED), ...Object.keys(NEVER)].sort()).toEqual([...IDS].sort());
  });

  describe.each(Object.entries(PLANTED))("%s", (id, texts) => {
    test.each(
      eachNth(
        3,
        texts.map((text, i) => [i + 1, text] as const),
      ),
    )("shows nothing of it (%i)", (_, text) => {
      const secret = plainCanary("planted");
      const problems = problemsOf(text, secret);
      expect(problems.map(({ rule }) => rule)).toContain(id);
      for (const problem of problems) {
        expect(leaksIn(shown(problem), [secret], problem.rule)).toEqual([]);
        expect(problem.at?.file).toBe("environments/demo/sso.yaml");
        expect(problem.quote === false || problem.rule === "repo/too-large").toBe(true);
        expect(said(problem).length).toBeGreaterThan(10);
        expect(helpOf(problem).length).toBeGreaterThan(5);
        expect(`${said(problem)} ${helpOf(problem)}`, "no length of a value").not.toMatch(/\(\d+ characters\)/);
      }
    });
  });
});

describe("[E3] what is left to read where a value is hidden", () => {
  const secret = plainCanary("words");
  test.each(
    eachNth(3, [
      [`${HEAD}oidc: { P }\n`, "the key (value not shown) of 'oidc' has no value; nothing here may be null"],
      [`${HEAD}oidc:\n  clientSecret:\n`, "the key 'clientSecret' of 'oidc' has no value; nothing here may be null"],
      [`${HEAD}oidc: { clientAuthMethod: P }\n`, "(value not shown) is not a value of 'oidc.clientAuthMethod'"],
      [`${HEAD}oidc: { P: 1 }\n`, "(value not shown) is not a key of 'oidc'"],
      [`${HEAD}oidc: { clientSecret: P }\n`, "'oidc.clientSecret' holds a secret in plain text"],
      [`${HEAD}oidc: { clientId: { P: [] } }\n`, "'oidc.clientId' must be text, but this is a map"],
    ]),
  )("%j: %s", (text, words) => {
    expect(problemsOf(text, secret).map(said)).toContain(words);
  });
});

describe("[E3] a secret as text in workstation.set", () => {
  test.each(
    eachNth(3, [
      ["as the value of a key that is named like one", "DB_PASSWORD: P"],
      ["as a path", "DB_PASSWORD: 'C:P'"],
      ["in an address", "TC_SERVER_URL: 'https://user:P@plm.example.com'"],
      ["with a variable", "DB_PASSWORD: 'P${X}'"],
      ["with spaces after it", "DB_PASSWORD: 'P  '"],
      ["as a key with nothing after it", "P"],
      ["below a key", "LicenseDir: { P: { P: 1 } }"],
      ["as a directory that is not absolute", "STAGING_DIR: 'token=P'"],
      ["as a switch", "USE_JCEF_BROWSER: 'password=P'"],
    ]),
  )("%s shows nothing of it", async (_, entry) => {
    const secret = plainCanary("set");
    const folder = exampleRepository();
    const path = "environments/demo/environment.yaml";
    const files = diskTree(folder).read(path);
    const text = files.kind === "file" ? files.bytes.toString("utf8") : "";
    const set = `  set: { connector: { ${entry.replaceAll(/(?<![A-Za-z])P(?![A-Z])/g, secret)} } }\n`;
    writeFiles(folder, { [path]: text.replace("  sessionAgent: none\n", `  sessionAgent: none\n${set}`) });
    const { findings } = await run(folder, { out: join(folder, "dist") });
    expect(findings.length).toBeGreaterThan(0);
    for (const { at: _, ...finding } of findings) expect(leaksIn(JSON.stringify(finding), [secret], finding.rule)).toEqual([]);
  });
});
