import { describe, expect, test } from "vitest";
import type { FileRole } from "../../../src/compiler/model/files.ts";
import { FINDING_FORMS } from "../../../src/report/findings.ts";
import { RULES } from "../../../src/compiler/rules/registry.generated.ts";
import { cli } from "../../support/host.ts";
import { eachNth, stepOf } from "../../support/runs.ts";
import { edit, exampleRepository, type Files, writeFiles } from "../../support/repository.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";

/*
 * What a rule finds may stand on the line of a secret. For every rule on properties files, and for those that look at values of
 * workstation.set, the faulty line is a secret's: neither its value nor any four characters of it come out, in any form, and the
 * sentence still names the key.
 */

const ENVIRONMENT = "environments/demo/environment.yaml";
const RELEASE = "releases/2506/release.yaml";
const LINE = "  sessionAgent: none\n";
/** Each case in the two forms that nearly everybody reads, and in one of the others in turn; all of them where all laws are tried. */
const OTHERS = FINDING_FORMS.filter((form) => form !== "text" && form !== "json");
let turn = 0;
const forms = (): readonly string[] => {
  turn++;
  return ["text", "json", ...OTHERS.filter((_, i) => (i + turn) % stepOf(OTHERS.length) === 0)];
};

/** Letters that no key, path or word of ours has in this order; `S` and `T` stand for two of them in the tables. */
const CANARIES = [
  { S: "Qz9wXkKw47", T: "vT8bJq0Yh" },
  { S: "x7Jq3Vz0kW", T: "kH92pZwQy" },
];
type Canary = (typeof CANARIES)[number];

const filled = (text: string, { S, T }: Canary): string => text.replaceAll("{S}", S).replaceAll("{T}", T);

/** Every part of four characters that a text shows. */
function partsIn(text: string, { S, T }: Canary): readonly string[] {
  return [S, T].flatMap((secret) => {
    const parts = Array.from({ length: secret.length - 3 }, (_, i) => secret.slice(i, i + 4));
    return parts.filter((part) => text.toLowerCase().includes(part.toLowerCase()));
  });
}

interface Shown {
  readonly rule: string;
  readonly message: string;
  readonly notes: readonly string[];
  readonly file: string | null;
}

/** What `check` prints of a repository, in every form; the findings of its JSON. */
async function checked(folder: string): Promise<{ readonly all: string; readonly findings: readonly Shown[] }> {
  let all = "";
  let findings: readonly Shown[] = [];
  for (const form of forms()) {
    const { out, err } = await cli(["check", "--format", form], { cwd: folder, env: { A: "unread" } });
    all += out + err;
    if (form === "json") findings = JSON.parse(out).findings;
  }
  return { all, findings };
}

async function expectHidden(folder: string, rule: string, key: string, canary: Canary): Promise<void> {
  const { all, findings } = await checked(folder);
  const found = findings.filter((finding) => finding.rule === rule);
  expect(found.length, `found instead: ${findings.map((finding) => finding.rule).join(", ")}`).toBeGreaterThan(0);
  const sentences = found.map(({ message, notes }) => [message, ...notes].join("; "));
  expect(sentences.filter((sentence) => sentence.includes(key))).not.toEqual([]);
  const leak = partsIn(all, canary)[0];
  expect(leak === undefined ? "" : all.split("\n").find((line) => line.toLowerCase().includes(leak.toLowerCase()))).toBe("");
}

interface OfFile {
  readonly rule: string;
  readonly key: string;
  readonly text: string;
  readonly role?: FileRole;
  /** It stands before everything else. */
  readonly first?: true;
  /** The release says that the key is a directory. */
  readonly directory?: true;
}

