import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DOCUMENT_KINDS } from "../../../src/kernel/schema/kinds.ts";
import { schemaAt } from "../../../src/kernel/schema/nodes.ts";
import { DOCUMENT_KEYS } from "../../../src/kernel/source/document-keys.generated.ts";

/*
 * What `help:` tells a person to write exists. Every example and branch of a rule is executed by a test of this folder, which keeps its words in
 * messages/: their help is read here, and each field in it is looked up in the schemas.
 */

const MESSAGES = join(import.meta.dirname, "messages");

interface Help {
  /** The rule and the title of its example. */
  readonly of: string;
  readonly text: string;
}

function helps(): readonly Help[] {
  const files = readdirSync(MESSAGES, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".txt"));
  return files.flatMap((file) => {
    const parts = readFileSync(join(MESSAGES, file), "utf8").split(/\n(?=\S)/);
    return parts.flatMap((part) => {
      const [of = ""] = part.split("\n");
      return [...part.matchAll(/^ {4}help: (.*)$/gm)].map(([, text = ""]) => ({ of, text }));
    });
  });
}

/** Endings of files and hosts, which are no fields: kit.lock.yaml, files.example.com. */
const ENDING = /\.(?:yaml|yml|properties|xml|json|env|csv|zip|jar|md|exe|lock|com|example|invalid|net|org)$/;

/** Returns the texts of a help that look like a field of a document: `tier.members`, and not a host, a file or a name in {{ }}. */
const fieldsIn = (help: string): readonly string[] =>
  [...help.matchAll(/(?<![\w.@/\\:{-])[a-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)+(?![\w@/\\-]|\.\w)/g)]
    .map(([field]) => field)
    .filter((field) => !ENDING.test(field) && DOCUMENT_KEYS.has(field.split(".")[0] ?? ""));

/** The names that a write's value can have between {{ and }}, of which some are no field themselves. */
const NAMES = schemaAt("ConnectorProfile", "/writes/0/field")?.node.enum ?? [];

/** Returns true if some document has the field, or if a write can name it. */
function exists(field: string): boolean {
  if (NAMES.includes(field)) return true;
  const pointer = `/${field.replaceAll(".", "/")}`;
  return DOCUMENT_KINDS.some((kind) => {
    const parts = pointer.split("/");
    return parts.slice(1).every((part, i) => {
      const parent = schemaAt(kind, parts.slice(0, i + 1).join("/"))?.node;
      return (
        parent !== undefined && (Object.hasOwn(parent.properties ?? {}, part) || typeof parent.additionalProperties === "object")
      );
    });
  });
}

/** Returns the keys that a help shows in YAML: 'write conf: x' has conf. */
const keysIn = (help: string): readonly string[] =>
  [...help.matchAll(/(?:\bwrite |\{ )([a-z][A-Za-z0-9]*): /g)].map(([, key = ""]) => key);

const HELPS = helps();

test("[B5] a field that help names in dots is one that a document has", () => {
  const wrong = HELPS.flatMap(({ of, text }) => fieldsIn(text).flatMap((field) => (exists(field) ? [] : [`${of}: ${field}`])));
  expect(HELPS.flatMap(({ text }) => fieldsIn(text)).length).toBeGreaterThan(60);
  expect(wrong).toEqual([]);
});

test("[B5] a key that help shows in YAML is one that a document has", () => {
  const wrong = HELPS.flatMap(({ of, text }) => keysIn(text).flatMap((key) => (DOCUMENT_KEYS.has(key) ? [] : [`${of}: ${key}`])));
  expect(HELPS.flatMap(({ text }) => keysIn(text)).length).toBeGreaterThan(20);
  expect(wrong).toEqual([]);
});

test("[B5] help names fields, and no table that is in no document", () => {
  expect(HELPS.filter(({ text }) => /\bthe write table\b/.test(text))).toEqual([]);
});

test.each([
  ["decide it with workstation.licenceServer", ["workstation.licenceServer"], false],
  ["set tier.members.plm, or client.log4j2", ["tier.members.plm", "client.log4j2"], true],
  ["write kit.conf below it", ["kit.conf"], true],
  ["write value: '{{tier.isTccs}}'", [], true],
  ["look at files.example.com, at kit.lock.yaml and at 27000@tool.example", [], true],
] as const)("the fields in '%s'", (help, fields, all) => {
  expect(fieldsIn(help)).toEqual(fields);
  expect(fields.every(exists)).toBe(all);
});
