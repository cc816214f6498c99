import { word } from "./names.mjs";

const text = (name) => `import type { CompiledEnvironment } from "../compile/compiled.ts";
import type { Artifact } from "./artifact.ts";

const PATH = "${name}.txt";

/** Fill in: what it says. One that a repository may word itself renders a template (workstation-note.ts and built-in-templates.ts show how). */
const textOf = ({ environment }: CompiledEnvironment): string =>
  \`\${environment.name} signs in to \${environment.tier.signIn.text}\\n\`;

/** Fill in: title, purpose and target, and a proof that decodes the bytes again. */
export const artifact: Artifact = {
  name: "${name}",
  title: "say in one line what it is and who reads it",
  produce: (compiled) => ({ path: PATH, bytes: Buffer.from(textOf(compiled), "utf8"), purpose: "note", target: null }),
  prove: ({ bytes }, compiled) => (bytes.toString("utf8") === textOf(compiled) ? [] : ["it is not what was decided"]),
};
`;

export function scaffold(name) {
  word(name, "an artifact (it becomes its file's name)");
  const fill =
    "title, the text, purpose and target, and the proof that decodes the bytes again; then npm run generate, npm run update test/cases.test.ts test/docs, and a line in docs/formats.md (Compiled tree)";
  return { path: `src/compiler/artifacts/${name}.ts`, text: text(name), fill };
}
