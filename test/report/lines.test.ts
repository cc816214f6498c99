import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/registry.ts";
import { betweenMarks, leaving, NL, styleFor, visibleJson } from "../../src/report/style.ts";
import { forPeople } from "../../src/report/terminal.ts";
import { RICH_REPOSITORY } from "../compiler/run/rich-repository.ts";
import { cli } from "../support/host.ts";
import { exampleRepository, temporaryFolder } from "../support/repository.ts";
import { ENV, EVERY, harm, harmOfValues } from "./hostile-leaves.ts";
import { harmOf, HOSTILE } from "./hostile-text.ts";
import { eachNth } from "../support/runs.ts";

/* A value, a name or an argument never becomes a line of its own, a command of a build service or a control sequence. */

describe("the one edge where text leaves", () => {
  const written = (text: string, color = false): string => {
    const out: string[] = [];
    forPeople({ write: (data) => void out.push(String(data)), color, width: null }).write(text);
    return out.join("");
  };

  test("[A1] only our own ends end a line, and only the last line feed of a write is one", () => {
    expect(written(`a\nb${NL}c\n`)).toBe("a␊b\nc\n");
    expect(written("a\r\n\n")).toBe("a␍␊\n");
  });

  test("[A1] a value cannot forge a mark: a noncharacter is shown, whatever stands behind it", () => {
    for (let mark = 0xfdd0; mark <= 0xfdef; mark++)
      for (const tail of ["", "\udc00", "\udc00\udc01\udc02\udc03\udc04", "x"])
        expect(harmOf(written(`a${String.fromCharCode(mark)}${tail}::error::`, true))).toBeNull();
    const style = styleFor(true);
    expect(leaving(style.error("a\u001b[0m"), true)).toBe("\u001b[31ma␛[0m\u001b[39m");
    expect(leaving(style.error("a"), false)).toBe("a");
    expect(betweenMarks(`ab${NL}${style.dim("cd")}`, (piece) => piece.toUpperCase())).toBe(`AB${NL}${style.dim("CD")}`);
  });

  test.each(
    eachNth(5, ["::error::x", "  ::error::x", "\u00a0::x", "\u3000 ::x", "##[error]x", "a ##vso[task]x", "##teamcity[x"]),
  )("[A1] no line that a build service obeys: %j", (text) => {
    const style = styleFor(true);
    expect(harmOf(written(text))).toBeNull();
    expect(harmOf(written(`first${NL}${text}`))).toBeNull();
    expect(harmOf(written(`first${NL}  ${style.bold(text)}`, true), true)).toBeNull();
    expect(harmOf(written(style.dim(":") + style.bold(text.slice(1)), true), true)).toBeNull();
    expect(written(text)).not.toBe(text);
  });

  test("[A1] halves of characters, tags and marks of direction are shown", () => {
    expect(written("a\ud800b\udfffc\u{e0041}d\u202ee")).toBe("a<U+D800>b<U+DFFF>c<U+E0041>d<U+202E>e");
    expect(written("\u{1f600} ü 漢")).toBe("\u{1f600} ü 漢");
  });

  test("[A1] a document stays the same document", () => {
    const value = { text: `${HOSTILE}\ud800 ##[x \u{e0041} # ## [` };
    const shown = visibleJson(JSON.stringify(value, null, 2));
    expect(JSON.parse(shown)).toEqual(value);
    expect(harmOf(shown)).toBeNull();
  });
});

describe("every value of every document", () => {
  // all of them, with every command, are tried by lines.oracle.test.ts
  test("[A1] one of many, one command each", async () => {
    const argv = (i: number) => [
      ...(EVERY[Math.floor(i / 27) % EVERY.length] ?? []),
      ...(i % 2 === 0 ? ["--format", "json"] : []),
    ];
    const { tried, found } = await harmOfValues(
      (i) => i % 27 === 13,
      (i) => [argv(i)],
    );
    expect(found).toEqual([]);
    expect(tried).toBeGreaterThan(10);
  });
});

