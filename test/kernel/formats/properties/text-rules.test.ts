import { describe, expect, test } from "vitest";
import { helpOf, said } from "../../../support/said.ts";
import type { Problem } from "../../../../src/kernel/diagnostic/finding.ts";
import { PropertiesDocument } from "../../../../src/kernel/formats/properties/document.ts";
import type { FileRole, PropertiesFile } from "../../../../src/compiler/model/files.ts";
import { rule as bom } from "../../../../src/compiler/rules/conf/bom.ts";
import { rule as brokenContinuation } from "../../../../src/compiler/rules/conf/broken-continuation.ts";
import { rule as duplicateKey } from "../../../../src/compiler/rules/conf/duplicate-key.ts";
import { rule as encoding } from "../../../../src/compiler/rules/conf/encoding.ts";
import { rule as malformedEscape } from "../../../../src/compiler/rules/conf/malformed-escape.ts";
import { rule as misspelledKey } from "../../../../src/compiler/rules/conf/misspelled-key.ts";
import { rule as singleBackslash } from "../../../../src/compiler/rules/conf/single-backslash.ts";
import { rule as slashDirection } from "../../../../src/compiler/rules/conf/slash-direction.ts";
import { rule as trailingBlank } from "../../../../src/compiler/rules/conf/trailing-blank.ts";
import type { PropertiesRule } from "../../../../src/compiler/rules/rule.ts";
import { SourceText } from "../../../../src/kernel/source/text.ts";

function file(text: string, role: FileRole | null = "connector", origin: PropertiesFile["origin"] = "installed"): PropertiesFile {
  const bytes = Buffer.from(text, "latin1");
  const document = PropertiesDocument.parse(bytes);
  return {
    path: "f",
    origin,
    role,
    bytes,
    source: new SourceText("f", text),
    document,
    directoryKeys: new Set(["STAGING_DIR", "jsonPayloaddir"]),
  };
}

const run = (rule: PropertiesRule, text: string, role?: FileRole | null, origin?: PropertiesFile["origin"]) => [
  ...rule.check(file(text, role, origin)),
];

/** The characters that a problem stands on. */
function marked(text: string, { at }: Problem): string {
  const source = new SourceText("f", text);
  const offset = (line: number, column: number) => (source.lineStarts[line - 1] ?? 0) + column - 1;
  return at ? text.slice(offset(at.line, at.column), offset(at.endLine, at.endColumn)) : "";
}

/** The text with a problem's fix applied. */
function fixed(text: string, problem: Problem | undefined): string {
  const source = new SourceText("f", text);
  const offset = (line: number, column: number) => (source.lineStarts[line - 1] ?? 0) + column - 1;
  const edits = [...(problem?.fix?.edits ?? [])].sort((a, b) => b.place.line - a.place.line || b.place.column - a.place.column);
  return edits.reduce(
    (t, { place, text: by }) =>
      t.slice(0, offset(place.line, place.column)) + by + t.slice(offset(place.endLine, place.endColumn)),
    text,
  );
}

