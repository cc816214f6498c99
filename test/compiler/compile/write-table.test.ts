import { describe, expect, test } from "vitest";
import { said } from "../../support/said.ts";
import { KNOWN_WRITES } from "../../../src/compiler/model/known-keys.ts";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository, run } from "../../support/repository.ts";
import { eachNth } from "../../support/runs.ts";

/* The table of writes is the environment's promise: each pair is there, and nothing but its own field feeds it. */

const RELEASE = "releases/2506/release.yaml";

const row = (file: string, key: string) => `{ file: ${file}, key: ${key}, value: '{{`;

/** The example with one text of release.yaml replaced: errors of conf/write-set, and everything else that is an error. */
async function changed(replace: string, by: string) {
  const folder = exampleRepository();
  edit(folder, RELEASE, replace, by);
  const outcome = await run(folder);
  const errors = outcome.findings.filter(({ severity }) => severity === "error");
  return { folder, errors, own: errors.filter(({ rule }) => rule === "conf/write-set"), environments: outcome.environments };
}

const FILES = `${row("client", "BOOTSTRAP_URLS")}tier.fileTransfer}}'`;
const SIGN_IN = `${row("connector", "TC_SERVER_URL")}tier.signIn}}'`;

describe("[B1] a placeholder is read whole", () => {
  test.each(
    eachNth(5, [
      ["'{{tier.fileTransfer}'", /begins with 2 braces and ends with 1 brace/],
      ["'{tier.fileTransfer}}'", /begins with 1 brace and ends with 2 braces/],
      ["'{tier.fileTransfer}'", /begins with 1 brace and ends with 1 brace/],
      ["'{{{tier.fileTransfer}}}'", /begins with 3 braces/],
      ["'{{{x}}}'", /begins with 3 braces/],
      ["'{{ }}'", /contains no name/],
      ["'{{}}'", /contains no name|opens or closes nothing/],
      ["'{'", /opens or closes nothing/],
      ["'{{tier.fileTransfer}} }'", /opens or closes nothing/],
      ["'{{tier.fileTransfer}}{{'", /opens or closes nothing/],
      ["'{{ {{tier.fileTransfer}} }}'", /braces?/],
      ["'{{tier.filetransfer}}'", /is not a name that a write can use; did you mean 'tier\.fileTransfer'/],
      ["'{{constructor}}'", /is not a name that a write can use/],
      ["''", /filled with nothing/],
      ["' '", /filled with nothing/],
    ]),
  )("BOOTSTRAP_URLS from %s", async (value, words) => {
    const { own, errors } = await changed(FILES, FILES.replace(/'.*'/, value));
    expect(own.map(said)).toEqual([expect.stringMatching(words)]);
    expect(own[0]?.at?.file).toBe(RELEASE);
    // one mistake, one finding: only an empty value is a second one, because the environment then has no file server
    expect(errors.filter((finding) => finding.rule !== "conf/write-set" && finding.rule !== "tier/address-form")).toEqual([]);
  });

  test("the braces of the own field are fixed, and the fixed table is clean", async () => {
    const { own } = await changed(FILES, FILES.replace("{{", "{"));
    expect(own[0]?.fix).toMatchObject({ safe: true, edits: [{ text: "'{{tier.fileTransfer}}'" }] });
  });

  test("blanks inside the braces are nothing", async () => {
    const { errors } = await changed(FILES, FILES.replace("tier.fileTransfer", "  tier.fileTransfer "));
    expect(errors).toEqual([]);
  });
});