describe("every argument and option of every command", () => {
  test.each(
    eachNth(
      5,
      COMMANDS.map((entry) => entry.name),
    ),
  )("[A1] %s", async (name) => {
    const folder = exampleRepository(RICH_REPOSITORY);
    const entry = COMMANDS.find((item) => item.name === name);
    const { command } = (await entry?.load()) ?? {};
    if (!command) throw new Error(name);
    const words = name.split(" ");
    const args = command.arguments.map(() => HOSTILE);
    const given = [
      [...words, ...args],
      [...words, ...args, HOSTILE],
      [...words, HOSTILE, ...args],
      [`${words[0]}${HOSTILE}`, ...words.slice(1)],
      [...words, "-C", HOSTILE, ...args],
      [...words, `--${HOSTILE}`],
      [...words, ...args, "--today", HOSTILE],
      [...words, "--format", HOSTILE],
      [...words, "full", HOSTILE],
      [...words, "installed.properties", HOSTILE, HOSTILE],
      ...command.options.map((option) => [...words, ...args, `--${option.name}${option.value ? `=${HOSTILE}` : ""}`]),
    ];
    writeFileSync(join(folder, "installed.properties"), "A=1\n");
    for (const argv of given)
      for (const form of [[], ...(command.formats.includes("json") ? [["--format", "json"]] : [])])
        expect([argv, harm(await cli([...form, ...argv], { cwd: folder, env: ENV, color: false }), form.length > 0)]).toEqual([
          argv,
          null,
        ]);
  });
});

describe("files", () => {
  const latin = (text: string) => text.replace(/[^ -~\n\r]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
  const escaped = latin(HOSTILE.replaceAll("\n", "\\n").replaceAll("\r", "\\r"));
  const key = escaped.replace(/[ :=]/g, "\\$&");
  const properties = `${key}=${escaped}\n\\:\\:error\\ x\\:\\:=::warning::y\nA=##[error]x \nB=C:\\temp\\\u001b[31m\n`;
  // XML 1.0 has no spelling for most control characters
  const xml = HOSTILE.replaceAll("\u0007", "")
    .replaceAll("\u001b", "")
    .replace(/[^\n\r -~]/gu, (c) => `&#${c.codePointAt(0)};`);
  const log4j2 = `<Configuration><Appenders><RollingFile name="::error::${xml}" fileName="${xml}" filePattern="${xml}"><Policies><SizeBasedTriggeringPolicy size="${xml}"/></Policies></RollingFile></Appenders><Loggers><Logger name="::error::${xml}" level="${xml}"/><Root level="DEBUG"/></Loggers></Configuration>`;

  const commands = [
    ["properties", "list"],
    ["properties", "lint"],
    ["log4j2", "show"],
    ["log4j2", "lint"],
  ];
  test.each(eachNth(5, commands))("[A1] %s %s shows what is in them as one line", async (...words) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "a"), words[0] === "properties" ? properties : log4j2);
    for (const name of ["a"])
      for (const form of [[], ["--format", "json"], ["--color", "always"]]) {
        const { out, err } = await cli([...words, ...form, name], { cwd: folder });
        expect(out.length).toBeGreaterThan(20);
        expect([form, harmOf(out, form[0] === "--color"), harmOf(err, true)]).toEqual([form, null, null]);
      }
  });

  test("[A1] properties get shows a value that would drive a terminal, and says where it stands exactly", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "a"), `A=${escaped}\nB=E\\:\\temp\nC=plain\n`);
    const answer = await cli(["properties", "get", "a", "A"], { cwd: folder });
    expect([answer.code, harm(answer)]).toEqual([0, null]);
    expect(answer.err).toContain("prints it exactly");
    expect(await cli(["properties", "get", "a", "B"], { cwd: folder })).toMatchObject({ code: 0, out: "E:→emp\n" });
    expect(await cli(["properties", "get", "a", "C"], { cwd: folder })).toEqual({ code: 0, out: "plain\n", err: "" });
  });

  test.runIf(process.platform !== "win32")("[A1] their names, and those of folders", async () => {
    const folder = exampleRepository(RICH_REPOSITORY);
    const name = HOSTILE.replaceAll("/", "");
    for (const path of [
      `environments/${name}`,
      `releases/${name}`,
      `releases/2606/kit/plugin/${name}`,
      `environments/full/installed/${name}`,
    ]) {
      mkdirSync(join(folder, path), { recursive: true });
      writeFileSync(join(folder, path, "environment.yaml"), "x: [\n");
      writeFileSync(join(folder, path, "release.yaml"), "x: [\n");
      writeFileSync(join(folder, path, `${name}.properties`), "A=1 \nB=\\u\n");
    }
    writeFileSync(join(folder, "environments", "full", "installed", `${name}.properties`), "A=1 \nB=\\u\n");
    for (const words of [
      ...EVERY,
      ["check", "--fix-review"],
      ["kit", "verify"],
      ["kit", "import", `releases/${name}`, "--release", "2706"],
    ])
      for (const form of [[], ["--format", "json"]]) {
        const answer = await cli([...words, ...form], { cwd: folder, env: ENV });
        expect([words, form, harm(answer, form.length > 0)]).toEqual([words, form, null]);
      }
  });
});
