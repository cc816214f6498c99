import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { log4j2Change } from "../../src/deploy/swap/stage/staged-files.ts";
import type { Log4j2Edit } from "../../src/deploy/bundle/manifest.ts";
import { swapParts } from "../deploy/swap/support/bundle.ts";
import { at } from "../deploy/swap/support/installation.ts";
import { RUNNERS } from "../deploy/swap/support/runners.ts";
import { Workstation } from "../deploy/swap/support/workstation.ts";
import { inDeployScript, shellHere } from "../powershell/shell.ts";

const BROUGHT = { pattern: "C:/Temp/a&b-%i.log", basePath: "C:/Temp", maxDepth: 1, glob: "a&b-[0-9].log" };
const deletion = (changed: Partial<typeof BROUGHT> | { pattern: null } = {}, name = "MAIN", value = "30d"): Log4j2Edit => ({
  what: "deletion",
  name,
  value,
  deletion: { ...BROUGHT, ...changed },
});

const ACTION = '<Delete basePath="C:/Temp"><IfFileName glob="a&amp;b-[0-9].log"/><IfLastModified age="30d"/></Delete>';
const APPENDER = (inside: string, name = "MAIN") =>
  `<RollingFile name="${name}" fileName="C:/Temp/a.log" filePattern="C:/Temp/a&amp;b-%i.log">${inside}</RollingFile>`;
const FILE = (appenders: string, before = "") =>
  `<?xml version="1.0"?>\n${before}<Configuration>\n  <Appenders>\n    ${appenders}\n  </Appenders>\n  <Loggers><Root level="info"/></Loggers>\n</Configuration>\n`;

const POLICIES = '\n      <Policies><SizeBasedTriggeringPolicy size="1 MB"/></Policies>';
const EMPTY = `${POLICIES}\n      <DefaultRolloverStrategy max="5" />\n    `;
const WITH = (action: string) =>
  `${POLICIES}\n      <DefaultRolloverStrategy>\n        ${action}\n      </DefaultRolloverStrategy>\n    `;
const DECOYS = `<!-- ${APPENDER(EMPTY)} <RollingFile name="MAIN"> --><Console name="X"><![CDATA[${APPENDER(EMPTY)} </DefaultRolloverStrategy>]]></Console>`;

interface Case {
  readonly file: string;
  readonly edits?: readonly Log4j2Edit[];
  /** The inserted text, or a piece of the note; absent: the file stays without a note. */
  readonly has?: string;
  readonly note?: string;
}