describe("conf/single-backslash", () => {
  test.each([
    [
      "a dropped backslash",
      "STAGING_DIR=C:\\Work\n",
      "\\W",
      /Java reads C:Work; the backslash of '\\W' is dropped/,
      "STAGING_DIR=C:\\\\Work\n",
    ],
    [
      "control characters",
      "STAGING_DIR=C:\\temp\\new\n",
      "\\t",
      /Java reads C:<TAB>emp<LF>ew/,
      "STAGING_DIR=C:\\\\temp\\\\new\n",
    ],
    [
      "both",
      "STAGING_DIR=C:\\temp\\Work\\run\\form\n",
      "\\t",
      /reads C:<TAB>empWork<CR>un<FF>orm/,
      "STAGING_DIR=C:\\\\temp\\\\Work\\\\run\\\\form\n",
    ],
    [
      "one among doubled ones",
      "STAGING_DIR=C:\\\\stage\\Data\n",
      "\\D",
      /reads C:\\stageData/,
      "STAGING_DIR=C:\\\\stage\\\\Data\n",
    ],
    ["one behind an escaped colon", "STAGING_DIR=C\\:\\Temp\n", "\\T", /reads C:Temp/, "STAGING_DIR=C\\:\\\\Temp\n"],
    [
      "a whole load that fails",
      "STAGING_DIR=C:\\users\\x\n",
      "\\users",
      /the whole load fails: no key of the file is readable/,
      "STAGING_DIR=C:\\\\users\\\\x\n",
    ],
    ["a relative directory", "STAGING_DIR=stage\\new\n", "\\n", /reads stage<LF>ew/, "STAGING_DIR=stage\\\\new\n"],
    ["a path in a key that is no directory", "OTHER=D:\\Data\n", "\\D", /reads D:Data/, "OTHER=D:\\\\Data\n"],
    ["a path behind file:", "OTHER=file:/C:\\Data\n", "\\D", /reads file:\/C:Data/, "OTHER=file:/C:\\\\Data\n"],
    ["the second path of a list", "OTHER=C:/a;D:\\Data\n", "\\D", /D:Data/, "OTHER=C:/a;D:\\\\Data\n"],
    [
      "an import directory of any tool",
      "CAMEOTCIntImportWorkingDir=in\\Work\n",
      "\\W",
      /inWork/,
      "CAMEOTCIntImportWorkingDir=in\\\\Work\n",
    ],
    [
      "a backslash at the end of the file",
      "STAGING_DIR=C:\\\\stage\\",
      "\\",
      /reads C:\\stage; the backslash at the end is dropped/,
      "STAGING_DIR=C:\\\\stage\\\\",
    ],
  ])("[A4] finds %s", (_, text, spelt, message, good) => {
    const problems = run(singleBackslash, text);
    expect(problems.map(said)).toEqual([expect.stringMatching(message)]);
    expect(marked(text, problems[0] as Problem)).toBe(spelt);
    expect(fixed(text, problems[0])).toBe(good);
    expect(run(singleBackslash, good)).toEqual([]);
  });

  test.each(["OTHER=\\\\server\\Share\n", "STAGING_DIR=\\\\srv\\Data\n"])(
    "[A4] finds the share %j, and no fix chooses what it means",
    (text) => {
      const [problem, ...more] = run(singleBackslash, text);
      expect(more).toEqual([]);
      expect(said(problem)).toMatch(/reads \\(serverShare|srvData)/);
      expect(problem?.fix).toBeUndefined();
    },
  );

  test("[A4] says which key is swallowed by a path that ends in a backslash", () => {
    const text = "STAGING_DIR=C:\\\\stage\\\nNEXT=1\nLAST=2\n";
    const [problem, ...more] = run(singleBackslash, text);
    expect(more).toEqual([]);
    expect(said(problem)).toMatch(/Java reads C:\\stageNEXT=1, and NEXT is swallowed/);
    expect(problem?.related?.[0]?.place).toMatchObject({ line: 2, column: 1, endColumn: 7 });
    expect(problem?.fix?.safe).toBe(false);
    expect(fixed(text, problem)).toBe("STAGING_DIR=C:\\\\stage\\\\\nNEXT=1\nLAST=2\n");
  });

  test.each([
    "STAGING_DIR=C:\\\\temp\\\\new",
    "STAGING_DIR=C\\:\\\\temp\\\\new",
    "STAGING_DIR=C:/users/new",
    "STAGING_DIR=\\\\\\\\server\\\\share",
    "STAGING_DIR=C\\:\\\\gr\\u00FCn\\\\a\\ b\\#c",
    "STAGING_DIR=",
    'OTHER=It\\\'s \\"quoted\\" \\$x',
    "OTHER=one\\ntwo\\tthree",
    "OTHER=a:\\n text",
    "OTHER=x:\\t{0} y:\\t{1}",
    "OTHER=a:\\n\\\n  b=c",
    "OTHER=d:\\{0\\}",
    "OTHER=http\\://host\\:80/x",
    "OTHER=\\\\d+\\\\s",
    "OTHER=^\\\\w\\$",
    "CLASSPATH=C:\\\\a.jar;\\\n  D:\\\\b.jar",
    "LIST=a,\\\n  b=c",
    "# C:\\users",
  ])("[A4] is silent on %j", (text) => {
    expect(run(singleBackslash, `${text}\n`)).toEqual([]);
  });

  test("[A4] is safe to fix only where nothing else can be meant", () => {
    expect(run(singleBackslash, "STAGING_DIR=C:\\temp\n")[0]?.fix?.safe).toBe(true);
    for (const text of ["OTHER=C:\\temp\n", "STAGING_DIR=C:\\users\n", "STAGING_DIR=C:\\Temp\\u00e9\n"]) {
      const [problem] = run(singleBackslash, text);
      expect(problem, text).toBeDefined();
      expect(problem?.fix?.safe ?? false, text).toBe(false);
    }
  });
});

