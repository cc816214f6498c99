import { java } from "./jvm.ts";

export interface JavaLoad {
  readonly loads: boolean;
  readonly puts: readonly (readonly [string, string])[];
}

/** Answers of java.util.Properties to requests of PropertiesOracle.java, in order. */
function ask<T>(requests: readonly string[]): T[] {
  const answers: T[] = [];
  for (let i = 0; i < requests.length; i += 20_000) {
    const out = java("PropertiesOracle", { input: `${requests.slice(i, i + 20_000).join("\n")}\n` });
    for (const line of out.trimEnd().split("\n")) answers.push(JSON.parse(line) as T);
  }
  if (answers.length !== requests.length) throw new Error(`${requests.length} requests, ${answers.length} answers`);
  return answers;
}

/** Both readings of files given as ISO-8859-1 views. */
export function javaLoad(files: readonly string[]): { latin1: JavaLoad; utf8: JavaLoad }[] {
  return ask(files.map((f) => `load ${Buffer.from(f, "latin1").toString("base64") || "-"}`));
}

/** The lines that Properties.store writes for pairs of decoded text. */
export function javaStore(pairs: readonly (readonly [string, string])[]): { stream: string; writer: string }[] {
  const base64 = (s: string) => Buffer.from(s, "utf16le").swap16().toString("base64") || "-";
  return ask(pairs.map(([k, v]) => `store ${base64(k)} ${base64(v)}`));
}

/** Name and value of every parameter of XML files given as ISO-8859-1 views, as Java's own XML reader reports them. */
export function javaXmlParameters(files: readonly string[]): readonly ReadonlyMap<string, string>[] {
  const requests = files.map((file) => Buffer.from(file, "latin1").toString("base64"));
  const out = java("XmlParametersOracle", { input: `${requests.join("\n")}\n` });
  const text = (base64: string) => Buffer.from(base64, "base64").toString("utf8");
  return out
    .trimEnd()
    .split("\n")
    .map(
      (line) =>
        new Map(
          line
            .trim()
            .split(" ")
            .map((pair) => pair.split(":").map(text) as [string, string]),
        ),
    );
}
