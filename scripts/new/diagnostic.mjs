import { bodyOf, groupAndName } from "./rule.mjs";

const text = (id, name) => `import { defineDiagnostic } from "../../diagnostic/define.ts";
import { say, value } from "../../diagnostic/text.ts";

const FILE = "environments/demo/environment.yaml";
const LINE = "authentication: password\\n";

interface Args {
  readonly text: string;
}

/**
 * Fill in: title, why, remedy, clauses, the words and the examples. The stage that finds it raises it: \`${name}.at(place, { text })\`, or
 * \`report(${name}, start, end, { text })\` where a file is read (src/kernel/source/problem.ts). A problem without a line of its own
 * is placed at \`startOf(file)\` (src/kernel/diagnostic/place.ts). Numbers of a stage are arguments.
 */
export const ${name} = defineDiagnostic({
  id: "${id}",
${bodyOf(id, "Say why it matters: what would be read, decided or lost.")}});
`;

export function scaffold(id) {
  const { group, name, camel } = groupAndName(id, "a diagnostic");
  const fill =
    "severity (error unless it can be right), title, why, remedy, clauses, a failing and a passing example, the line that raises it in the stage that finds it (a range of a YAML file: report(...) in src/kernel/source; one environment: src/compiler/load/environment.ts; the folder or several files: src/compiler/load/shared.ts), and in test/compiler/rules/planted-secrets.test.ts whether a secret can stand there; then npm run generate, and npm run update test/compiler/rules/examples.test.ts. Tests: npm test -- test/compiler/rules test/house";
  return { path: `src/kernel/diagnostics/${group}/${name}.ts`, text: text(id, camel), fill };
}
