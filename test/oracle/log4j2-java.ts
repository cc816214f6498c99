import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/repository.ts";
import { java } from "./jvm.ts";

/** What log4j-core makes of a log4j2.xml. Numbers are digits, so that a Java long keeps them all. */
export interface Log4jReading {
  readonly loaded: boolean;
  readonly appenders?: readonly { readonly name: string | null; readonly type: string; readonly bytes: readonly string[] }[];
  readonly loggers?: readonly { readonly name: string; readonly level: string }[];
  /** log4j itself failed on the document with an exception. */
  readonly fault?: string;
}

const JARS = ["log4j-api.jar", "log4j-core.jar"].map((name) => join("/usr/share/java", name));

/** Answers of log4j-core to requests, in order; `live` creates log files, so it all runs in a folder of its own. */
function ask<T>(requests: readonly string[]): T[] {
  for (const jar of JARS) if (!existsSync(jar)) throw new Error(`${jar} is missing: install liblog4j2-java`);
  const out = java("Log4jOracle", { jars: JARS, cwd: temporaryFolder(), input: `${requests.join("\n")}\n` });
  const answers = out.trimEnd().split("\n");
  if (answers.length !== requests.length) throw new Error(`${requests.length} requests, ${answers.length} answers`);
  return answers.map((answer) => JSON.parse(answer) as T);
}

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString("base64");

/** The component tree, with policies and loggers built by log4j's own factories; nothing is opened. */
export function log4jReads(files: readonly Uint8Array[]): Log4jReading[] {
  return ask(files.map((file) => `read ${base64(file)}`));
}

/** The same files really configured: rolling appenders that came to life, and effective levels. */
export function log4jConfigures(files: readonly Uint8Array[]): Log4jReading[] {
  return ask(files.map((file) => `live ${base64(file)}`));
}

/** Bytes that a size policy rolls at, as digits. */
export function log4jSizes(texts: readonly string[]): string[] {
  return ask(texts.map((text) => `size ${base64(text)}`));
}

/** The level that each name means, or null. */
export function log4jLevels(texts: readonly string[]): (string | null)[] {
  return ask(texts.map((text) => `level ${base64(text)}`));
}

/** Every component name that log4j-core knows, with its kind. */
export function log4jPlugins(): Record<string, string> {
  return ask<Record<string, string>>(["plugins -"])[0] ?? {};
}

/** An answer of the corpus: what an earlier run of log4j-core said of one of its files. */
export interface StoredAnswer {
  readonly file: string;
  readonly error?: string;
  readonly appenders?: readonly {
    readonly name: string;
    readonly type: string;
    readonly fileName?: string;
    readonly filePattern?: string;
    readonly sizePolicies: readonly { readonly raw: string | null; readonly maxFileSize: number }[];
  }[];
  readonly loggers?: readonly { readonly name: string; readonly raw: string | null }[];
}

export interface CorpusFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly stored: StoredAnswer;
}

const CORPUS = join(import.meta.dirname, "../../../shared/corpus");

/** The log4j2.xml files of the shared corpus with their stored answers. Fails where the corpus is absent. */
export function corpus(): CorpusFile[] {
  const folder = join(CORPUS, "log4j2");
  if (!existsSync(folder)) throw new Error(`the corpus is missing: ${folder}`);
  const stored = readFileSync(join(CORPUS, "oracle/log4j2-probe.jsonl"), "utf8").trimEnd().split("\n");
  const answers = new Map(stored.map((line) => JSON.parse(line) as StoredAnswer).map((answer) => [answer.file, answer]));
  const names = (readdirSync(folder, { recursive: true }) as string[]).map((name) => name.replaceAll("\\", "/"));
  return names
    .filter((name) => name.endsWith(".xml"))
    .sort()
    .map((name) => {
      const answer = answers.get(name);
      if (!answer) throw new Error(`no stored answer for ${name}`);
      return { name, bytes: readFileSync(join(folder, name)), stored: answer };
    });
}
