import { log4j2File, propertiesFile } from "../../../src/compiler/load/files.ts";
import { DIRECTORY_KEYS } from "../../../src/compiler/model/directories.ts";
import type { Log4j2Rule, PropertiesRule } from "../../../src/compiler/rules/rule.ts";
import { effects, expectWritten, inWords } from "./in-words.ts";
import { LOG4J2_TEXTS } from "./texts/log4j2.ts";
import { PROPERTIES_TEXTS } from "./texts/properties.ts";
import type { Text } from "./texts/text.ts";

/*
 * Every branch of a rule about files as they lie, on a text of its own: what it says is written down in messages/, to be read when it
 * changes (`npm run update test/compiler/rules/texts.test.ts` writes it anew). Silence is written down, too.
 */

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

expectWritten("texts", Object.entries(ALL), (rule, text) =>
  rule.scope === "properties" || rule.scope === "log4j2" ? told(rule, text) : "a rule about other files",
);
