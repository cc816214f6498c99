import { describe, expect, test } from "vitest";
import { type Look, printResult, resultText } from "../../src/report/result.ts";
import { below, read } from "./project.ts";

/** Files that print a document on their own, each with the reason; src/report/ is where results are printed. */
const OWN_PRINTING: Readonly<Record<string, string>> = {
  "src/cli/dispatch.ts": "prints the error of every command, whose text goes to standard error",
  "src/compiler/commands/properties/list.ts": "its table is cut at the width of a terminal, and whole without one",
  "src/compiler/views/plan-json.ts": "its text has diffs of compiled files, whose bytes the document leaves out",
  "src/deploy/commands/swap/deploy.ts": "its document is the receipt that both runners write; the text tells the plan, too",
  "src/deploy/commands/swap/rollback.ts": "its document is the receipt that both runners write",
  "src/deploy/commands/swap/runner.ts": "prints why a run stopped, whose text goes to standard error",
  "src/diagnose/commands/diagnose/diagnose.ts": "its text groups and shortens causes by --top",
  "src/live/commands/idp/plan.ts":
    "its document is the plan that is saved for `idp apply`; the text also tells of the rest of the realm",
};

/** Ways to print a document without its text beside it. */
const PRINTS = /\bjsonDocument\(|JSON\.stringify\(\{ schema\b/;
/** Calls that print a result, and the view in them. */
const CALL = /\b(?:printResult|resultText|resultWithFindings)\(/g;

/** Returns the arguments of a call whose opening bracket is before `start`, split at the commas of its own level. */
function argumentsAt(text: string, start: number): readonly string[] {
  const found = [""];
  for (let [i, depth] = [start, 0]; i < text.length; i++) {
    const one = text[i] ?? "";
    if ("([{".includes(one)) depth++;
    if (")]}".includes(one) && depth-- === 0) break;
    if (one === "," && depth === 0) found.push("");
    else found[found.length - 1] += one;
  }
  return found.map((argument) => argument.trim());
}

const viewsIn = (text: string): readonly string[] =>
  [...text.matchAll(CALL)].map(({ 0: call, index }) => argumentsAt(text, index + call.length)[2] ?? "");

/** A view: a function by its name, or one of two. What is written at the call could see more than the document. */
const NAMED = /^(?:[a-zA-Z]+ \? )?[a-z][A-Za-z0-9]*Text(?: : [a-z][A-Za-z0-9]*Text)?$/;

const SOURCES = below("src", /\.ts$/).filter((path) => !path.startsWith("src/report/"));

describe("a JSON result is the document, and a text is a view of it (src/report/result.ts)", () => {
  test("no file prints a document beside its text, but those listed with a reason", () => {
    expect(SOURCES.filter((path) => PRINTS.test(read(path)))).toEqual(Object.keys(OWN_PRINTING));
  });

  test("every view is a function by its name, which sees the document alone", () => {
    const found = SOURCES.flatMap((path) => viewsIn(read(path)).map((view) => ({ path, view })));
    expect(found.filter(({ view }) => !NAMED.test(view))).toEqual([]);
    expect(found.length).toBeGreaterThan(30);
  });

  test("every view of a command lies in the views of its slice", () => {
    const commands = SOURCES.filter((path) => path.includes("/commands/")).map((path) => ({ path, text: read(path) }));
    const strays = commands.flatMap(({ path, text }) =>
      viewsIn(text)
        .flatMap((view) => view.match(/[a-z][A-Za-z0-9]*Text/g) ?? [])
        .filter((name) => !new RegExp(String.raw`\b${name}\b[^;]*\} from "[./]+/views/`).test(text))
        .map((name) => `${path}: ${name}`),
    );
    expect(strays).toEqual([]);
  });

  test("the test itself finds a view that sees more", () => {
    const call = (view: string) => viewsIn(`printResult(invocation, { a: [1, 2], b: f(x, y) }, ${view});`);
    expect(call("planText")).toEqual(["planText"]);
    expect(["(one) => planText(one, report)", "() => text", "textOf(report)"].filter((view) => NAMED.test(view))).toEqual([]);
    expect(NAMED.test("shown ? exchangeText : captureListText")).toBe(true);
    expect(PRINTS.test("host.stdout.write(jsonDocument(result))")).toBe(true);
  });
});

describe("the printing of a result", () => {
  const written: string[] = [];
  const stdout = { color: false, width: 100, write: (text: string) => written.push(text) };
  // biome-ignore lint/suspicious/noExplicitAny: a host of one stream
  const as = (format: string): any => ({ format, host: { stdout }, quiet: true, options: new Map([["details", "true"]]) });

  test("a view gets what a program reads: no undefined field, no date, no map", () => {
    const document = { schema: "s", at: new Date(0), gone: undefined, map: new Map([[1, 2]]) };
    const seen: unknown[] = [];
    resultText(as("text"), document, (printed) => String(seen.push(printed)));
    expect(seen).toStrictEqual([{ schema: "s", at: "1970-01-01T00:00:00.000Z", map: {} }]);
  });

  test("the look is that of the output and of the options", () => {
    const looks: Look[] = [];
    printResult(as("text"), { schema: "s" }, (_, look) => String(looks.push(look)));
    expect(looks).toEqual([{ color: false, width: 100, quiet: true, details: true }]);
    expect(written).toEqual(["1"]);
  });

  test("a document in a spelling of its own is read in that spelling", () => {
    const spell = ({ schema }: { readonly schema: string }) => `{"schema":"${schema}","n":1e2}\n`;
    expect(resultText(as("json"), { schema: "s" }, () => "text", spell)).toBe('{"schema":"s","n":1e2}\n');
    expect(resultText(as("text"), { schema: "s", n: 0 }, ({ n }) => String(n), spell)).toBe("100");
  });
});
