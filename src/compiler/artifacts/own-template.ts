import { type Template, TemplateError, compileTemplate } from "../../kernel/index.ts";

/** Compiles a repository's own template. `fault` is the error message of one that does not compile; using it then throws this error. */
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
