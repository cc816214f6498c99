import { describe, expect, test } from "vitest";
import { fileTransferOf, signInOf, tierAddresses } from "../../../src/compiler/compile/addresses.ts";
import type { CompiledEnvironment } from "../../../src/compiler/compile/compiled.ts";
import { editLog4j2 } from "../../../src/compiler/compile/log4j2-edits.ts";
import { Log4j2Document } from "../../../src/kernel/formats/log4j2/document.ts";
import type { Environment } from "../../../src/compiler/model/environment.ts";
import { type Release, type Write, writeOfPair } from "../../../src/compiler/model/release.ts";
import { ENVIRONMENT_RULES } from "../../../src/compiler/run/rules.ts";
import { SourceText } from "../../../src/kernel/source/text.ts";
import type { Scalar } from "../../../src/kernel/source/tree.ts";
import { edit, exampleRepository, run } from "../../support/repository.ts";

/* What is made once for an environment, or for a release, is the answer to that question alone: each lie that could let it serve another. */

const ENVIRONMENT = "environments/demo/environment.yaml";

async function compiled(...changes: readonly (readonly [string, string])[]): Promise<CompiledEnvironment> {
  const folder = exampleRepository();
  for (const [replace, by] of changes) edit(folder, ENVIRONMENT, replace, by);
  const { kept } = await run(folder, { keep: "demo" });
  if (!kept) throw new Error("the example gives no model");
  return kept.compiled;
}

const texts = (source: CompiledEnvironment) => [
  signInOf(source)?.text,
  fileTransferOf(source).map(({ text }) => text),
  tierAddresses(source).length,
];

describe("the addresses of an environment", () => {
  test("are those of its own fields, files and release, whichever was asked for before", async () => {
    const one = await compiled();
    const other = await compiled(["https://plm.example.com:8443/tc", "https://new.example.com:8443/tc"]);
    const own = texts(one);
    expect(own[0]).toBe("https://plm.example.com:8443/tc");
    expect(texts(other)[0]).toBe("https://new.example.com:8443/tc");
    // the same environment with the files of another one, and with the other's fields
    expect(texts({ ...one, files: other.files })[0]).toBe("https://new.example.com:8443/tc");
    expect(texts(one)).toEqual(own);
    expect(texts({ ...other, files: one.files })[0]).toBe("https://plm.example.com:8443/tc");
    expect(texts({ ...one, environment: other.environment })[0]).toBe("https://plm.example.com:8443/tc");
    expect(texts(one)).toEqual(own);
  });

  test("with another release: a write that cannot be read decides no address", async () => {
    const one = await compiled(["signIn: https://plm.example.com:8443/tc", "signIn: 'https://plm.example.com:8443/tc'"]);
    const decision = one.files.connector?.keys.get("TC_SERVER_URL")?.decision;
    if (!decision || !one.release || !one.files.connector) throw new Error("nothing decides it");
    const keys = new Map(one.files.connector.keys);
    keys.set("TC_SERVER_URL", {
      file: "connector",
      key: "TC_SERVER_URL",
      decision: { ...decision, value: "https://x.example.com" },
      overrode: [],
    });
    const changed = { ...one, files: { ...one.files, connector: { ...one.files.connector, keys } } };
    expect(signInOf(changed)?.text).toBe("https://x.example.com");
    const writes = one.release.writes.map((write) =>
      write.key === "TC_SERVER_URL" ? { ...write, value: { ...write.value, text: "{{tier.signIn}" } } : write,
    );
    expect(signInOf({ ...changed, release: { ...one.release, writes } })).toBeNull();
    expect(signInOf(changed)?.text).toBe("https://x.example.com");
  });
});

describe("what a release is asked for", () => {
  const source = new SourceText("a", "");
  const span = { source, start: 0, end: 0 };
  const leaf = (text: string): Scalar => ({ type: "scalar", span, pointer: "", text, value: text, style: "plain" });
  const write = (file: Write["file"], key: string, text: string): Write => ({
    file,
    key,
    value: leaf(text),
    decides: "",
    span,
    keySpan: span,
  });
  const release = (...writes: Write[]) => ({ writes }) as unknown as Release;

  test("the write of a pair is the first of that file and key in that release", () => {
    const one = release(write("connector", "A", "1"), write("client", "A", "2"), write("connector", "A", "3"));
    expect(writeOfPair(one, "connector", "A")?.value.text).toBe("1");
    expect(writeOfPair(one, "client", "A")?.value.text).toBe("2");
    expect(writeOfPair(one, "logger", "A")).toBeUndefined();
    expect(writeOfPair(release(), "connector", "A")).toBeUndefined();
  });

  test("an edited log4j2.xml is that of these sizes, ages and levels", () => {
    const base = Log4j2Document.parse(
      Buffer.from(
        '<Configuration><Appenders><RollingFile name="M" fileName="C:/x/m.log" filePattern="C:/x/m-%i.log"><Policies><SizeBasedTriggeringPolicy size="1 MB"/></Policies></RollingFile></Appenders>' +
          '<Loggers><Logger name="M" level="INFO"/><Root level="WARN"/></Loggers></Configuration>',
      ),
    );
    const named = (values: Readonly<Record<string, string>>) =>
      new Map(Object.entries(values).map(([name, text]) => [name, { keySpan: span, value: leaf(text) }]));
    type Values = Readonly<Record<string, string>>;
    const edited = (triggers: Values, levels: Values, ages: Values = {}) => {
      const logging = { triggers: named(triggers), deleteAfter: named(ages), levels: named(levels) };
      const environment = { logging } as unknown as Environment;
      return editLog4j2(environment, base).text;
    };
    const texts = [edited({ M: "5 MB" }, {}), edited({}, { M: "ERROR" }), edited({ M: "5 MB" }, { M: "ERROR" }), edited({}, {})];
    expect(new Set(texts).size).toBe(4);
    expect(texts).not.toContain(edited({}, {}, { M: "30d" }));
    expect(edited({}, {}, { M: "30d" })).not.toBe(edited({}, {}, { M: "7d" }));
    expect(edited({ M: "5 MB" }, {})).toBe(texts[0]);
    expect(edited({ M: "6 MB" }, {})).not.toBe(texts[0]);
  });
});

describe("rules of the federated sign-in", () => {
  const ofSignIn = ENVIRONMENT_RULES.filter((rule) => rule.of === "sign-in");

  test.each([
    ["password", []],
    ["sso", [["authentication: password", "authentication: sso"]]],
  ] as const)("without sso.yaml none of them finds anything (authentication: %s)", async (_, changes) => {
    const environment = await compiled(...changes);
    expect(environment.signIn).toBeNull();
    expect(ofSignIn.length).toBeGreaterThan(20);
    expect(ofSignIn.filter((rule) => [...rule.check(environment)].length > 0).map(({ id }) => id)).toEqual([]);
  });
});
