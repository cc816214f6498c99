import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emit } from "../../../src/compiler/artifacts/emit.ts";
import { loadEnvironment } from "../../../src/compiler/load/environment.ts";
import { loadShared } from "../../../src/compiler/load/shared.ts";
import { readDocument } from "../../../src/compiler/load/document.ts";
import { PropertiesDocument } from "../../../src/kernel/formats/properties/document.ts";
import { diskTree } from "../../../src/platform/disk-tree.ts";
import { EnvironmentNames } from "../../../src/compiler/model/environment-names.ts";
import { environmentPath } from "../../../src/kernel/text/paths.ts";
import { EXAMPLE_REPOSITORY } from "../../../src/compiler/rules/example.ts";
import { compileEnvironment } from "../../../src/compiler/compile/compile.ts";
import { exampleRepository } from "../../support/repository.ts";
import { DECODED, INSTALLED, KEYS, KIT } from "./generated-confs.ts";
import { inWords } from "../../support/said.ts";

/*
 * The law of precedence (docs/formats.md): what a compiled file says is writes over workstation.set over workstation fields over carried
 * values over the kit; a key that only the old conf has is dropped and listed, and the kit's bytes stay where nothing was decided.
 * Rules have no say here: what may be written is one question, what would be written another.
 */

const RUNS = Number(process.env.TIERWRIGHT_LAW_RUNS ?? 300);

type Role = "connector" | "client" | "logger";
const LAYERS = ["defaults", "extends", "environment"] as const;
type Layer = (typeof LAYERS)[number];

/** Field of the YAML, with the key and the value that it decides. */
const FIELDS = {
  licenseServer: { role: "connector", key: "LicenseDir", value: (text: string) => text },
  stagingDir: { role: "connector", key: "STAGING_DIR", value: (text: string) => text },
  importWorkingDir: { role: "connector", key: "CAMEOTCIntImportWorkingDir", value: (text: string) => text },
  embeddedBrowser: { role: "connector", key: "USE_JCEF_BROWSER", value: (text: string) => String(text === "bundled") },
} as const;
type Field = keyof typeof FIELDS;

const KEY = fc.constantFrom(...KEYS.map(([key]) => key));
const layered = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.record({ defaults: arbitrary, extends: arbitrary, environment: arbitrary }, { requiredKeys: [] });

const FIELD_VALUES = fc.record(
  {
    licenseServer: layered(DECODED),
    stagingDir: layered(DECODED),
    importWorkingDir: layered(DECODED),
    embeddedBrowser: layered(fc.constantFrom("bundled", "system")),
  },
  { requiredKeys: [] },
);
const SETS = layered(
  fc.record({
    connector: fc.dictionary(KEY, DECODED, { maxKeys: 4 }),
    client: fc.dictionary(KEY, DECODED, { maxKeys: 3 }),
    logger: fc.dictionary(KEY, DECODED, { maxKeys: 2 }),
  }),
);
const WRITES = fc.uniqueArray(
  fc.record({
    file: fc.constantFrom<Role>("connector", "client"),
    key: KEY,
    value: fc.constantFrom(
      "{{tier.signIn}}",
      "{{tier.fileTransfer}}",
      "{{ tier.transport }}",
      "x{{tier.isTccs}}y",
      "plain",
      "{{sso.loginUrl}}",
    ),
  }),
  { maxLength: 6, selector: ({ file, key }) => `${file} ${key}` },
);

const SCENARIO = fc.record({
  kit: KIT,
  client: KIT,
  logger: KIT,
  old: fc.option(INSTALLED),
  fields: FIELD_VALUES,
  sets: SETS,
  writes: WRITES,
});
type Scenario = typeof SCENARIO extends fc.Arbitrary<infer T> ? T : never;

/** What the names of a write stand for in every scenario. */
const NAMED: Readonly<Record<string, string>> = {
  "{{tier.signIn}}": "https://plm.example.com:8443/tc",
  "{{tier.fileTransfer}}": "https://a.example.com:4544,https://b.example.com:4544",
  "{{ tier.transport }}": "tccs",
  "x{{tier.isTccs}}y": "xtruey",
  plain: "plain",
  "{{sso.loginUrl}}": "",
};

/** JSON is YAML; every decoded text arrives as it is. */
function workstationOf(layer: Layer, { fields, sets }: Scenario) {
  const own = Object.entries(fields).flatMap(([field, values]) =>
    values?.[layer] === undefined ? [] : [[field, values[layer]]],
  );
  return { ...Object.fromEntries(own), ...(sets[layer] ? { set: sets[layer] } : {}) };
}

