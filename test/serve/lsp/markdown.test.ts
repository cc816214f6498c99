import MarkdownIt from "markdown-it";
import { beforeAll, describe, expect, test } from "vitest";
import type { CompiledEnvironment, CompiledKey } from "../../../src/compiler/compile/compiled.ts";
import { diagnosticOf, refusalDiagnostic } from "../../../src/serve/lsp/diagnostics.ts";
import { actionsAt } from "../../../src/serve/lsp/actions.ts";
import { hoverText } from "../../../src/serve/lsp/hover.ts";
import { EditedRepository } from "../../../src/serve/lsp/repository.ts";
import { wrongUse } from "../../../src/kernel/diagnostic/refusal.ts";
import { name, say, value } from "../../../src/kernel/diagnostic/text.ts";
import { BAIT } from "../../report/hostile-repository.ts";
import { harmOf, HOSTILE } from "../../report/hostile-text.ts";
import { fakeHost } from "../../support/host.ts";
import { exampleRepository } from "../../support/repository.ts";
import { eachNth } from "../../support/runs.ts";

/** As an editor renders a hover, with more than any of them makes of it: HTML, and links for whatever looks like an address. */
const MARKDOWN = new MarkdownIt({ html: true, linkify: true, typographer: true, breaks: true });

/** Everything that CommonMark gives a meaning, and a few signs of its dialects. */
const SIGNS = [..."!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", "\t", "\n", "1.", "1)"];
const PAIRS = SIGNS.flatMap((a) => SIGNS.flatMap((b) => [`${a}${b}`, `${a}x${b}`, `x${a}y${b}z`]));
const RUNS = [1, 2, 3, 7].flatMap((n) => ["`", "~", "*", "_", "-", "=", "#", ">"].map((c) => c.repeat(n)));
const ADDRESSES = [
  "![p](https://evil.example.net/p.png)",
  "[run](command:workbench.action.terminal.new)",
  "<https://evil.example.net>",
  "<img src=https://evil.example.net/p.png>",
  "https://evil.example.net/a b",
  "see https://evil.example.net.",
  "www.evil.example.net",
  "evil.example.net",
  "evil.com",
  "//evil.example.net",
  "mailto:a@evil.example.net",
  "a@evil.example.net",
  "@octocat and @org/team",
  "[^1]\n\n[^1]: https://evil.example.net",
  "[a]: https://evil.example.net",
  "[a]\n\n[a]: https://evil.example.net",
  "&lt;b&gt; &#60;img&#62;",
  "file:///etc/passwd",
  "vscode://settings",
  "$(alert) $x$",
  "a\n\n# heading\n\n- list\n\n| a |\n|---|\n| ![p](x) |",
  "``x` ![p](y) `",
  "` ![p](y) `",
  "\\` ![p](y) \\`",
];
const OTHERS = [
  ...SIGNS,
  ...RUNS,
  ...RUNS.flatMap((run) => [`${run} x`, `x ${run}`, `${run}x${run} ![p](y)`]),
  ...ADDRESSES,
  ...BAIT,
  HOSTILE,
];

interface Seen {
  /** Elements outside of sentences, in order. */
  readonly blocks: readonly string[];
  readonly spans: ReadonlySet<string>;
  readonly code: readonly string[];
  readonly plain: string;
}

function seen(markdown: string): Seen {
  const tokens = MARKDOWN.parse(markdown, {});
  const inner = tokens.flatMap(({ children }) => children ?? []);
  return {
    blocks: tokens.map(({ type }) => type),
    spans: new Set(inner.map(({ type }) => type)),
    code: inner.filter(({ type }) => type === "code_inline").map(({ content }) => content),
    plain: inner
      .filter(({ type }) => type === "text")
      .map(({ content }) => content)
      .join(" "),
  };
}

const SPANS = ["text", "code_inline", "strong_open", "strong_close", "softbreak"];

let compiled: CompiledEnvironment;
let key: CompiledKey;

/** A hover about a key of which every text that a document decides holds `poison`. */
function hover(poison: string): string {
  const file = compiled.files.connector;
  if (!file) throw new Error("no file");
  const lower = key.overrode[0] ?? key.decision;
  const own: CompiledKey = {
    ...key,
    key: `K${poison}`,
    decision: {
      ...key.decision,
      value: poison,
      decides: poison,
      place: key.decision.place && { ...key.decision.place, file: `environments/${poison}/environment.yaml` },
    },
    overrode: [{ ...lower, value: poison, secret: null }],
  };
  const poisoned = {
    ...compiled,
    environment: { ...compiled.environment, name: poison },
    files: { ...compiled.files, connector: { ...file, keys: new Map([[own.key, own]]) } },
  };
  const text = hoverText([{ compiled: poisoned, key: own }], false);
  if (text === null) throw new Error("no hover");
  return text;
}

