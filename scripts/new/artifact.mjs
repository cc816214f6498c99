import { word } from "./names.mjs";

const text = (name) => `import { compileTemplate } from "../formats/template/template.ts";
import type { Artifact } from "./artifact.ts";

const TEMPLATE = "${name}.md.hbs";

/** Fill in: what it is for, the data its template needs, where it belongs. An environment has it once templates/${name}.md.hbs exists. */
export const artifact: Artifact = {
  name: "${name}",
  title: "say in one line what it is and who reads it",
  produce({ environment }, context) {
    const template = context.template(TEMPLATE);
    if (template === null) return null;
    const text = compileTemplate(TEMPLATE, template)({ environment: environment.name, connector: environment.connector.text });
    return { path: "${name}.md", bytes: Buffer.from(text, "utf8"), purpose: "note", target: null };
  },
  prove: () => [],
};
`;

export function scaffold(name) {
  word(name, "an artifact (it becomes its file's name)");
  const fill = "title, the data, purpose and target, and the proof that decodes the bytes again; then npm run generate";
  return { path: `src/artifacts/${name}.ts`, text: text(name), fill };
}
