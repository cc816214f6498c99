import { EXAMPLE_REPOSITORY } from "../../src/compiler/rules/example.ts";
import type { Reader } from "./limits.ts";
import { HOSTS, KEYS, KINDS, LOG4J2, PLUGIN, PROPERTIES, type Shape, TEMPLATES, XML, YAML } from "./nasty.ts";

const CONNECTOR = "releases/2506/base/connector.properties";
const before = EXAMPLE_REPOSITORY[CONNECTOR] ?? "";
const connector = before;
const descriptor = EXAMPLE_REPOSITORY["releases/2506/base/plugin.xml"] ?? "";
const a = "a.properties";

/** Readers of properties, log4j2, plug-in descriptors, hosts files and templates. */
export const FILES: readonly Reader[] = [
  { name: "properties lint", file: a, argv: ["properties", "lint", a], shapes: PROPERTIES, every: 4 },
  { name: "properties list", file: a, argv: ["properties", "list", a], shapes: PROPERTIES, every: 8 },
  { name: "properties set", file: a, argv: ["properties", "set", a, "KEY", "new", "--out", "b"], shapes: PROPERTIES, every: 8 },
  { name: "connector.properties of a kit", file: CONNECTOR, argv: ["check"], shapes: PROPERTIES, before, every: 8 },
  { name: "connector.properties, compiled", file: CONNECTOR, argv: ["compile"], shapes: PROPERTIES, before, every: 8 },
  {
    name: "logger.properties of a kit",
    file: "releases/2506/base/logger.properties",
    argv: ["check"],
    shapes: PROPERTIES,
    every: 8,
  },
  {
    name: "client.properties, compiled",
    file: "releases/2506/base/client.properties",
    argv: ["compile"],
    shapes: PROPERTIES,
    every: 8,
  },
  {
    name: "an installed conf",
    file: "environments/demo/installed/connector.properties",
    argv: ["check"],
    shapes: PROPERTIES,
    every: 4,
  },
  { name: "log4j2 show", file: "a.xml", argv: ["log4j2", "show", "a.xml"], shapes: [...LOG4J2, ...XML], every: 5 },
  { name: "log4j2 lint", file: "a.xml", argv: ["log4j2", "lint", "a.xml"], shapes: [...LOG4J2, ...XML], every: 4 },
  { name: "log4j2.xml of a kit", file: "releases/2506/base/log4j2.xml", argv: ["compile"], shapes: LOG4J2, every: 4 },
  { name: "an installed log4j2.xml", file: "environments/demo/installed/log4j2.xml", argv: ["check"], shapes: LOG4J2, every: 4 },
  { name: "plugin.xml", file: "releases/2506/base/plugin.xml", argv: ["check"], shapes: [...PLUGIN, ...XML], every: 3 },
  { name: "a hosts file", file: "hosts", argv: ["check", "--hosts", "hosts"], shapes: HOSTS },
  {
    name: "a key file",
    file: "key.pem",
    argv: ["bundle", "verify", "a.zip", "--key", "key.pem"],
    shapes: KEYS,
    largest: 1_040_000,
  },
  {
    name: "plugin.xml of a kit that is imported",
    file: "vendor/plugin/plugin.xml",
    argv: ["kit", "import", "vendor", "--release", "2606"],
    shapes: [...PLUGIN, ...XML],
    every: 6,
  },
  {
    name: "a mapping of a kit that is imported",
    file: "vendor/plugin/conf/mapping.xml",
    argv: ["kit", "import", "vendor", "--release", "2606"],
    also: { "vendor/plugin/plugin.xml": descriptor, "vendor/plugin/conf/connector.properties": connector },
    shapes: XML,
    every: 5,
  },
  {
    name: "connector.properties of a kit that is imported",
    file: "vendor/plugin/conf/connector.properties",
    argv: ["kit", "import", "vendor", "--release", "2606"],
    also: { "vendor/plugin/plugin.xml": descriptor },
    shapes: PROPERTIES,
    before: connector,
    every: 8,
  },
  { name: "a template", file: "templates/workstation-note.md.hbs", argv: ["compile"], shapes: TEMPLATES },
];

const header = (kind: string): string => `apiVersion: tierwright/v1\nkind: ${kind}\n`;
const matrix = `${header("CompatibilityMatrix")}source: { title: matrix, revision: "7", date: 2026-09-01 }\n`;
export const environment = "environments/demo/environment.yaml";
const lock = "releases/2506/kit.lock.yaml";
/** The shapes of every document, and the kind's own. */
const of = (kind: string, every: number): { shapes: readonly Shape[]; every: number; largest?: number } => ({
  shapes: [...(KINDS[kind] ?? []), ...YAML],
  every,
  // what has more words is not read at all, which those of an environment show
  ...(kind === "Environment" ? {} : { largest: 600_000 }),
});
const check = ["check"];

/** Readers of every kind of YAML document. */
export const DOCUMENTS: readonly Reader[] = [
  { name: "environment.yaml", file: environment, argv: check, before: EXAMPLE_REPOSITORY[environment], ...of("Environment", 4) },
  { name: "site.yaml", file: "environments/site.yaml", argv: check, before: header("Site"), ...of("Site", 8) },
  {
    name: "release.yaml",
    file: "releases/2506/release.yaml",
    argv: check,
    before: header("ConnectorRelease"),
    ...of("ConnectorRelease", 6),
  },
  {
    name: "matrix.yaml",
    file: "releases/matrix.yaml",
    argv: ["compat"],
    before: matrix,
    ...of("CompatibilityMatrix", 6),
  },
  {
    name: "exceptions.yaml",
    file: "releases/exceptions.yaml",
    argv: ["compat"],
    before: header("Exceptions"),
    ...of("Exceptions", 8),
  },
  {
    name: "sso.yaml",
    file: "environments/demo/sso.yaml",
    argv: check,
    before: header("FederatedSignIn"),
    ...of("FederatedSignIn", 8),
  },
  { name: "kit.lock.yaml", file: lock, argv: check, before: header("KitLock"), ...of("KitLock", 8) },
];
