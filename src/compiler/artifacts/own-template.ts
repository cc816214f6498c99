import { type Template, TemplateError, compileTemplate } from "../../kernel/index.ts";

/** Compiles a template of the repository (templates/). If it does not compile, `fault` is the message, and `template` throws that error. */
export function ownTemplate(name: string, text: string): { readonly template: Template; readonly fault: string | null } {
  try {
    return { template: compileTemplate(name, text), fault: null };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    const template = () => {
      throw error;
    };
    return { template, fault: error.message };
  }
}
