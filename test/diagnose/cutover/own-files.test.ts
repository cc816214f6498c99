import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { consumerOfFile } from "../../../src/diagnose/cutover/consumer.ts";
import { scene, typed } from "../../author/adopt/scene.ts";
import { bundle, kitRepository } from "../../deploy/bundle/repository.ts";
import { cli } from "../../support/host.ts";
import { writeFiles } from "../../support/repository.ts";

interface Document {
  readonly count: number;
  readonly places: readonly { readonly file: string; readonly consumer: string }[];
}

async function cutover(folder: string, old: string, paths: readonly string[] = []) {
  const { code, out } = await cli(["cutover", old, ...paths, "--format", "json"], { cwd: folder });
  const { count, places } = JSON.parse(out) as Document;
  const text = await cli(["cutover", old, ...paths], { cwd: folder });
  return { code, count, text: text.out, by: new Map(places.map(({ file, consumer }) => [file, consumer])), places };
}

/** Writes a new address into the environment document of a repository, as the advice of `cutover` demands. */
function moveDocument(folder: string, name: string, old: string): void {
  const path = `environments/${name}/environment.yaml`;
  const text = readFileSync(join(folder, path), "utf8");
  expect(text).toContain(old);
  writeFiles(folder, { [path]: text.replaceAll(old, `${old.replace(/:\d+$/, "")}:9443`) });
}

const LOG4J2 = `<Configuration><Appenders/><!-- https://new.example.com:8443/tc --><Loggers><Root level="info"/></Loggers></Configuration>\n`;

test("[E12] what adopt recorded of a workstation is listed apart and is no open work once the YAML has the new address", async () => {
  const { connector, client, logger } = typed();
  const files = { "a/connector.properties": connector, "a/client.properties": client, "a/logger.properties": logger ?? "" };
  const at = scene({ ...files, "a/log4j2.xml": LOG4J2 });
  const named = Object.entries({ connector, client, logger }).flatMap(([role]) => [`--${role}`, `a/${role}.properties`]);
  const { environments } = await at.json([...named, "--log4j2", "a/log4j2.xml", "--name", "adopted"]);
  expect(environments[0]?.written).toBe(true);
  const old = "https://new.example.com:8443";
  const before = await cutover(at.folder, old);
  expect(before.code).toBe(1);
  const recorded = [...before.by].filter(([file]) => file.startsWith("environments/adopted/installed/"));
  expect(recorded).toHaveLength(3);
  expect(new Set(recorded.map(([, consumer]) => consumer))).toEqual(new Set(["record"]));
  expect(before.count).toBe(before.places.filter(({ consumer }) => consumer !== "record").length);

  moveDocument(at.folder, "adopted", old);
  const after = await cutover(at.folder, old);
  expect(after).toMatchObject({ code: 0, count: 0 });
  expect([...after.by.keys()].sort()).toEqual(recorded.map(([file]) => file).sort());
  expect(after.text).not.toContain("all of these fail at once");
  expect(after.text).toMatch(/records of workstations as they were: 3 places, after the switch\n.*delete/);
  expect(after.text).toMatch(/https:\/\/new\.example\.com:8443: none is left, 3 places in records; /);
});

test("[E12] no file that Tierwright itself writes has unknown consumers, and following the advice ends every place", async () => {
  const folder = kitRepository();
  const old = "https://plm.example.com:8443";
  await cli(["compile"], { cwd: folder });
  expect((await bundle(folder)).code).toBe(0);
  const before = await cutover(folder, old, ["dist"]);
  expect([...before.by.keys()].filter((file) => file.endsWith("manifest.json"))).toHaveLength(2);
  expect([...before.by].filter(([file, consumer]) => file.startsWith("dist/") && consumer === "unknown")).toEqual([]);
  expect(before.text).toMatch(/change the YAML, compile, bundle/);
  moveDocument(folder, "demo", old);
  await cli(["compile"], { cwd: folder });
  const built = await bundle(folder, [], { env: { SOURCE_DATE_EPOCH: "1790000001" } });
  expect(built.code, built.out).toBe(0);
  const after = await cutover(folder, old, ["dist"]);
  expect(after).toMatchObject({ code: 0, places: [] });
});

test("[E12] a manifest of another program keeps its unknown consumers", async () => {
  const folder = kitRepository({ "web/manifest.json": '{ "start_url": "http://old.example.com/" }' });
  expect((await cutover(folder, "http://old.example.com")).by.get("web/manifest.json")).toBe("unknown");
});

test.each([
  ["environments/plm/installed/proxy.properties", "record"],
  ["clones/plm-config/environments/plm/installed/proxy.properties", "record"],
  ["clones/plm-config/environments/plm/installed/log4j2-debug.xml", "record"],
  ["clones/plm-config/environments/plm/installed/login.xml", "login-service"],
])("[E12] a record of a workstation is one in a repository at any depth: %s", (file, consumer) => {
  expect(consumerOfFile(file)).toBe(consumer);
});
