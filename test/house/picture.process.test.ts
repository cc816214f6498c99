import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { drawTerminal } from "../../scripts/picture/draw.mjs";
import { linesOf, wrapped } from "../../scripts/picture/terminal.mjs";
import { builtCli } from "../cli/built.ts";
import { ROOT, read } from "./project.ts";

const SCRIPT = join(ROOT, "scripts/picture.mjs");

describe("docs/check.svg", () => {
  let cli = "";
  beforeAll(async () => {
    cli = await builtCli();
  });

  test("shows what the command prints (else: npm run update)", () => {
    const { UPDATE, ...env } = process.env;
    if (UPDATE) execFileSync(process.execPath, [SCRIPT, "--cli", cli], { env });
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, "--check", "--cli", cli], { encoding: "utf8", env });
    expect({ status, output: stdout + stderr }).toEqual({ status: 0, output: "" });
  });

  test("shows a half-switch and a dropped backslash, and says so to who sees no picture", () => {
    const svg = read("docs/check.svg");
    for (const word of ["half-switch", "single backslashes", "2 errors", "&lt;TAB&gt;"]) expect(svg).toContain(word);
    expect(/<desc>([\s\S]*?)<\/desc>/.exec(svg)?.[1]).toContain("error[tier/half-switch]");
  });
});

describe("a drawn terminal", () => {
  const draw = (output: string, columns = 40) => {
    const lines = linesOf(output).flatMap((line) => wrapped(line, columns));
    return drawTerminal({ command: "x", lines, columns, text: "x" });
  };
  const textsOf = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, text]) => text).slice(2);

  test("escapes what XML would take for markup", () => {
    expect(textsOf(draw('<a href="b">&c</a>'))).toEqual(["&lt;a href=&quot;b&quot;&gt;&amp;c&lt;/a&gt;"]);
  });

  test("refuses characters that XML cannot hold, and escape sequences that it does not know", () => {
    expect(() => draw("a\u0000b")).toThrow("a character that XML cannot");
    expect(() => draw("a\ud800b")).toThrow("a character that XML cannot");
    expect(() => draw("\u001b[45ma")).toThrow("45m");
  });

  test("draws each look as an element of its own, and spaces as places", () => {
    const svg = draw("\u001b[31m\u001b[1merror\u001b[22m\u001b[39m: plain   far");
    expect(textsOf(svg)).toEqual(["error", ": plain", "far"]);
    expect(svg).toContain('fill="#ff7b72" font-weight="700"');
  });

  test("breaks long lines at spaces and loses none of their text", () => {
    const output = `    help  ${"a long word or two ".repeat(8)}end`;
    const texts = textsOf(draw(output));
    expect(texts.length).toBeGreaterThan(3);
    expect(texts.join(" ").replace(/ +/g, " ")).toBe(output.trim().replace(/ +/g, " "));
  });
});
