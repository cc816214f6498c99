import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { log4j2File, propertiesFile } from "../../src/load/files.ts";
import { DIRECTORY_KEYS } from "../../src/model/directories.ts";
import { RULES } from "../../src/rules/registry.generated.ts";
import type { Log4j2Rule, PropertiesRule } from "../../src/rules/rule.ts";
import { effects, inWords } from "./in-words.ts";
import { LOG4J2_TEXTS } from "./texts/log4j2.ts";
import { PROPERTIES_TEXTS } from "./texts/properties.ts";
import type { Text } from "./texts/text.ts";

/*
 * Every branch of a rule about files as they lie, on a text of its own: what it says is written down in messages/, to be read when it
 * changes (`npm run update test/rules/texts.test.ts` writes it anew). Silence is written down, too.
 */

const UPDATE = process.env.UPDATE === "1";

const DIRECTORIES = new Set(DIRECTORY_KEYS);
const bytesOf = (text: string | Uint8Array) => (typeof text === "string" ? Buffer.from(text, "utf8") : Buffer.from(text));

function problemsOf(rule: PropertiesRule | Log4j2Rule, { text, role = "connector", origin = "argument" }: Text) {
  if (rule.scope === "log4j2") return rule.check(log4j2File("log4j2.xml", bytesOf(text), origin));
  return rule.check(propertiesFile(`${role}.properties`, bytesOf(text), origin, role, DIRECTORIES));
}

function told(rule: PropertiesRule | Log4j2Rule, text: Text): string {
  const found = [...problemsOf(rule, text)].map((problem) => inWords({ severity: rule.severity, ...problem }) + effects(problem));
  return `${rule.id}: ${text.title}\n${found.join("") || "  nothing\n"}`;
}

const ALL: Readonly<Record<string, readonly Text[]>> = { ...PROPERTIES_TEXTS, ...LOG4J2_TEXTS };

describe.each(Object.entries(ALL))("texts of %s (else: npm run update test/rules/texts.test.ts)", (id, texts) => {
  test("raise what is written down", () => {
    const rule = RULES.find(
      (one): one is PropertiesRule | Log4j2Rule => one.id === id && /^(properties|log4j2)$/.test(one.scope),
    );
    expect(rule?.id).toBe(id);
    const said = rule ? texts.map((text) => told(rule, text)).join("\n") : "";
    const path = join(import.meta.dirname, "messages", "texts", `${id.replace("/", "-")}.txt`);
    if (UPDATE) writeFileSync(path, said);
    expect(said).toBe(existsSync(path) ? readFileSync(path, "utf8") : "");
  });
});
