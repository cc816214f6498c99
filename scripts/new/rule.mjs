import { word } from "./names.mjs";

const GROUPS = ["repo", "tier", "conf", "logging", "compat", "kit", "sso", "idp", "secret"];

/** Returns the fields of documentation that a new rule or diagnostic has to fill in. */
export const bodyOf = (id, why) => `  severity: "error",
  title: "say in one line what is wrong",
  why: "${why}",
  remedy: "Say what to do.",
  clauses: [],
  message: ({ text }: Args) => ({
    message: say\`say what was found: \${value(text)}\`,
    notes: [say\`say what its reader would do with it\`],
    help: say\`say how to put it right\`,
  }),
  fails: { file: FILE, replace: LINE, with: \`\${LINE}description: ${id} fails\\n\` },
  passes: [{ file: FILE, replace: LINE, with: \`\${LINE}description: anything else\\n\` }],
`;

const text = (id, name) => `import { defineDiagnostic, placeOf, say, value } from "../../../kernel/index.ts";
import type { EnvironmentRule } from "../rule.ts";

const FILE = "environments/demo/environment.yaml";
const LINE = "authentication: password\\n";

interface Args {
  readonly text: string;
}

/** Fill in: title, why, remedy, clauses, the words and the examples, and the check below. As it stands it finds its own failing example only. */
const ${name} = defineDiagnostic({
  id: "${id}",
${bodyOf(id, "Say what Java, the connector or log4j would actually do with it.")}});

export const rule: EnvironmentRule = {
  ...${name},
  scope: "environment",
  *check({ environment: { description } }) {
    if (description?.text !== "${id} fails") return;
    yield ${name}.at(placeOf(description.span), { text: description.text }, { pointer: description.pointer });
  },
};
`;

const camelCase = (name) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** Returns the parts of GROUP/NAME, and the name as a variable. `what`: 'a rule', 'a diagnostic'. */
export function groupAndName(id, what) {
  const [group, name, ...rest] = id.split("/");
  if (!GROUPS.includes(group)) throw new Error(`the group of ${what} is one of ${GROUPS.join(", ")}; '${group}' is not`);
  if (name === undefined || rest.length > 0)
    throw new Error(`${what} is named GROUP/NAME, such as conf/trailing-blank; '${id}' is not`);
  word(name, `${what} (it names the problem)`);
  return { group, name, camel: camelCase(name) };
}

export function scaffold(id) {
  const { group, name, camel } = groupAndName(id, "a rule");
  const fill =
    "severity (error unless it can be right), title, why, remedy, clauses, a failing and a passing example, the check; further branches in test/compiler/rules/branches.ts; clauses are those of scripts/generate/clauses.mjs, or none. Then npm run generate, and npm run update test/compiler/rules/examples.test.ts. Tests: npm test -- test/compiler/rules test/house";
  return { path: `src/compiler/rules/${group}/${name}.ts`, text: text(id, camel), fill };
}
