import { BUILT_IN_TEMPLATES } from "../artifacts/built-in-templates.ts";
import { type RuleProblem, type Template, append, misnamedFile, nearest, notCompiled, startOf } from "../../kernel/index.ts";
import { readFault } from "../load/document.ts";
import type { SourceTree } from "../../platform/index.ts";
import { secretsInTemplate } from "./template-secrets.ts";

/** The templates of the repository by name, with their problems. */
export interface OwnTemplates {
  readonly templates: ReadonlyMap<string, Template>;
  readonly problems: readonly RuleProblem[];
  /** True if a template differs from the built-in one of its name. */
  readonly own: boolean;
}

/** Reads and compiles templates/NAME for every known template; a copy of the built-in template is compiled already. */
export async function readTemplates(files: SourceTree): Promise<OwnTemplates> {
  const templates = new Map<string, Template>();
  const problems: RuleProblem[] = [];
  let own = false;
  for (const [name, builtIn] of Object.entries(BUILT_IN_TEMPLATES)) {
    const path = `templates/${name}`;
    const read = files.read(path);
    const fault = readFault(path, read);
    if (fault) problems.push(fault);
    if (read.kind !== "file") continue;
    const text = read.bytes.toString("utf8");
    if (text === builtIn) {
      templates.set(name, (await import("../artifacts/ready-templates.ts")).builtInTemplate(name));
      continue;
    }
    own = true;
    append(problems, secretsInTemplate(path, text));
    const { template, fault: syntax } = (await import("../artifacts/own-template.ts")).ownTemplate(name, text);
    templates.set(name, template);
    if (syntax === null) continue;
    const line = Number(/line (\d+)/.exec(syntax)?.[1] ?? 1);
    problems.push(notCompiled.at({ ...startOf(path), line, endLine: line }, { seen: "template", fault: syntax }));
  }
  append(problems, strayTemplates(files));
  return { templates, problems, own };
}

/** Reports .hbs files in templates/ that no artifact uses, because their author expects the text to reach a workstation. */
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
