import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { ROOT, RELEASES, bytesOf, filesBelow } from "./support/sample.ts";

const CONNECTOR_KEYS = [
  "TC_SERVER_URL",
  "AWC_WEBLOGIC_HOST_URL",
  "Transport",
  "TRANSPORT",
  "IS_TCCS",
  "TC_SSO_LOGIN_URL",
  "TC_SSO_APP_ID",
  "TC_SSO_SESSION_FLAG",
  "LicenseDir",
  "STAGING_DIR",
  "CAMEOTCIntImportWorkingDir",
  "USE_JCEF_BROWSER",
  "CREATE_VALUE_PROPERTY_CONFIG",
  "SteretypeNameTrucationLimit",
];
const CLIENT_KEYS = ["URL", "AWC_WEBLOGIC_HOST_URI", "BOOTSTRAP_URLS", "Transport", "TRANSPORT", "IS_TCCS"];
const LOGGER_KEYS = ["isPayloadRequired", "jsonPayloaddir"];

/** Physical lines of each key: enough of a reader for files of our own, whose keys hold no escape. */
function physicalLines(text: string): Map<string, string[]> {
  const keys = new Map<string, string[]>();
  let open: string[] | null = null;
  for (const line of text.split(/\r?\n/)) {
    const key = /^([\w.]+)\s*[=:]/.exec(line)?.[1];
    if (open) open.push(line);
    else if (key) {
      open = [line];
      keys.set(key, open);
    }
    if (open && !/\\$/.test(line)) open = null;
  }
  return keys;
}

function linesOf(path: string): Map<string, string[]> {
  return physicalLines(bytesOf(path).toString("latin1"));
}

describe.each(RELEASES)("texts of kit %s", (release) => {
  const base = `releases/${release}/base`;

  test("every key of the specification is there", () => {
    const missing = (file: string, keys: readonly string[]) => keys.filter((key) => !linesOf(`${base}/${file}`).has(key));
    expect(missing("connector.properties", CONNECTOR_KEYS)).toEqual([]);
    expect(missing("client.properties", CLIENT_KEYS)).toEqual([]);
    expect(missing("logger.properties", LOGGER_KEYS)).toEqual([]);
    expect(linesOf(`${base}/connector.properties`).size).toBeGreaterThanOrEqual(CONNECTOR_KEYS.length + 20);
  });

  test("CREATE_VALUE_PROPERTY_CONFIG is one value over 54 physical lines", () => {
    const lines = linesOf(`${base}/connector.properties`).get("CREATE_VALUE_PROPERTY_CONFIG");
    expect(lines).toHaveLength(54);
    expect(lines?.slice(0, -1).every((line) => line.endsWith(",\\"))).toBe(true);
    expect(lines?.at(-1)).toMatch(/^ {4}\w/);
  });

  test("the conf is the vendor's working file: its tier, licence server, staging folder, blank import folder and bundled browser", () => {
    const value = (key: string) =>
      linesOf(`${base}/connector.properties`)
        .get(key)?.[0]
        ?.replace(/^[^=]+= ?/, "");
    expect(value("TC_SERVER_URL")).toBe("https\\://vendor-tier.invalid\\:7002/tc");
    expect(value("LicenseDir")).toBe("28000@vendor-license.invalid");
    expect(value("STAGING_DIR")).toBe("E\\:\\\\VendorBuild\\\\connector\\\\staging");
    expect(value("CAMEOTCIntImportWorkingDir")).toBe("");
    expect(value("USE_JCEF_BROWSER")).toBe("true");
  });

  test("line ends are the release's own, and every text is ASCII without byte order mark", () => {
    for (const file of filesBelow(base)) {
      const text = bytesOf(`${base}/${file}`).toString("latin1");
      expect(text).toMatch(release === "2606" ? /^(?:[\t\x20-\x7e]*\r\n)+$/ : /^(?:[\t\x20-\x7e]*\n)+$/);
    }
  });

  test("base holds byte-identical copies of the kit's files", () => {
    const { kit } = parse(bytesOf(`releases/${release}/release.yaml`).toString("utf8")) as { kit: Record<string, string> };
    const copies = {
      "client.properties": kit.client,
      "connector.properties": kit.conf,
      "log4j2.xml": kit.log4j2,
      "logger.properties": kit.logger,
      "plugin.xml": `${kit.plugin}/plugin.xml`,
    };
    expect(filesBelow(base)).toEqual(Object.keys(copies));
    const different = Object.entries(copies).filter(
      ([name, path]) => !bytesOf(`${base}/${name}`).equals(bytesOf(`releases/${release}/kit/${path}`)),
    );
    expect(different).toEqual([]);
  });

  test("release.yaml lists 14 writes over 11 names, and the kit's files have every one of them", () => {
    const { writes } = parse(bytesOf(`releases/${release}/release.yaml`).toString("utf8")) as {
      writes: { file: string; key: string }[];
    };
    expect(writes).toHaveLength(14);
    expect(new Set(writes.map(({ key }) => key)).size).toBe(11);
    expect(new Set(writes.map(({ file, key }) => `${file} ${key}`)).size).toBe(14);
    expect(writes.filter(({ file, key }) => !linesOf(`${base}/${file}.properties`).has(key))).toEqual([]);
  });
});

