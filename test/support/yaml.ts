import type { RuleProblem } from "../../src/kernel/diagnostic/finding.ts";
import type { Tree } from "../../src/kernel/source/tree.ts";
import { readYaml, type YamlRead } from "../../src/kernel/source/yaml.ts";

const encoder = new TextEncoder();

/** Reads YAML text or bytes as a file named test.yaml. */
export function read(text: string | Uint8Array): YamlRead {
  return readYaml("test.yaml", typeof text === "string" ? encoder.encode(text) : text);
}

/** The tree of a text that must have no problems. */
export function treeOf(text: string): Tree {
  const { tree, problems } = read(text);
  if (tree === null || problems.length > 0) throw new Error(`not a sound document: ${shown(problems).join("; ")}`);
  return tree;
}

/** `LINE:COLUMN RULE` of each problem. */
export function shown(problems: readonly RuleProblem[]): string[] {
  return problems.map(({ at, rule }) => `${at?.line}:${at?.column} ${rule}`);
}

/** The text that each problem marks. */
export function marked(text: string, problems: readonly RuleProblem[]): string[] {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n|\r|\n/);
  return problems.map(({ at }) =>
    at && at.line === at.endLine ? (lines[at.line - 1]?.slice(at.column - 1, at.endColumn - 1) ?? "") : "(lines)",
  );
}
