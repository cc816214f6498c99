import { checkDocument } from "../../../../src/kernel/schema/validate.ts";
import { readYaml } from "../../../../src/kernel/source/yaml.ts";
import { TRAPS } from "./traps.ts";
import { inWords } from "../../../support/said.ts";

/** Reads every trap at the length given, and writes one JSON line each: its name, milliseconds, the rules that spoke. */
const length = Number(process.argv[2]);
const only = process.argv[3];
for (const [name, make] of Object.entries(TRAPS)) {
  if (only !== undefined && only !== name) continue;
  const bytes = new TextEncoder().encode(make(length));
  const start = performance.now();
  const { tree, problems } = readYaml("trap.yaml", bytes);
  const shape = tree === null ? [] : checkDocument("Environment", tree);
  const rules = [...new Set([...problems, ...shape].map(({ rule }) => rule))];
  const longest = Math.max(...[...problems, ...shape].map(inWords).map(({ message, help }) => message.length + help.length));
  const count = problems.length + shape.length;
  console.log(JSON.stringify({ name, bytes: bytes.length, ms: Math.round(performance.now() - start), rules, count, longest }));
}
