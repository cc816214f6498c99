import { BUILT_IN_TEMPLATES } from "../artifacts/built-in-templates.ts";
import { type RuleProblem, append, misnamedFile, nearest, notCompiled, startOf } from "../../kernel/index.ts";
import { readFault } from "../load/document.ts";
import type { SourceTree } from "../../platform/index.ts";
import { secretsInTemplate } from "./template-secrets.ts";

/** The repository's own templates by name, with their problems. */
export interface OwnTemplates {
  readonly texts: ReadonlyMap<string, string>;
  readonly problems: readonly RuleProblem[];
  /** True if a template differs from the built-in one of its name. */
  readonly own: boolean;
}

/** Reads and parses templates/NAME for every known template. A copy of the built-in template is not parsed again. */
export async function readTemplates(files: SourceTree): Promise<OwnTemplates> {
  const texts = new Map<string, string>();
  const problems: RuleProblem[] = [];
  let own = false;
  for (const [name, builtIn] of Object.entries(BUILT_IN_TEMPLATES)) {
    const path = `templates/${name}`;
    const read = files.read(path);
    const fault = readFault(path, read);
    if (fault) problems.push(fault);
    if (read.kind !== "file") continue;
    const text = read.bytes.toString("utf8");
    texts.set(name, text);
    own ||= text !== builtIn;
    if (text !== builtIn) append(problems, secretsInTemplate(path, text));
    const syntax = text === builtIn ? null : await syntaxFault(name, text);
    if (syntax === null) continue;
    const line = Number(/line (\d+)/.exec(syntax)?.[1] ?? 1);
    problems.push(notCompiled.at({ ...startOf(path), line, endLine: line }, { seen: "template", fault: syntax }));
  }
  append(problems, strayTemplates(files));
  return { texts, problems, own };
}

/** Reports templates that nothing renders, because their author expects the text to reach a workstation. */
function strayTemplates(files: SourceTree): readonly RuleProblem[] {
  const listed = files.list("templates");
  if (listed.kind !== "entries") return [];
  const known = Object.keys(BUILT_IN_TEMPLATES);
  const strays = listed.entries.filter(({ name, kind }) => kind === "file" && /\.hbs$/i.test(name) && !known.includes(name));
  return strays.map(({ name }) => {
    const file = `templates/${name}`;
    return misnamedFile.at(startOf(file), { seen: "template", file, known, near: nearest(name, known) });
  });
}

async function syntaxFault(name: string, text: string): Promise<string | null> {
  const { checkTemplate } = await import("../artifacts/check-template.ts");
  return checkTemplate(name, text);
}
