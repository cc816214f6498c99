import { word } from "./names.mjs";

const text = (name) => `import { countBySeverity, type ReportForm } from "../report.ts";

/** Fill in: summary, who reads it, and the form itself. A form gets everything that a run found and gives back text; it prints nothing. */
export const form: ReportForm = {
  name: "${name}",
  summary: "say in a few words who reads it",
  readers: "people",
  render(report) {
    const { errors, warnings, infos } = countBySeverity(report.findings);
    return \`\${report.environments} environments: \${errors} errors, \${warnings} warnings, \${infos} infos\\n\`;
  },
};
`;

export function scaffold(name) {
  word(name, "an output form (the value of --format)");
  const fill = "summary, readers and render; then npm run generate, and every command with findings has it";
  return { path: `src/report/forms/${name}.ts`, text: text(name), fill };
}