describe("conf/malformed-escape", () => {
  test("[A4] marks every escape, and says that the first one stops the load", () => {
    const text = "A=1\nB=x\\u12\nC\\uzz=\\u00e9\\uu00e9\n";
    const problems = run(malformedEscape, text);
    expect(problems.map((p) => marked(text, p))).toEqual(["\\u12", "\\uzz", "\\uu00e"]);
    expect(said(problems[0])).toMatch(/none from here on, nor any of the 1 before it/);
    expect(said(problems[1])).toMatch(/would fail here, too/);
    expect(fixed(text, problems[0])).toBe("A=1\nB=x\\\\u12\nC\\uzz=\\u00e9\\uu00e9\n");
  });

  test("[A4] is silent in comments and on complete escapes, also split ones", () => {
    expect(run(malformedEscape, "# \\u12\n! \\u\nA=\\u00e9 \\\\u12 \\u00\\\n  e9\n")).toEqual([]);
  });
});

describe("conf/broken-continuation", () => {
  test.each([
    [
      "a space after the joining backslash",
      "A=x,\\\n    y,\\ \n    z\n",
      "\\ ",
      /a space follows the continuation backslash.*key 'z'/,
      "A=x,\\\n    y,\\\n    z\n",
    ],
    ["a tab there", "A=x,\\\t\n    y\n", "\\\t", /a space follows/, "A=x,\\\n    y\n"],
    ["a blank in a list, whatever follows", "A=x,\\ \nB=1\n", "\\ ", /a space follows/, "A=x,\\\nB=1\n"],
    [
      "a missing backslash in the middle",
      "A=x,\\\n    y,\n    z,\\\n    w\n",
      ",",
      /no backslash joins the next line.*key 'z,w'/,
      "A=x,\\\n    y,\\\n    z,\\\n    w\n",
    ],
    ["a missing backslash in the first line", "A=x,\n    y,\\\n    z\n", ",", /key 'y,z'/, "A=x,\\\n    y,\\\n    z\n"],
    ["a missing backslash without a comma", "A=x\\\n    y\n    z\n", "y", /key 'z'/, "A=x\\\n    y\\\n    z\n"],
    [
      "a missing backslash before an element with a separator",
      "A=x,\\\n    y:1,\n    z:2\n",
      ",",
      /key 'z'/,
      "A=x,\\\n    y:1,\\\n    z:2\n",
    ],
  ])("[A2] finds %s", (_, text, spelt, message, good) => {
    const problems = run(brokenContinuation, text);
    expect(problems.map(said)).toEqual([expect.stringMatching(message)]);
    expect(marked(text, problems[0] as Problem)).toBe(spelt);
    expect(fixed(text, problems[0])).toBe(good);
  });

  test("[A2] speaks once of a value that an editor broke at every line, and one fix fixes all of it", () => {
    const whole = `A=x0,\\\n${Array.from({ length: 52 }, (_, i) => `    x${i + 1},\\\n`).join("")}    x53\nB=1\n`;
    const text = whole.replaceAll("\\\n", "\\ \n");
    const problems = run(brokenContinuation, text);
    expect(problems.map(said)).toEqual([expect.stringMatching(/^A: .*breaks again at 52 further lines, 2 to 53$/)]);
    expect(problems[0]?.fix?.safe).toBe(true);
    expect(fixed(text, problems[0])).toBe(whole);
    const two = run(brokenContinuation, "A=x,\\ \n    y\nB=1\nC=p,\\ \n    q,\\ \n    r\n");
    expect(two.map(said)).toEqual([expect.stringMatching(/^A: /), expect.stringMatching(/^C: .*breaks again at line 5$/)]);
  });

  test("[A2] finds an empty line behind the joining backslash", () => {
    const [problem] = run(brokenContinuation, "A=x,\\\n\n    y,\\\n    z\n");
    expect(said(problem)).toMatch(/an empty line follows the continuation backslash.*key 'y,z'/);
    expect(problem?.at).toMatchObject({ line: 1, column: 5 });
  });

  test.each([
    "A=x,\\\n    y\nB=1\n",
    "A=x\\ \nB=1\n",
    "A=x\\\\ \nB=1\n",
    "A=x,\nB=1\n",
    "A=x,\\\n    y\n\n    B=1\n",
    "  A=x,\\\n    y\n  B=1\n",
    "A=x,\\\n    y\n# comment\nB\n",
    "A=x,\\\n    # y,\\\n    z\n",
    "A\nB\nC\n",
    "A=x,\\\n    y,\\\n\nB=1\n",
    "A=x\\",
  ])("[A2] is silent on %j", (text) => {
    expect(run(brokenContinuation, text)).toEqual([]);
  });
});

