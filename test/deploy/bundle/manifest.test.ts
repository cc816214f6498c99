import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import { describe, expect, test } from "vitest";
import { manifestBytes } from "../../../src/deploy/publish/compose.ts";
import type { BundleManifest } from "../../../src/deploy/bundle/manifest.ts";
import { judgeManifest, readManifest } from "../../../src/deploy/bundle/read-manifest.ts";
import { Refusal } from "../../../src/kernel/diagnostic/refusal.ts";
import { FILES, manifestOf, settingsManifest } from "./support.ts";

const schema = JSON.parse(readFileSync(new URL("../../../schemas/bundle.schema.json", import.meta.url), "utf8")) as object;
const text = (manifest: BundleManifest = manifestOf()): string => manifestBytes(manifest).toString("utf8");

/** What is wrong with a manifest, as one text; "" for a sound one. */
function problems(manifest: BundleManifest | string): string {
  const judged = judgeManifest(typeof manifest === "string" ? Buffer.from(manifest) : manifestBytes(manifest));
  return "problems" in judged ? judged.problems.join("; ") : "";
}

/** The sound manifest with its paths changed. */
const withPaths = (paths: Partial<BundleManifest["paths"]>): BundleManifest =>
  manifestOf(FILES, { paths: { ...manifestOf().paths, ...paths } });
const withPlugin = (plugin: Partial<BundleManifest["plugin"]>): BundleManifest =>
  manifestOf(FILES, { plugin: { ...manifestOf().plugin, ...plugin } });

