import { describe, expect, test, vi } from "vitest";
import type { CompiledEnvironment } from "../../../src/compiler/compile/compiled.ts";
import { log4j2File } from "../../../src/compiler/load/files.ts";
import { rule } from "../../../src/compiler/rules/logging/edit-refused.ts";
import { type Scalar, SourceText, plain } from "../../../src/kernel/index.ts";

const span = { source: new SourceText("environment.yaml", "x".repeat(40)), start: 2, end: 5 };
const leaf = (text: string): Scalar => ({
  type: "scalar",
  span: { ...span, start: 10, end: 12 },
  pointer: "/logging",
  text,
  value: text,
  style: "plain",
});

const APPENDER =
  '<RollingFile name="M" fileName="C:/x/m.log" filePattern="C:/x/m-%i.log"><Policies><SizeBasedTriggeringPolicy size="1 MB"/></Policies></RollingFile>';
const configuration = (appenders: string) =>
  `<Configuration><Appenders>${appenders}</Appenders><Loggers><Root level="WARN"/></Loggers></Configuration>`;

/** Returns an environment that asks for trigger sizes in a base file. */
function asking(xml: string, sizes: Readonly<Record<string, string>>): CompiledEnvironment {
  const triggers = new Map(Object.entries(sizes).map(([name, text]) => [name, { keySpan: span, value: leaf(text) }]));
  const log4j2 = log4j2File("base/log4j2.xml", Buffer.from(xml), "base");
  const logging = { triggers, deleteAfter: new Map(), levels: new Map() };
  return {
    environment: { logging },
    release: { name: "2506", path: "release.yaml", base: { log4j2 } },
  } as unknown as CompiledEnvironment;
}

const problems = (env: CompiledEnvironment) => [...rule.check(env)];
const spoken = (env: CompiledEnvironment) =>
  problems(env).map(({ message, notes = [], help }) => [message, ...notes, ...(help ? [help] : [])].map((text) => plain(text)));

// the name lets the mutation check try these tests on every mutant of the file
describe("logging/edit-refused", () => {
  test("[A6] a base file with a document type is said to have one, and what is not XML is said not to load", () => {
    const [[type, , remove] = []] = spoken(asking(`<!DOCTYPE a>${configuration(APPENDER)}`, { M: "5 MB" }));
    expect([type, remove]).toEqual([
      "base/log4j2.xml cannot become a compiled file: it has a document type",
      "remove the document type, or remove the file: the workstation then keeps its own",
    ]);
    const [[broken, , take] = []] = spoken(asking("<Configuration>", { M: "5 MB" }));
    expect(broken).toBe("base/log4j2.xml cannot become a compiled file: log4j would not load it");
    expect(take).toMatch(/^take the kit's own log4j2.xml into base\/ as it is/);
  });

  test("[A6] a refused edit names its key or value, its reason, its place in the base file, and what to do", () => {
    const [unknown] = problems(asking(configuration(APPENDER), { N: "5 MB" }));
    expect(unknown).toMatchObject({ at: { column: 3 }, pointer: "/logging" });
    expect(unknown?.related).toMatchObject([{ place: { file: "base/log4j2.xml", line: 1, endLine: 1 } }]);
    const [twice] = problems(asking(configuration(APPENDER + APPENDER), { M: "5 MB" }));
    expect(twice).toMatchObject({ at: { column: 11 } });
    for (const [, ...others] of spoken(asking(configuration(APPENDER), { N: "5 MB" }))) expect(others.join("\n")).not.toBe("");
    expect(problems(asking(configuration(APPENDER), { M: "5 MB" }))).toEqual([]);
  });

  test("[A6] a fault of the program is not taken for a refused edit", () => {
    const env = asking(configuration(APPENDER), { M: "5 MB" });
    const fault = new TypeError("a fault of the program");
    const document = env.release?.base.log4j2?.document;
    if (!document) throw new Error("the release has no document");
    vi.spyOn(document, "triggerSplice").mockImplementation(() => {
      throw fault;
    });
    expect(() => problems(env)).toThrow(fault);
  });
});