describe("conf/bom", () => {
  test.each([
    ["before a key", "\xef\xbb\xbfURL=x\n", /first key as 'ï»¿URL', so URL is reported as a missing setting/],
    ["before a comment", "\xef\xbb\xbf# c\nURL=x\n", /comment after it as an entry/],
    ["of UTF-16", "\xff\xfeU\0=\0", /UTF-16.*none of its keys is found/],
    ["of UTF-16, big end first", "\xfe\xff\0U", /UTF-16/],
  ])("[A3] finds a byte order mark %s", (_, text, message) => {
    const problems = run(bom, text);
    expect(problems.map(said)).toEqual([expect.stringMatching(message)]);
    expect(problems[0]?.at).toMatchObject({ line: 1, column: 1 });
  });

  test("[A3] removes it, and is silent on its bytes elsewhere", () => {
    const text = "\xef\xbb\xbfURL=x\n";
    expect(fixed(text, run(bom, text)[0])).toBe("URL=x\n");
    expect(run(bom, "URL=\xef\xbb\xbfx\n")).toEqual([]);
  });
});

describe("conf/encoding", () => {
  test("[A3] marks the bytes that UTF-8 and ISO-8859-1 read differently, and writes them as \\uXXXX", () => {
    const text = "A=gr\xc3\xbcn\n";
    const [problem] = run(encoding, text);
    expect(said(problem)).toMatch(/load\(InputStream\) gives 'grÃ¼n', a UTF-8 reader gives 'grün'/);
    expect([marked(text, problem as Problem), problem?.fix?.safe, fixed(text, problem)]).toEqual([
      "\xc3\xbc",
      false,
      "A=gr\\u00FCn\n",
    ]);
  });

  test("[A3] takes bytes that are no UTF-8 as ISO-8859-1", () => {
    const text = "A=gr\xfcn \\u00e9\n";
    const [problem] = run(encoding, text);
    expect([marked(text, problem as Problem), problem?.fix?.safe, fixed(text, problem)]).toEqual([
      "\xfc",
      true,
      "A=gr\\u00FCn \\u00e9\n",
    ]);
  });

  test("[A3] finds keys, too, and is silent on comments, escapes and byte order marks", () => {
    expect(run(encoding, "gr\xfcn=1\n").map((p) => marked("gr\xfcn=1\n", p))).toEqual(["\xfc"]);
    for (const text of ["# gr\xfcn\nA=1\n", "A=gr\\u00fcn\n", "\xef\xbb\xbfA=1\n", "\xff\xfeA\0"])
      expect(run(encoding, text)).toEqual([]);
  });
});

describe("conf/duplicate-key", () => {
  test("[A5] is an error when the values differ, and says which one Java reads", () => {
    const problems = run(duplicateKey, "A=1\nB=x\n A : 2\n");
    expect(problems).toMatchObject([{ at: { line: 3, column: 2 }, related: [{ place: { line: 1, column: 1 } }] }]);
    expect(said(problems[0])).toMatch(/Java reads '2' of line 3; '1' of line 1 is never read/);
    expect(problems[0]?.severity).toBeUndefined();
  });

  test("[A5] is a warning when they are equal, also when spelt differently", () => {
    const text = "a\\ b=1\na\\u0020b=\\u0031\n";
    const problems = run(duplicateKey, text);
    expect(problems).toMatchObject([{ severity: "warning", fix: { safe: true } }]);
    expect(fixed(text, problems[0])).toBe("a\\ b=1\n");
  });

  test("[A5] case twins are two keys", () => {
    expect(run(duplicateKey, "Transport=http\nTRANSPORT=http\n")).toEqual([]);
  });
});