describe("[B1] each pair is fed by its own field and by nothing else", () => {
  const cases = KNOWN_WRITES.map(({ file, key, value }) => [file, key, value] as const);
  test.each(eachNth(5, cases))("%s %s: another field, a literal, more than the field, a double", async (file, key, value) => {
    const right = `${row(file, key)}${value}}}'`;
    for (const wrong of [
      right.replace(value, value === "sso.appId" ? "tier.signIn" : "sso.appId"),
      right.replace(/'.*'/, "https://old.example.com:4544"),
      right.replace(`}}'`, `}},https://old.example.com:4544'`),
      right.replace(`}}'`, `}} '`),
      right.replace(`}}'`, `}}{{${value}}}'`),
    ]) {
      const { own } = await changed(right, wrong);
      expect(own.map(said)).toEqual([expect.stringContaining(`takes its value from ${value} alone`)]);
    }
    const { own } = await changed(`  - ${right}`, `  - ${right} }\n  - ${right}`);
    expect(own.map(said)).toEqual([expect.stringMatching(/written twice/)]);
  });

  test.each(eachNth(5, cases))(
    "%s %s is missing, or stands on another key, in another case, in the other file",
    async (file, key, value) => {
      const right = `${row(file, key)}${value}}}'`;
      const named = `${key} of the ${file} file`;
      const gone = exampleRepository();
      edit(gone, RELEASE, `  - ${right}`, `  # ${right}`);
      const missing = (await run(gone)).findings.filter(({ rule }) => rule === "conf/write-set");
      expect(missing.map(said)).toEqual([
        expect.stringMatching(new RegExp(`^${named} is missing from the writes; .*the table has 13 writes`)),
      ]);
      for (const other of [
        right.replace(`key: ${key},`, "key: RETRY_COUNT,"),
        right.replace(`key: ${key},`, `key: ${key}_,`),
        right.replace(`key: ${key},`, `key: ${key.slice(0, 1).toLowerCase()}${key.slice(1)}X,`),
      ]) {
        const { own } = await changed(right, other);
        expect(own.map(said)).toEqual([expect.stringContaining(`is written instead of ${named}`)]);
      }
    },
  );

  test("one pair more than the environment has", async () => {
    const { own } = await changed(`  - ${FILES}`, `  - { file: connector, key: LicenseDir, value: 'x' }\n  - ${FILES}`);
    expect(own.map(said)).toEqual([
      expect.stringMatching(/^LicenseDir of the connector file is not one of the pairs.*15 writes over 12/),
    ]);
  });

  test("a write that went to the other file is named with the file it belongs to", async () => {
    const { own } = await changed(FILES, FILES.replace("file: client", "file: connector"));
    expect(own.map(said)).toEqual([
      expect.stringMatching(/^BOOTSTRAP_URLS of the connector file is written instead of BOOTSTRAP_URLS of the client file/),
    ]);
  });

  test.each(eachNth(5, ["transport", "isTccs"]))(
    "the spellings of the web client and of the transport are not the same key: %s",
    async () => {
      const { own } = await changed(`${row("client", "AWC_WEBLOGIC_HOST_URI")}`, `${row("client", "AWC_WEBLOGIC_HOST_URL")}`);
      expect(own.map(said)).toEqual([expect.stringMatching(/exact spelling/)]);
    },
  );
});

describe("[B1] what is judged and reported is the compiled value", () => {
  test("a sign-in address that nothing fills is not shown as the YAML's", async () => {
    const { folder } = await changed(SIGN_IN, SIGN_IN.replace(/'.*'/, "'{tier.signIn}'"));
    const shown = await cli(["-C", folder, "check"]);
    expect(shown.code).toBe(1);
    expect(shown.out).not.toContain("sign-in        https://plm.example.com");
    expect(shown.out).toContain("sign-in        {tier.signIn}");
  });

  test("file transfer fed by sign-in is red, as one finding: what follows from a bad write is not told", async () => {
    const { errors } = await changed(FILES, FILES.replace("tier.fileTransfer", "tier.signIn"));
    expect(errors.map(({ rule }) => rule)).toEqual(["conf/write-set"]);
  });

  test("a literal file server is judged in `tiers` and is the claim that others are compared with", async () => {
    const folder = exampleRepository();
    edit(folder, RELEASE, FILES, FILES.replace(/'.*'/, "'https://other.example.com:4544'"));
    const document = JSON.parse((await cli(["-C", folder, "check", "--format", "json"])).out);
    expect(document.tiers[0].hosts).toEqual([expect.objectContaining({ host: "other.example.com", verdict: "not-proven" })]);
    expect(document.summary.errors).toBeGreaterThan(0);
  });

  test("a literal that is another environment's address is its address twice, in one finding that names both", async () => {
    const folder = exampleRepository({
      "environments/other/environment.yaml": `apiVersion: tierwright/v1
kind: Environment
name: other
connector: "2506"
tool: 2024x Refresh3
tier:
  release: "2506"
  signIn: https://other.example.com:8443/tc
  fileTransfer: ["https://other.example.com:4544"]
`,
    });
    edit(folder, RELEASE, FILES, FILES.replace(/'.*'/, "'https://other.example.com:4544'"));
    const { findings } = await run(folder);
    const [shared, ...more] = findings.filter(({ rule }) => rule === "tier/shared-address");
    expect(more).toEqual([]);
    expect(said(shared)).toContain("demo and other both use other.example.com:4544");
  });
});