test("between the releases keys are added, dropped and changed", () => {
  const [older, newer] = RELEASES.map((release) => linesOf(`releases/${release}/base/connector.properties`)) as [
    Map<string, string[]>,
    Map<string, string[]>,
  ];
  expect([...newer.keys()].filter((key) => !older.has(key))).toEqual([
    "PANEL_OPEN_ON_SELECTION",
    "REQUEST_BATCH_SIZE",
    "VALIDATE_BEFORE_CHECK_IN",
  ]);
  expect([...older.keys()].filter((key) => !newer.has(key))).toEqual([
    "AUTO_UPDATE_ON_OPEN",
    "LEGACY_XMI_EXPORT",
    "ICON_OVERLAY_STYLE",
  ]);
});

test("production's old conf has one key that only it has, and lacks one", () => {
  const old = linesOf("environments/production/installed/connector.properties");
  const kit = linesOf("releases/2506/base/connector.properties");
  expect([...old.keys()].filter((key) => !kit.has(key))).toEqual(["WORKBENCH_LAYOUT"]);
  expect([...kit.keys()].filter((key) => !old.has(key))).toEqual(["PANEL_ZOOM_PERCENT"]);
});

test("each YAML file names the schema that editors check it with, and the file exists", () => {
  const files = ["environments", "releases"].flatMap((folder) => filesBelow(folder).map((path) => `${folder}/${path}`));
  const documents = files.filter((path) => path.endsWith(".yaml"));
  expect(documents.length).toBeGreaterThanOrEqual(10);
  const without = documents.filter((path) => {
    const schema = /^# yaml-language-server: \$schema=(\S+)\n/.exec(bytesOf(path).toString("utf8"))?.[1];
    return schema === undefined || !existsSync(join(ROOT, dirname(path), schema));
  });
  expect(without).toEqual([]);
});

test("the sample names no real host or address", () => {
  const files = ["environments", "releases"].flatMap((folder) => filesBelow(folder).map((path) => `${folder}/${path}`));
  const texts = files.filter((path) => /\.(ya?ml|properties|xml)$/.test(path));
  expect(texts.length).toBeGreaterThan(20);
  const hosts = texts.flatMap((path) =>
    [
      ...bytesOf(path)
        .toString("latin1")
        .matchAll(/(?:\/\/|@)([a-z0-9.-]+\.[a-z]+)/g),
    ].map((match) => match[1] ?? ""),
  );
  expect(hosts.length).toBeGreaterThan(20);
  expect(hosts.filter((host) => !/\.(example\.com|example|invalid)$/.test(host))).toEqual([]);
  const addresses = texts.flatMap(
    (path) =>
      bytesOf(path)
        .toString("latin1")
        .match(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g) ?? [],
  );
  expect(addresses.length).toBeGreaterThan(2);
  expect(addresses.filter((address) => !/^(10\.|192\.0\.2\.|127\.0\.0\.1$)/.test(address))).toEqual([]);
});

test("the whole sample stays small", () => {
  const size = ["environments", "releases"].flatMap((folder) =>
    filesBelow(folder).map((path) => bytesOf(`${folder}/${path}`).length),
  );
  expect(size.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(600 * 1024);
});
