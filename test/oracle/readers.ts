import { EXAMPLE_REPOSITORY } from "../../src/rules/example.ts";
import type { Reader } from "./limits.ts";
import { HOSTS, LOG4J2, PLUGIN, PROPERTIES, TEMPLATES, XML, YAML } from "./nasty.ts";

const CONNECTOR = "releases/2506/base/connector.properties";
const before = EXAMPLE_REPOSITORY[CONNECTOR] ?? "";
const a = "a.properties";

/** Readers of properties, log4j2, plug-in descriptors, hosts files and templates. */
export const FILES: readonly Reader[] = [
  { name: "properties lint", file: a, argv: ["properties", "lint", a], shapes: PROPERTIES },
  { name: "properties list", file: a, argv: ["properties", "list", a], shapes: PROPERTIES, every: 5 },
  { name: "properties set", file: a, argv: ["properties", "set", a, "KEY", "new", "--out", "b"], shapes: PROPERTIES, every: 5 },
  { name: "connector.properties of a kit", file: CONNECTOR, argv: ["check"], shapes: PROPERTIES, before, every: 2 },
  { name: "connector.properties, compiled", file: CONNECTOR, argv: ["compile"], shapes: PROPERTIES, before, every: 2 },
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
  { name: "log4j2 show", file: "a.xml", argv: ["log4j2", "show", "a.xml"], shapes: [...LOG4J2, ...XML], every: 2 },
  { name: "log4j2 lint", file: "a.xml", argv: ["log4j2", "lint", "a.xml"], shapes: [...LOG4J2, ...XML] },
  { name: "log4j2.xml of a kit", file: "releases/2506/base/log4j2.xml", argv: ["compile"], shapes: LOG4J2, every: 2 },
  { name: "an installed log4j2.xml", file: "environments/demo/installed/log4j2.xml", argv: ["check"], shapes: LOG4J2, every: 4 },
  { name: "plugin.xml", file: "releases/2506/base/plugin.xml", argv: ["check"], shapes: [...PLUGIN, ...XML] },
  { name: "a hosts file", file: "hosts", argv: ["check", "--hosts", "hosts"], shapes: HOSTS },
  { name: "a template", file: "templates/workstation-note.md.hbs", argv: ["compile"], shapes: TEMPLATES },
];

const header = (kind: string): string => `apiVersion: tierwright/v1\nkind: ${kind}\n`;
export const environment = "environments/demo/environment.yaml";
const lock = "releases/2506/kit.lock.yaml";
const whole = { argv: ["check"], shapes: YAML };
const part = { ...whole, every: 3 };

/** Readers of every kind of YAML document. */
export const DOCUMENTS: readonly Reader[] = [
  { name: "environment.yaml", file: environment, before: EXAMPLE_REPOSITORY[environment], ...whole },
  { name: "site.yaml", file: "environments/site.yaml", before: header("Site"), ...part },
  { name: "release.yaml", file: "releases/2506/release.yaml", before: header("ConnectorRelease"), ...part },
  { name: "matrix.yaml", file: "releases/matrix.yaml", before: header("CompatibilityMatrix"), ...part },
  { name: "exceptions.yaml", file: "releases/exceptions.yaml", before: header("Exceptions"), ...part },
  { name: "sso.yaml", file: "environments/demo/sso.yaml", before: header("FederatedSignIn"), ...part },
  { name: "kit.lock.yaml", file: lock, before: EXAMPLE_REPOSITORY[lock], ...part },
];