describe("conf/trailing-blank", () => {
  test("[A5] marks the blanks behind a value", () => {
    const text = "USE=true \t\nB=1\n";
    const [problem] = run(trailingBlank, text);
    expect([marked(text, problem as Problem), problem?.fix?.safe, fixed(text, problem)]).toEqual([
      " \t",
      true,
      "USE=true\nB=1\n",
    ]);
  });

  test.each(["A=  \n", "A\n", "A =1\n", "A=x\\u0020\n", "A=x\\ \n", "A=x \\\n  y\n", "# x \n"])(
    "[A5] is silent on %j",
    (text) => {
      expect(run(trailingBlank, text)).toEqual([]);
    },
  );
});

describe("conf/slash-direction", () => {
  test.each([
    ["doubled backslashes", "jsonPayloaddir=C:\\\\Temp\\\\p\n", "jsonPayloaddir=C:/Temp/p\n", true],
    ["escaped by Java", "jsonPayloaddir=C\\:\\\\Temp\n", "jsonPayloaddir=C:/Temp\n", true],
    ["single backslashes", "jsonPayloaddir=C:\\temp\n", "jsonPayloaddir=C:/temp\n", false],
  ])("[A4] finds %s in logger.properties", (_, text, good, safe) => {
    const [problem, ...more] = run(slashDirection, text, "logger");
    expect([more.length, fixed(text, problem), problem?.fix?.safe]).toEqual([0, good, safe]);
  });

  test("[A4] is silent on forward slashes, other keys and the connector file", () => {
    expect(
      run(slashDirection, "jsonPayloaddir=C:/Temp\njsonPayloaddir2=C\\:/Temp\npattern=a\\\\b\nno.dir=none set.\\n\n", "logger"),
    ).toEqual([]);
    expect(run(slashDirection, "logDir=logs\\\\new\n", "logger").length).toBe(1);
    expect(run(slashDirection, "jsonPayloaddir=C:\\\\Temp\n", "connector")).toEqual([]);
  });
});

describe("conf/misspelled-key", () => {
  test.each([
    ["StereotypeNameTruncationLimit", "connector", "SteretypeNameTrucationLimit"],
    ["SteretypeNameTruncationLimit", "connector", "SteretypeNameTrucationLimit"],
    ["StereotypeNameTrucationLimit", "connector", "SteretypeNameTrucationLimit"],
    ["AWC_WEBLOGIC_HOST_URI", "connector", "AWC_WEBLOGIC_HOST_URL"],
    ["AWC_WEBLOGIC_HOST_URL", "client", "AWC_WEBLOGIC_HOST_URI"],
    ["Staging_Dir", "connector", "STAGING_DIR"],
    ["transport", "client", "Transport"],
  ] as const)("[A5] %s is not read from the %s file", (key, role, right) => {
    const text = `${key}=1\n`;
    const problems = run(misspelledKey, text, role);
    expect(problems.map(said)).toEqual([expect.stringContaining(`${key} is not read`)]);
    expect(fixed(text, problems[0])).toBe(`${right}=1\n`);
  });

  test("[A5] offers no rename where the right key stands, too", () => {
    const [problem] = run(misspelledKey, "AWC_WEBLOGIC_HOST_URI=1\nAWC_WEBLOGIC_HOST_URL=2\n", "connector");
    expect([problem?.fix, helpOf(problem)]).toEqual([undefined, "AWC_WEBLOGIC_HOST_URL is in this file, too: remove this line"]);
  });

  test("[A5] the exact spellings, case twins, a kit's own keys and files of no role are right", () => {
    expect(
      run(misspelledKey, "SteretypeNameTrucationLimit=1\nAWC_WEBLOGIC_HOST_URL=1\nTransport=1\nTRANSPORT=1\n", "connector"),
    ).toEqual([]);
    expect(run(misspelledKey, "transport=1\n", "connector", "base")).toEqual([]);
    expect(run(misspelledKey, "AWC_WEBLOGIC_HOST_URL=1\n", null)).toEqual([]);
  });
});

test("[A2] [A3] [A4] [A5] no rule of the text has anything to say of UTF-16 but its byte order mark", () => {
  const text = Buffer.from("\ufeffSTAGING_DIR=C:\\temp\r\nA=1 \r\nA=2\r\n", "utf16le").toString("latin1");
  const rules = [
    bom,
    encoding,
    singleBackslash,
    malformedEscape,
    brokenContinuation,
    duplicateKey,
    trailingBlank,
    misspelledKey,
    slashDirection,
  ];
  expect(rules.flatMap((rule) => run(rule, text)).length).toBe(1);
});