const K = "LICENSE_CODE";
const IN_FILES: readonly OfFile[] = [
  { rule: "conf/bom", key: K, text: `\ufeff${K}={S}\n`, first: true },
  { rule: "conf/broken-continuation", key: K, text: `${K}={S},\\ \n    {T},\\\n    x\n` },
  { rule: "conf/broken-continuation", key: K, text: `${K}={S},\\\n    {T},\n    {S}\n` },
  { rule: "conf/broken-continuation", key: K, text: `${K}={S},\\\n\n    {T}\n` },
  { rule: "conf/broken-continuation", key: K, text: `${K}={S},\\ \n    {T},\\ \n    {S} \n` },
  { rule: "conf/broken-continuation", key: K, text: `${K}={S},\\ \n    {T}\\x{S},\\ \n    {T}\\u00g{S}\n` },
  { rule: "conf/directory-not-absolute", key: K, text: `${K}=D:\\\\{S} # {T}\n`, directory: true },
  { rule: "conf/duplicate-key", key: K, text: `${K}={S}\n${K}={T}\n` },
  { rule: "conf/duplicate-key", key: K, text: `${K}={S}\n${K}={S}\n` },
  { rule: "conf/encoding", key: K, text: `${K}=gr\u00fc{S}\n` },
  { rule: "conf/encoding", key: K, text: `${K}={S}\u00a0{T}\n` },
  { rule: "conf/malformed-escape", key: K, text: `${K}={S}\\u0{T}\n` },
  { rule: "conf/malformed-escape", key: K, text: `A=\\u0x\n${K}={S}\\u0{T}\n` },
  { rule: "conf/misspelled-key", key: "StereotypeNameTruncationLimit", text: "StereotypeNameTruncationLimit={S}\n" },
  { rule: "conf/single-backslash", key: K, text: `${K}=C:\\t{S}\\{T}\n` },
  { rule: "conf/single-backslash", key: K, text: `${K}=C:\\\\{S}\\\n{T}=1\n` },
  { rule: "conf/single-backslash", key: K, text: `${K}=\\\\{S}\\{T}\n` },
  { rule: "conf/single-backslash", key: "STAGING_DIR", text: `STAGING_DIR=D:\\\\x\\\n${K}={S}\n` },
  { rule: "conf/slash-direction", key: "own_dir", text: "own_dir=C:\\\\{S}\\\\{T}\n", role: "logger" },
  { rule: "conf/trailing-blank", key: K, text: `${K}={S}  \n` },
];

const WRITES = "writes:";

/** The keys of a case that the environment declares secrets. */
const declared = ({ key }: OfFile): readonly string[] => (key === "STAGING_DIR" ? [K] : [key]);

describe.each(CANARIES)("the line of a secret in a properties file: $S", (canary) => {
  test.each(eachNth(6, IN_FILES))("$rule: $text", async (row) => {
    const { rule, key, role = "connector", first } = row;
    const path = `releases/2506/base/${role}.properties`;
    const own = filled(row.text, canary);
    const before = (EXAMPLE_REPOSITORY[path] ?? "").replace(/^STAGING_DIR=.*\n/m, key === "STAGING_DIR" ? "" : "$&");
    const changes: Files = { [path]: first ? own + before : before + own };
    const folder = exampleRepository(changes);
    if (row.directory) edit(folder, RELEASE, WRITES, `directories: [${key}]\n${WRITES}`);
    const set = declared(row).map((name) => `${name}: { env: A }`);
    edit(folder, ENVIRONMENT, LINE, `${LINE}  set: { ${role}: { ${set.join(", ")} } }\n`);
    await expectHidden(folder, rule, key, canary);
  });

  test.each(
    eachNth(
      6,
      IN_FILES.filter(({ role = "connector" }) => role === "connector"),
    ),
  )("adopted: $rule: $text", async (row) => {
    const folder = exampleRepository({ "environments/demo/installed/connector.properties": filled(row.text, canary) });
    if (row.directory) edit(folder, RELEASE, WRITES, `directories: [${row.key}]\n${WRITES}`);
    const set = declared(row).map((name) => `${name}: { env: A }`);
    edit(folder, ENVIRONMENT, LINE, `${LINE}  set: { connector: { ${set.join(", ")} } }\n`);
    edit(
      folder,
      ENVIRONMENT,
      "authentication: password\n",
      "authentication: password\ncarryFrom: installed/connector.properties\n",
    );
    await expectHidden(folder, row.rule, row.key, canary);
  });
});

test("every rule on properties files is asked", () => {
  // the rule about secrets themselves looks at adopted files alone: test/compiler/rules/plain-value.test.ts
  const rules = RULES.filter(({ id, scope }) => scope === "properties" && id !== "secret/plain-value").map(({ id }) => id);
  expect([...new Set(IN_FILES.map(({ rule }) => rule))].sort()).toEqual([...rules].sort());
});

