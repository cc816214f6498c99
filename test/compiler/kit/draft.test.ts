import { describe, expect, test } from "vitest";
import { PropertiesDocument } from "../../../src/kernel/formats/properties/document.ts";
import { draftRelease } from "../../../src/compiler/kit/draft.ts";
import { looksLikeAddress, looksLikeDirectory } from "../../../src/compiler/kit/known-writes.ts";
import { KNOWN_WRITES } from "../../../src/compiler/model/known-keys.ts";
import { checkDocument } from "../../../src/kernel/schema/validate.ts";
import { readYaml } from "../../../src/kernel/source/yaml.ts";
import { sampleFile } from "./kits.ts";

const parse = (text: string) => PropertiesDocument.parse(Buffer.from(text));
const paths = {
  conf: "plugin/conf/a b.properties",
  logger: null,
  client: "c.properties",
  log4j2: null,
  profile: null,
  mapping: null,
};

function draft(connector: string, client: string, classVersion: number | null = 61) {
  return draftRelease({
    release: "2606",
    pluginFolder: "plugin",
    paths,
    classVersion,
    files: { connector: parse(connector), client: parse(client) },
    schema: "x.json",
  });
}

describe("a drafted release.yaml", () => {
  test("[C6] proposes the pairs that the kit has, and asks about the rest", () => {
    const { writes, absent, undecided, text } = draft(
      "TC_SERVER_URL=a\nGATEWAY_URL=b\nMODE=https\\://x\\:1/\nLicenseDir=1@a\n",
      "URL=a\nIS_TCCS=false\n",
    );
    expect(writes.map(({ file, key }) => `${file} ${key}`)).toEqual(["connector TC_SERVER_URL", "client URL", "client IS_TCCS"]);
    expect(absent).toHaveLength(KNOWN_WRITES.length - 3);
    expect(undecided.map(({ key }) => key)).toEqual(["GATEWAY_URL", "MODE"]);
    for (const line of [
      "  # - { file: connector, key: GATEWAY_URL, value: '{{...}}', decides: ... }",
      "  # - { file: client, key: BOOTSTRAP_URLS, value: '{{tier.fileTransfer}}', decides: ... }",
      '# certifiedTiers: ["2606"]',
      "java: 17 ",
      'conf: "plugin/conf/a b.properties"',
    ])
      expect(text).toContain(line);
  });

  test("[C6] asks nothing about a proxy, which no write decides: it says where a site sets it", () => {
    const { undecided, set, text } = draft(
      "PROXY_HOST=proxy\nHTTPS_PROXY=http\\://p\\:1\nPROXYLESS_URL=x\n",
      "NO_PROXY_LIST=x\n",
    );
    expect(undecided.map(({ key }) => key)).toEqual(["PROXYLESS_URL"]);
    expect(set.map(({ file, key }) => `${file} ${key}`)).toEqual([
      "connector PROXY_HOST",
      "connector HTTPS_PROXY",
      "client NO_PROXY_LIST",
    ]);
    expect(text).toContain("  #   workstation: { set: { connector: { PROXY_HOST: ... } } }\n");
    expect(text).not.toMatch(/# - .*PROXY_HOST/);
  });

  test("[C6] is a sound document, also of a kit with nothing in it", () => {
    for (const { text } of [draft("A\\: b\\#=1\n\\u0022=https://x\n", "URL=1\nD=C\\:\\\\x\n"), draft("", "", null)]) {
      const { tree, problems } = readYaml("release.yaml", Buffer.from(text));
      expect(problems).toEqual([]);
      expect(tree && checkDocument("ConnectorRelease", tree)).toEqual([]);
    }
  });

  test.each(["2506", "2606"])(
    "[B1] [C6] of the sample's kit %s it leaves the 14 writes over 11 names to the built-in connector, which has the sample's own",
    (release) => {
      const base = (name: string) => PropertiesDocument.parse(sampleFile(`releases/${release}/base/${name}.properties`));
      const files = { connector: base("connector"), client: base("client"), logger: base("logger") };
      const { writes, absent, undecided, text } = draftRelease({
        release,
        pluginFolder: "plugin",
        paths,
        classVersion: 61,
        files,
        schema: "x",
      });
      expect([writes.length, new Set(writes.map(({ key }) => key)).size, absent.length, undecided.length]).toEqual([
        14, 11, 0, 0,
      ]);
      expect(text).not.toMatch(/^writes:/m);
      const own = sampleFile(`releases/${release}/release.yaml`).toString("utf8");
      const stated = [...own.matchAll(/\{ file: (\w+), key: (\w+), value: '\{\{([\w.]+)\}\}'/g)].map((pair) => pair.slice(1));
      expect(writes.map(({ file, key, value }) => [file, key, value])).toEqual(stated);
      expect(text).toContain("directories: [STAGING_DIR, FILE_CACHE_DIR]");
    },
  );

  test.each([
    ["A", "https://x.example.com/y", true],
    ["A", "x.example.com:8443", true],
    ["A", "10.0.0.1", true],
    ["MY_HOST_NAME", "", true],
    ["TRANSPORT_MODE", "x", true],
    ["A", "1.5", false],
    ["A", "12:30", false],
    ["HOSTILITY", "x", false],
    ["LicenseDir", "1@x", false],
    ["STAGING_DIR", "C:\\x", false],
    ["TC_SERVER_URL", "https://x", false],
  ])("[C6] %s = '%s' is asked about: %s", (key, value, wanted) => {
    expect(looksLikeAddress("connector", key, value)).toBe(wanted);
  });

  test("[C6] folders on a workstation are drive and network paths", () => {
    expect(["C:\\a", "c:/a", "\\\\srv\\share", "/tmp", "a:b", ""].map(looksLikeDirectory)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