describe("a manifest that is sound", () => {
  test.each([
    ["swap", manifestOf()],
    ["settings", settingsManifest()],
    [
      "swap without profile",
      manifestOf(Object.fromEntries(Object.entries(FILES).filter(([path]) => !path.startsWith("profile/"))), {
        paths: { ...manifestOf().paths, profile: null, profiles: [], strays: [] },
      }),
    ],
    [
      "on a share, without commit and versionFrom",
      {
        ...withPaths({ client: "\\\\server\\share\\CommonClient.properties", install: "D:/Tools/Cameo" }),
        source: { commit: null, changed: false },
        tool: { name: null, row: "2024x", versionFrom: null },
      },
    ],
  ])("[D1] is read back as it was written: %s", (_, manifest) => {
    expect(readManifest(manifestBytes(manifest))).toEqual(manifest);
  });

  test("[D1] is valid by the published schema, and any layout of the same JSON is read alike", () => {
    const validate = new Ajv({ strict: true, allowUnionTypes: true }).compile(schema);
    for (const manifest of [manifestOf(), settingsManifest()]) {
      expect(validate(manifest), JSON.stringify(validate.errors)).toBe(true);
      const spread = JSON.stringify(manifest, null, "\t").replaceAll("\n", "\r\n");
      expect(readManifest(Buffer.from(spread))).toEqual(manifest);
    }
  });

  test("[D1] is written with its keys in one order, a row for each element of a list, and LF only", () => {
    const keys = [
      "schema",
      "kind",
      "environment",
      "connector",
      "serial",
      "compiler",
      "source",
      "tool",
      "plugin",
      "java",
      "verdict",
    ];
    const rest = ["paths", "values", "keep", "log4j2", "expect", "carried", "mapping", "tree", "files"];
    expect([...text().matchAll(/^ {2}"(\w+)":/gm)].map(([, key]) => key)).toEqual([...keys, ...rest]);
    expect(text()).not.toContain("\r");
    expect(text().match(/^ {4}\{"path":"/gm)).toHaveLength(Object.keys(FILES).length);
  });
});

describe("[D1] refused is a manifest", () => {
  test.each([
    ["that is no JSON", "{", /document ends too early|key in quotation marks/],
    ["that is cut", text().slice(0, -20), /line \d+, column \d+/],
    ["with a byte order mark", `\ufeff${text()}`, /byte order mark/],
    ["with a key twice", text().replace('  "serial"', '  "serial": 1,\n  "serial"'), /"serial" appears twice/],
    ["with a key twice in a file's row", text().replace('"size":', '"size":1,"size":'), /"size" appears twice/],
    ["with text behind it", `${text()}{}`, /after the end/],
    [
      "of another version",
      text().replace("bundle/v1", "bundle/v2"),
      /'tierwright\/bundle\/v2'; this program reads tierwright\/bundle\/v1/,
    ],
    ["with an unknown key", text().replace('  "serial"', '  "extra": 1,\n  "serial"'), /unknown key 'extra'/],
    ["that lacks a key", text().replace(/ {2}"keep".*\n/, ""), /lacks the key 'keep'/],
    [
      "with a number in the place of a text",
      text().replace('"connector": "2506"', '"connector": 2506'),
      /\/connector must be string/,
    ],
    ["with a broken hash", text().replace(/"sha256":"[0-9a-f]/, '"sha256":"X'), /sha256 must match pattern/],
    ["with a negative size", text().replace(/"size":\d+/, '"size":-5'), /size must be >= 0/],
    ["of an unknown kind", text().replace('"swap"', '"overlay"'), /\/kind must be one of "swap", "settings"/],
    ["that is a list", "[]", /must be object/],
    ["that is null", "null", /must be object/],
  ])("%s", (_, bytes, words) => {
    expect(problems(bytes)).toMatch(words);
  });

  test("with bytes that are no UTF-8", () => {
    const bytes = Buffer.concat([Buffer.from('{"schema":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    expect(judgeManifest(bytes)).toEqual({ problems: [expect.stringContaining("not UTF-8")] });
  });

  test("whose objects lie too deep, without a crash", () => {
    expect(problems("[".repeat(100_000))).toMatch(/more than 32 deep/);
  });

  test("and readManifest says it with what to do", () => {
    expect(() => readManifest(Buffer.from("{"))).toThrow(Refusal);
    expect(() => readManifest(Buffer.from("{"))).toThrow(/^manifest\.json: it cannot be read: line 1/);
  });
});

describe("[D2] refused is a manifest that names", () => {
  const renamed = (to: string): BundleManifest => {
    const manifest = manifestOf();
    const files = manifest.files.map((file) => (file.path.endsWith(".jar") ? { ...file, path: to } : file));
    return { ...manifest, files: files.sort((a, b) => (a.path < b.path ? -1 : 1)) };
  };

  test.each([
    ["a device", renamed("plugin/lib/CON.jar"), /device/],
    ["a stream", renamed("plugin/lib/a.jar:evil"), /stream/],
    ["a way out", renamed("plugin/../../evil.jar"), /leaves the folder/],
    ["an absolute path", renamed("/plugin/a.jar"), /absolute/],
    ["a trailing dot", renamed("plugin/lib/a.jar."), /drops a dot/],
    ["a twin by case", renamed("plugin/CONF/connector.properties"), /same name/],
    ["itself", renamed("manifest.json"), /twice/],
    ["a file of nobody", renamed("other/a.jar"), /belongs neither to the plug-in/],
    ["a second profile", renamed("profile/Other.mdzip"), /belongs neither/],
    ["a conf that leaves the plug-in", withPlugin({ conf: "../connector.properties" }), /plugin\.conf/],
    ["a conf that is not brought", withPlugin({ conf: "conf/other.properties" }), /does not contain/],
    ["a logger that is not brought", withPlugin({ logger: "conf/logger.properties" }), /does not contain/],
    ["a plug-in folder that is a path", withPlugin({ folder: "a\\b" }), /plugin\.folder/],
    ["no plug-in id", withPlugin({ id: "" }), /plugin\.id is empty/],
    ["a relative installation", withPaths({ install: "Tools\\Cameo" }), /not an absolute Windows path/],
    ["an installation in itself", withPaths({ install: "{install}\\x" }), /not an absolute Windows path/],
    ["a client file with a way out", withPaths({ client: "C:\\a\\..\\..\\b.properties" }), /leaves its folder/],
    ["a profile's place with a stream", withPaths({ profiles: ["C:\\Users\\Public\\P.mdzip:x"] }), /paths\.profiles/],
    ["a stray that is a device", withPaths({ strays: ["{install}\\plugins\\NUL"] }), /device/],
    ["a profile that is not brought", withPaths({ profile: "Other.mdzip" }), /does not contain/],
    ["places for no profile", withPaths({ profile: null }), /but no profile|belongs neither/],
  ])("%s", (_, manifest, words) => {
    expect(problems(manifest)).toMatch(words);
  });
});

describe("[D1] refused is a manifest that contradicts itself:", () => {
  const sound = manifestOf();
  const swapped = [...sound.files].reverse();
  test.each([
    ["files out of order", { ...sound, files: swapped }, /not in ordinal order/],
    ["another tree digest", { ...sound, tree: { sha256: "0".repeat(64), files: 3 } }, /states 0000/],
    ["another number of files", { ...sound, tree: { sha256: sound.tree?.sha256 ?? "", files: 4 } }, /4 files/],
    ["no tree", { ...sound, tree: null }, /states the digest/],
    ["a settings bundle with files", { ...sound, kind: "settings" as const }, /has no files/],
    [
      "a settings bundle with a further key",
      settingsManifest({ values: sound.values }),
      /not a key that a settings bundle writes/,
    ],
    ["a key twice", { ...sound, values: [...sound.values, ...sound.values.slice(0, 1)] }, /is listed twice/],
    [
      "a value and a secret",
      { ...sound, values: sound.values.map((value) => ({ ...value, value: "x" })) },
      /either a value or a secret/,
    ],
    [
      "neither value nor secret",
      { ...sound, values: [{ file: "client" as const, key: "URL", unit: true }] },
      /either a value or a secret/,
    ],
    [
      "a pattern that is none",
      { ...sound, tool: { ...sound.tool, versionFrom: { file: "a", pattern: "(" } } },
      /cannot be used: it has a group that is not closed/,
    ],
  ])("%s", (_, manifest, words) => {
    expect(problems(manifest)).toMatch(words);
  });

  test("no plugin.xml", () => {
    const files = Object.fromEntries(Object.entries(FILES).filter(([path]) => path !== "plugin/plugin.xml"));
    expect(problems(manifestOf(files))).toMatch(/no plugin\.xml/);
  });
});