/** Values that carry a secret, or whose key says that they are one; what a rule finds of them. */
const IN_SET: readonly (readonly [rule: string, file: FileRole, key: string, value: string])[] = [
  ["secret/plain-value", "connector", "MY_PASSWORD", "{S}"],
  ["conf/not-boolean", "connector", "USE_JCEF_BROWSER", "pwd={S}"],
  ["conf/license-format", "connector", "LicenseDir", "pwd={S}"],
  ["conf/directory-not-absolute", "connector", "STAGING_DIR", "pwd={S}"],
  ["conf/doubled-backslash", "connector", "STAGING_DIR", "D:\\\\pwd={S}\\\\{T}"],
  ["conf/slash-direction", "logger", "jsonPayloaddir", "C:\\pwd={S}\\{T}"],
  ["conf/misspelled-key", "connector", "StereotypeNameTruncationLimit", "pwd={S}"],
  ["conf/write-set", "connector", "TC_SERVER_URL", "https://me:{S}@plm.example.com:8443/tc"],
];

describe.each(CANARIES)("a secret in workstation.set: $S", (canary) => {
  test.each(eachNth(6, IN_SET))("%s of %s %s: %s", async (rule, file, key, value) => {
    const folder = exampleRepository();
    edit(folder, ENVIRONMENT, LINE, `${LINE}  set:\n    ${file}:\n      ${key}: '${filled(value, canary)}'\n`);
    const { all, findings } = await checked(folder);
    expect(findings.map((finding) => finding.rule)).toEqual(expect.arrayContaining([rule]));
    const leak = partsIn(all, canary)[0];
    expect(leak === undefined ? "" : all.split("\n").find((line) => line.toLowerCase().includes(leak.toLowerCase()))).toBe("");
  });
});

/** Without the write that decides it, what workstation.set says of an address counts, and other findings speak of it, on lines of their own. */
const UNWRITTEN: readonly (readonly [rule: string, file: FileRole, key: string, value: string])[] = [
  ["tier/context-root", "connector", "TC_SERVER_URL", "https://plm.example.com:8443/tc?pwd={S}"],
  ["tier/missing-port", "connector", "TC_SERVER_URL", "https://plm.example.com/tc?token={S}{T}"],
  ["tier/address-form", "connector", "TC_SERVER_URL", "https://me:{S}@plm.example.com:8443/tc"],
  ["tier/half-switch", "connector", "TC_SERVER_URL", "https://old.example.com:8443/tc?pwd={S}"],
  ["tier/stray-address", "connector", "TC_SERVER_URL", "https://plm.example.com:8443/tc?pwd={S}"],
  ["tier/stray-address", "client", "URL", "https://plm.example.com:8443/tc?secret={S}"],
  ["tier/address-form", "client", "BOOTSTRAP_URLS", "https://plm.example.com:4544/pwd={S}"],
  ["tier/transport-disagrees", "connector", "Transport", "pwd={S}"],
  ["sso/keys-with-password", "connector", "TC_SSO_APP_ID", "pwd={S}"],
];

describe.each(CANARIES)("a secret in workstation.set that no write replaces: $S", (canary) => {
  test.each(eachNth(6, UNWRITTEN))("%s of %s %s: %s", async (rule, file, key, value) => {
    const folder = exampleRepository();
    const text = EXAMPLE_REPOSITORY[RELEASE] ?? "";
    writeFiles(folder, { [RELEASE]: text.replace(new RegExp(`^  - \\{ file: ${file}, key: ${key}, .*\n`, "m"), "") });
    edit(folder, ENVIRONMENT, LINE, `${LINE}  set:\n    ${file}:\n      ${key}: '${filled(value, canary)}'\n`);
    edit(folder, ENVIRONMENT, "plm.example.com: 10.20.0.11 }", "plm.example.com: 10.20.0.11, old.example.com: 10.20.0.99 }");
    const { all } = await checked(folder);
    expect(all).toContain(rule);
    const leak = partsIn(all, canary)[0];
    expect(leak === undefined ? "" : all.split("\n").find((line) => line.toLowerCase().includes(leak.toLowerCase()))).toBe("");
  });
});