const CASES: Readonly<Record<string, Case>> = {
  "a strategy of one empty tag": {
    file: FILE(APPENDER(EMPTY)),
    has: `max="5" >\n        ${ACTION}\n      </DefaultRolloverStrategy>`,
  },
  "a strategy with content": {
    file: FILE(APPENDER(WITH("<!-- kept -->"))),
    has: `<DefaultRolloverStrategy>\n        ${ACTION}\n        <!-- kept -->`,
  },
  "a strategy in one line": { file: FILE(APPENDER("<DefaultRolloverStrategy></DefaultRolloverStrategy>")), has: `>${ACTION}<` },
  "no strategy": {
    file: FILE(APPENDER(`${POLICIES}\n    `)),
    has: `      <DefaultRolloverStrategy>\n        ${ACTION}\n      </DefaultRolloverStrategy>\n    </RollingFile>`,
  },
  "no strategy, in one line": { file: FILE(APPENDER("<Policies/>")), has: `<DefaultRolloverStrategy>${ACTION}</Def` },
  "no strategy and no fileName": {
    file: FILE(APPENDER("<Policies/>").replace('fileName="C:/Temp/a.log" ', "")),
    has: `<DirectWriteRolloverStrategy>${ACTION}</Dir`,
  },
  "CRLF, tabs and a byte order mark": {
    file: `\ufeff${FILE(APPENDER(EMPTY)).replaceAll("  ", "\t").replaceAll("\n", "\r\n")}`,
    has: `max="5" >\r\n\t\t\t\t${ACTION}\r\n\t\t\t</DefaultRolloverStrategy>`,
  },
  "letters beyond ASCII elsewhere": { file: FILE(`<!-- für --><Console name="Grün"/>${APPENDER(EMPTY)}`), has: ACTION },
  "names in another case and references": {
    file: FILE(
      APPENDER(EMPTY).replace("filePattern", "FILEPATTERN").replace("&amp;", "&#x26;").replaceAll("RollingFile", "rollingFile"),
    ),
    has: ACTION,
  },
  "decoys in comments and CDATA": { file: FILE(`${DECOYS}${APPENDER(EMPTY)}`), has: ACTION },
  "a decoy comment in the strategy": {
    file: FILE(APPENDER(WITH(`<!-- ${ACTION} -->`))),
    has: `>\n        ${ACTION}\n        <!--`,
  },
  "two appenders": {
    file: FILE(`${APPENDER(EMPTY, "OTHER")}\n    ${APPENDER(EMPTY)}`),
    edits: [deletion(), deletion({}, "OTHER", "P1DT2H")],
    has: ACTION.replace("30d", "P1DT2H"),
  },
  "deeper folders": { file: FILE(APPENDER(EMPTY)), edits: [deletion({ maxDepth: 2 })], has: '"C:/Temp" maxDepth="2">' },
  "between other edits": {
    file: FILE(APPENDER(EMPTY)),
    edits: [{ what: "trigger", name: "MAIN", value: "50 MB" }, deletion(), { what: "level", name: "", value: "WARN" }],
    has: ACTION,
  },
  "already there": { file: FILE(APPENDER(WITH(ACTION))) },
  "another age": { file: FILE(APPENDER(WITH(ACTION.replace('"30d"', "'9d'")))), has: "age='30d'" },
  "another age of the kit's own action": {
    file: FILE(APPENDER(WITH(ACTION.replace("30d", "9d")))),
    edits: [deletion({ pattern: null })],
    has: ACTION,
  },
  "conditions the other way round": {
    file: FILE(
      APPENDER(
        WITH('<Delete maxDepth="1" basePath="C:/Temp"><IfLastModified age="9d"/><IfFileName glob="a&amp;b-[0-9].log"/></Delete>'),
      ),
    ),
    has: 'age="30d"',
  },
  "the kit's own action, and no action there": {
    file: FILE(APPENDER(EMPTY)),
    edits: [deletion({ pattern: null })],
    note: "has no Delete action, and the bundle has the kit's own, which is not inserted",
  },
  "an action with another glob": {
    file: FILE(APPENDER(WITH(ACTION.replace("[0-9]", "*").replace("30d", "9d")))),
    note: "has another Delete action already",
  },
  "an action that does not delete": {
    file: FILE(APPENDER(WITH(ACTION.replace("<Delete", '<Delete testMode="true"')))),
    note: "has another Delete action already",
  },
  "an action with a condition inside": {
    file: FILE(APPENDER(WITH(ACTION.replace('age="30d"/>', 'age="9d"><IfNot/></IfLastModified>')))),
    note: "has another Delete action already",
  },
  "two actions": { file: FILE(APPENDER(WITH(ACTION + ACTION))), note: "has another Delete action already" },
  "an age in a property": {
    file: FILE(APPENDER(WITH(ACTION.replace("30d", "${age}")))),
    note: "has the age '${age}', a property or lookup",
  },
  "no such appender": { file: FILE(APPENDER(EMPTY, "main")), note: "is not exactly one RollingFile directly in <Appenders>" },
  "two of the name": { file: FILE(APPENDER(EMPTY) + APPENDER(EMPTY)), note: "is not exactly one RollingFile" },
  "an appender elsewhere": {
    file: FILE(`<Routing name="R">${APPENDER(EMPTY)}</Routing>`),
    note: "is not exactly one RollingFile",
  },
  "another kind": { file: FILE('<File name="MAIN"/>'), note: "is not exactly one RollingFile" },
  "another pattern": {
    file: FILE(APPENDER(EMPTY).replace("b-%i", "c-%i")),
    note: "has another filePattern than 'C:/Temp/a&b-%i.log'",
  },
  "two strategies": { file: FILE(APPENDER(EMPTY + EMPTY)), note: "has 2 rollover strategies" },
  "an empty element": { file: FILE(APPENDER("").replace("></RollingFile>", "/>")), note: "is an empty element without policies" },
  "the strict form": {
    file: FILE(APPENDER(EMPTY)).replace("<Configuration", '<Configuration strict="TRUE"'),
    note: "is in a file of the strict form",
  },
  "an include": {
    file: FILE(APPENDER('<xi:include href="x.xml"/>')).replace(
      "<Configuration",
      '<Configuration xmlns:xi="http://www.w3.org/2001/XInclude"',
    ),
    note: "is partly in another file (xi:include)",
  },
  "an attribute twice": { file: FILE(APPENDER(EMPTY).replace("max=", 'MAX="1" max=')), note: "or has an attribute twice" },
  "a document type": {
    file: FILE(APPENDER(EMPTY), "<!DOCTYPE Configuration>\n"),
    note: "is in a file that has a document type or cannot be read",
  },
  "a broken file": { file: FILE(APPENDER(EMPTY)).replace("</Appenders>", ""), note: "has a document type or cannot be read" },
  "an empty file": { file: "", note: "has a document type or cannot be read" },
  "other characters": {
    file: FILE(APPENDER(EMPTY)),
    edits: [deletion({ basePath: "C:/Über" })],
    note: "other characters than ASCII",
  },
};

const PATH = "C:/Client/log4j2.xml";

/** What the built-in runner makes of a file. */
function builtIn({ file, edits = [deletion()] }: Case): { readonly text: string; readonly notes: readonly string[] } {
  const live = Buffer.from(file);
  const { change, notes } = log4j2Change({ ...swapParts().manifest, log4j2: edits }, PATH, live, null);
  return { text: (change?.after ?? live).toString(), notes };
}

