import { TemplateError, compileTemplate } from "../../kernel/index.ts";

/** Returns the error message of a template that does not compile; null if it compiles. */
export function checkTemplate(name: string, text: string): string | null {
  try {
    compileTemplate(name, text);
    return null;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}