function write(folder: string, scenario: Scenario): void {
  const put = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const environment = (name: string, layer: Layer, more: object) =>
    put(
      environmentPath(name),
      JSON.stringify({
        apiVersion: "tierwright/v1",
        kind: "Environment",
        name,
        workstation: workstationOf(layer, scenario),
        ...more,
      }),
    );
  environment("below", "extends", {
    connector: "2506",
    tool: "2024x Refresh3",
    tier: {
      release: "2506",
      signIn: "https://plm.example.com:8443/tc",
      fileTransfer: ["https://a.example.com:4544", "https://b.example.com:4544"],
      transport: "tccs",
    },
  });
  environment("demo", "environment", {
    extends: "below",
    ...(scenario.old ? { carryFrom: "installed/connector.properties" } : {}),
  });
  put(
    "environments/site.yaml",
    `${EXAMPLE_REPOSITORY["environments/site.yaml"]}defaults: ${JSON.stringify({ workstation: workstationOf("defaults", scenario) })}\n`,
  );
  put(
    "releases/2506/release.yaml",
    JSON.stringify({
      apiVersion: "tierwright/v1",
      kind: "ConnectorRelease",
      release: "2506",
      writes: scenario.writes.map((item) => ({ ...item, decides: "something" })),
    }),
  );
  put("releases/2506/base/connector.properties", scenario.kit);
  put("releases/2506/base/client.properties", scenario.client);
  put("releases/2506/base/logger.properties", scenario.logger);
  rmSync(join(folder, "environments/demo/installed"), { recursive: true, force: true });
  if (scenario.old) put("environments/demo/installed/connector.properties", scenario.old);
}