describe("the Delete action of a bundle in an existing log4j2.xml", () => {
  test.each(Object.entries(CASES))("[D3] [A6] %s", (_, tried) => {
    const { text, notes } = builtIn(tried);
    const { file, edits = [deletion()], has, note } = tried;
    if (note === undefined) expect(notes).toEqual([]);
    else
      expect(notes).toEqual([
        expect.stringMatching(/^C:\/Client\/log4j2\.xml: deletion MAIN is not set to 30d: the appender 'MAIN' /),
      ]);
    if (note !== undefined) expect(notes[0]).toContain(note);
    if (has === undefined) return expect(text).toBe(file);
    expect(file).not.toContain(`\n        ${has}`);
    expect(text).not.toBe(file);
    expect(text).toContain(has);
    // nothing else of the file changes, and a second deploy finds nothing to do
    const reverted = (from: string) => from.replace(/\s*<Delete[^\n]*?<\/Delete>/g, "").length;
    if (edits.length === 1) expect(reverted(text) - reverted(file)).toBeLessThan(110);
    expect(builtIn({ ...tried, file: text })).toEqual({ text, notes: [] });
  });

  test("[D3] deploy.ps1 writes the same bytes and the same notes for every case", () => {
    const shell = shellHere();
    const input = Object.values(CASES).map(({ file, edits = [deletion()] }) => ({
      bytes: Buffer.from(file).toString("base64"),
      edits,
    }));
    const out = inDeployScript(
      shell,
      `$all = ConvertFrom-JsonText ([System.IO.File]::ReadAllText((Join-Path $Folder 'input.json'))) 'input'
foreach ($one in $all) {
  $edited = Edit-Log4j2 ([Convert]::FromBase64String($one['bytes'])) $one['edits'] '${PATH}'
  [Console]::Out.WriteLine([Convert]::ToBase64String($edited.bytes) + '|' + [Convert]::ToBase64String([System.Text.Encoding]::UTF8.GetBytes($edited.notes -join "\`n")))
}`,
      input,
    );
    const said = out
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split("|").map((part) => Buffer.from(part, "base64").toString()));
    const names = Object.keys(CASES);
    expect(said).toHaveLength(names.length);
    const expected = names.map((name) => {
      const { text, notes } = builtIn(CASES[name] as Case);
      return [name, text, notes.join("\n")];
    });
    expect(said.map(([text, notes], i) => [names[i], text, notes])).toEqual(expected);
  });
});

describe.each(RUNNERS)("$name", (runner) => {
  test("[D3, D9] a deploy writes the action once, a second one finds nothing to do, and a rollback takes it out again", async () => {
    const here = new Workstation(runner, "hand-made");
    const before = readFileSync(at.log4j2(here.root), "utf8");
    const brought = { pattern: "a-%i.log", basePath: "logs", maxDepth: 1, glob: "a-[0-9].log" };
    const bundle = here.swap({ manifest: { log4j2: [{ what: "deletion", name: "MAIN", value: "30d", deletion: brought }] } });
    await here.done(here.deploy(bundle));
    const action = '<Delete basePath="logs"><IfFileName glob="a-[0-9].log"/><IfLastModified age="30d"/></Delete>';
    const own = `  <DefaultRolloverStrategy>\r\n        ${action}\r\n      </DefaultRolloverStrategy>\r\n    `;
    expect(readFileSync(at.log4j2(here.root), "utf8")).toBe(before.replace("</RollingFile>", `${own}</RollingFile>`));
    expect((await here.deploy(bundle)).out).toMatch(/[Aa]lready there/);
    await here.done(here.rollback());
    expect(readFileSync(at.log4j2(here.root), "utf8")).toBe(before);
  });

  test("[D1] a deletion without an action, with an age of nothing, or an edit of an unknown kind is refused before anything is written", async () => {
    const here = new Workstation(runner, "hand-made");
    const before = readFileSync(at.log4j2(here.root), "utf8");
    const refused = async (edit: object, words: RegExp) => {
      const bundle = here.swap({ manifest: { log4j2: [edit as Log4j2Edit] } });
      await here.refused(() => here.deploy(bundle), 10, words);
    };
    await refused({ what: "deletion", name: "MAIN", value: "30d" }, /a deletion, and nothing else, has an action/);
    await refused({ ...deletion(), what: "level" }, /a deletion, and nothing else, has an action/);
    await refused(deletion({}, "MAIN", "0d"), /'0d' is no age at which 'MAIN' can delete its rolled files/);
    await refused(deletion({}, "MAIN", "30 days"), /'30 days' is no age/);
    await refused({ what: "later", name: "MAIN", value: "1" }, /log4j2/);
    expect(readFileSync(at.log4j2(here.root), "utf8")).toBe(before);
  });
});
