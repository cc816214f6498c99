import { word } from "./names.mjs";

const text = (name) => `import { plain } from "../../kernel/index.ts";
import { countBySeverity, type ReportForm } from "../report.ts";
import { NL } from "../style.ts";

/**
 * Fill in: summary, who reads it, and the form itself. A form gets everything that a run found and returns text; it prints nothing. For people
 * lines end with NL, because a line feed of a value is shown as a symbol; for programs (readers) the text is printed exactly as it is. With
 * \`context.quiet\` it holds only what decides the exit code.
 */
export const form: ReportForm = {
  name: "${name}",
  summary: "say in a few words who reads it",
  readers: "people",
  render(report, { quiet }) {
    const { errors, warnings, infos } = countBySeverity(report.findings);
    const shown = report.findings.filter(({ severity }) => !quiet || severity === "error");
    const lines = shown.map(({ rule, message }) => \`\${rule}: \${plain(message)}\`);
    return [...lines, \`\${report.environments} environments: \${errors} errors, \${warnings} warnings, \${infos} infos\`, ""].join(NL);
  },
};
`;

export function scaffold(name) {
  word(name, "an output form (the value of --format)");
  const fill =
    "summary, readers and render; then npm run generate, and every command with findings has it. Tests: npm test -- test/report test/house";
  return { path: `src/report/forms/${name}.ts`, text: text(name), fill };
}