function compile(folder: string) {
  const files = diskTree(folder);
  const shared = loadShared(files);
  const neighbours = {
    names: new EnvironmentNames(["below", "demo"]),
    document: (name: string) => readDocument(files, environmentPath(name), "Environment"),
  };
  const loaded = loadEnvironment(files, "demo", shared.model, neighbours);
  // a random text may look like a path in double quotes; it is taken as it is, and the warning is not what is asked here
  const problems = [...shared.problems, ...loaded.problems].filter(({ rule }) => rule !== "repo/escaped-path");
  expect(problems.map(inWords).map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
  const compiled = compileEnvironment(loaded, shared.model, {
    today: "2026-11-21",
    requireProof: false,
    hostsFile: null,
    resolved: null,
  });
  if (!compiled) throw new Error("not compiled");
  const emitted = emit(compiled, { version: "0.1.0", template: () => null });
  expect(emitted.faults).toEqual([]);
  return new Map(emitted.files.map((file) => [file.path, file.bytes]));
}

interface Expected {
  readonly value: string;
  readonly layer: "kit" | "carried" | "workstation" | "set" | "write";
}

const valuesOf = (bytes: Buffer) =>
  new Map([...PropertiesDocument.parse(bytes).load().map].map(([key, entry]) => [key, entry.value]));

/** The law itself, said once more in the plainest way. */
function law(role: Role, base: Buffer, scenario: Scenario): Map<string, Expected> {
  const kit = valuesOf(base);
  const result = new Map<string, Expected>([...kit].map(([key, value]) => [key, { value, layer: "kit" }]));
  if (role === "connector" && scenario.old) {
    for (const [key, value] of valuesOf(scenario.old)) if (kit.has(key)) result.set(key, { value, layer: "carried" });
  }
  for (const layer of LAYERS) {
    for (const [name, { role: of, key, value }] of Object.entries(FIELDS)) {
      const text = scenario.fields[name as Field]?.[layer];
      if (of === role && text !== undefined) result.set(key, { value: value(text), layer: "workstation" });
    }
  }
  for (const layer of LAYERS)
    for (const [key, value] of Object.entries(scenario.sets[layer]?.[role] ?? {})) result.set(key, { value, layer: "set" });
  for (const { file, key, value } of scenario.writes)
    if (file === role) result.set(key, { value: NAMED[value] ?? "?", layer: "write" });
  return result;
}

const PATHS: Readonly<Record<Role, string>> = {
  connector: "connector/connector.properties",
  client: "client/CommonClient.properties",
  logger: "connector/logger.properties",
};
const basesOf = (scenario: Scenario): readonly (readonly [Role, Buffer])[] => [
  ["connector", scenario.kit],
  ["client", scenario.client],
  ["logger", scenario.logger],
];

function holds(check: (scenario: Scenario, files: ReadonlyMap<string, Buffer>) => void): void {
  const folder = exampleRepository();
  rmSync(join(folder, "environments/demo"), { recursive: true });
  fc.assert(
    fc.property(SCENARIO, (scenario) => {
      write(folder, scenario);
      check(scenario, compile(folder));
    }),
    { numRuns: RUNS },
  );
}

describe("for any kit, any conf installed before and any environment", () => {
  test("[B1] [B5] [C7] a file reads as writes over workstation.set over fields over carried values over the kit", () => {
    holds((scenario, files) => {
      for (const [role, base] of basesOf(scenario)) {
        const expected = new Map([...law(role, base, scenario)].map(([key, { value }]) => [key, value]));
        expect(valuesOf(files.get(PATHS[role]) as Buffer)).toEqual(expected);
      }
    });
  });

  test("[C7] every byte outside the touched logical lines is the kit's, and so are their indentation and key", () => {
    holds((scenario, files) => {
      for (const [role, base] of basesOf(scenario)) {
        const expected = law(role, base, scenario);
        const before = PropertiesDocument.parse(base);
        const after = PropertiesDocument.parse(files.get(PATHS[role]) as Buffer);
        const keys = before.load().entries.map((entry) => entry.key);
        let from = 0;
        let to = 0;
        before.lines.forEach((line, i) => {
          const now = after.lines[i] as (typeof after.lines)[number];
          expect(after.text.slice(to, now.keyEnd)).toBe(before.text.slice(from, line.keyEnd));
          const touched = expected.get(keys[i] ?? "")?.layer !== "kit";
          const last = line.end === before.text.length; // a line behind which others are written must end
          if (!touched && !last) expect(after.text.slice(now.start, now.end)).toBe(before.text.slice(line.start, line.end));
          if (!last) expect(after.text.slice(now.contentEnd, now.end)).toBe(before.text.slice(line.contentEnd, line.end));
          from = line.end;
          to = now.end;
        });
        const added = after
          .load()
          .entries.slice(before.lines.length)
          .map((entry) => entry.key);
        expect([...added].sort()).toEqual([...expected.keys()].filter((key) => !keys.includes(key)).sort());
        if (added.length === 0 && from < before.text.length) expect(after.text.slice(to)).toBe(before.text.slice(from));
        if (expected.size === new Set(keys).size && [...expected.values()].every(({ layer }) => layer === "kit"))
          expect(after.text).toBe(before.text);
      }
    });
  });

  test("[C7] a carried value keeps the spelling that the old conf has, its continuations with the line ends of the new file", () => {
    let carried = 0;
    holds((scenario, files) => {
      if (!scenario.old) return;
      const old = PropertiesDocument.parse(scenario.old);
      const after = PropertiesDocument.parse(files.get(PATHS.connector) as Buffer);
      const eol = PropertiesDocument.parse(scenario.kit).eol;
      for (const [key, { layer }] of law("connector", scenario.kit, scenario)) {
        if (layer !== "carried") continue;
        const was = old.load().map.get(key);
        const spelt = old.text.slice(was?.valueStart, was?.valueEnd).replace(/\r\n|\r|\n/g, eol);
        for (const now of after.load().entries.filter((entry) => entry.key === key)) {
          carried++;
          expect(after.text.slice(now.valueStart, now.valueEnd)).toBe(spelt);
        }
      }
    });
    expect(carried).toBeGreaterThan(RUNS / 2);
  });

  test("[B1] [C7] the manifest lists what was decided, carried and dropped", () => {
    holds((scenario, files) => {
      const manifest = JSON.parse((files.get("manifest.json") as Buffer).toString("utf8"));
      const kit = valuesOf(scenario.kit);
      const old = scenario.old && valuesOf(scenario.old);
      expect(manifest.carried).toEqual(
        old && {
          from: "environments/demo/installed/connector.properties",
          keys: [...old.keys()].filter((key) => kit.has(key)).sort(),
          dropped: [...old.keys()].filter((key) => !kit.has(key)).sort(),
        },
      );
      const expected = basesOf(scenario).flatMap(([role, base]) =>
        [...law(role, base, scenario)].flatMap(([key, { value, layer }]) =>
          layer === "kit" || layer === "carried" ? [] : [`${role} ${key} ${layer} ${value}`],
        ),
      );
      const listed = manifest.decided.map(
        (item: { file: Role; key: string; layer: string; value: string }) =>
          `${item.file} ${item.key} ${item.layer} ${item.value}`,
      );
      expect(listed.sort()).toEqual(expected.sort());
    });
  });
});
