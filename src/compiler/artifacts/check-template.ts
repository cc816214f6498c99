import { TemplateError, compileTemplate } from "../../kernel/index.ts";

/** What is wrong with a template as text, or null. */
export function checkTemplate(name: string, text: string): string | null {
  try {
    compileTemplate(name, text);
    return null;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}