beforeAll(async () => {
  const folder = exampleRepository();
  const repository = new EditedRepository(folder, fakeHost({ cwd: folder }).host);
  await repository.check(new Map());
  const [found] = await repository.models("environments/demo/environment.yaml");
  const first = found?.files.connector?.keys.get("TC_SERVER_URL");
  if (!found || !first) throw new Error("nothing is compiled");
  [compiled, key] = [found, first];
});

describe("a hover holds no Markdown but our own", () => {
  test("[E1] no value, key, file, environment or sentence of a document becomes a link, a picture, an element or a line", () => {
    const ordinary = seen(hover("x"));
    const wrong = [...eachNth(20, PAIRS), ...OTHERS].filter((poison) => {
      const { blocks, spans, plain } = seen(hover(poison));
      return (
        blocks.join() !== ordinary.blocks.join() ||
        [...spans].some((type) => !SPANS.includes(type)) ||
        /[@<>[\]`|\\]|:\/|www|\$\(|\bcommand:|&#|\^/.test(plain) ||
        harmOf(hover(poison)) !== null
      );
    });
    expect(wrong).toEqual([]);
    expect(PAIRS.length + OTHERS.length).toBeGreaterThan(3_000);
  });

  test("[E1] and a value is read there as it is", () => {
    for (const poison of ["*a*", "![p](https://x.example.com/p.png)", "a`b``c", "C:\\temp\\x", "<b>", "[a](command:b)"])
      expect(seen(hover(poison)).code.join("\n")).toContain(poison);
    expect(hover("where the tool signs in, and the client's copy")).toContain(
      "\n- decides where the tool signs in, and the client's copy\n",
    );
  });

  test("[E1] elements of a long list are as harmless", () => {
    for (const poison of ADDRESSES) {
      const list = (own: string) => Array.from({ length: 40 }, (_, i) => (i === 7 ? own : `element${i}`)).join(",");
      const own = {
        ...key,
        decision: { ...key.decision, value: list(poison) },
        overrode: [{ ...key.decision, value: list("x") }],
      };
      const file = compiled.files.connector;
      if (!file) throw new Error("no file");
      const files = { ...compiled.files, connector: { ...file, keys: new Map([[own.key, own]]) } };
      const text = hoverText([{ compiled: { ...compiled, files }, key: own }], false) ?? "";
      expect(text).toContain("element 8");
      expect([...seen(text).spans].filter((type) => !SPANS.includes(type))).toEqual([]);
    }
  });
});

describe("what an editor takes for plain text", () => {
  const at = { file: "a", line: 1, column: 1, endLine: 1, endColumn: 2 };
  const finding = {
    rule: "conf/encoding",
    severity: "error" as const,
    message: say`${name(HOSTILE)} is ${value(HOSTILE)}`,
    notes: [say`${value(HOSTILE)}`],
    help: say`${name(HOSTILE)}`,
    related: [{ message: say`${value(HOSTILE)}`, place: at }],
    at,
    fix: { title: `write ${HOSTILE}`, safe: true, edits: [] },
  };

  test("[E1] a diagnostic, a title and a refusal have no markup, a line for each of our own, and nothing that nobody sees", () => {
    const shown = diagnosticOf(finding as never, (path) => path);
    const [action] = actionsAt(
      "a",
      { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } },
      [finding as never],
      String,
    );
    const refused = refusalDiagnostic(wrongUse(HOSTILE, HOSTILE));
    expect(typeof shown.message).toBe("string");
    expect(shown).not.toHaveProperty("codeDescription");
    expect(String(shown.message).split("\n")).toHaveLength(3);
    expect(String(refused.message).split("\n")).toHaveLength(2);
    expect(action?.title.split("\n")).toHaveLength(1);
    const texts = [
      shown.message,
      refused.message,
      action?.title,
      ...(shown.relatedInformation ?? []).map(({ message }) => message),
    ];
    for (const text of texts) expect(harmOf(String(text).replaceAll(/^::|##/gm, ""))).toBeNull();
  });
});
