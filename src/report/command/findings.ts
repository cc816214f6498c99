import { isAbsolute, relative, sep } from "node:path";
import { type Finding, type Severity, atLeast } from "../../kernel/index.ts";
import { readExcerptText } from "../../platform/index.ts";
import type { RenderContext } from "../findings.ts";
import type { ExitCode, Invocation } from "./command.ts";

/** From which severity on a finding makes the exit code. */
export const failOn = ({ options }: Invocation): Severity => (options.get("fail-on") ?? "error") as Severity;

/** 1 for an error, or a finding at or above --fail-on. */
export function exitCodeOf(findings: readonly Finding[], invocation: Invocation): ExitCode {
  const threshold = failOn(invocation);
  return findings.some(({ severity }) => severity === "error" || atLeast(severity, threshold)) ? 1 : 0;
}

/** Where a folder lies in the checkout that a build service has made: what it shows beside the source is named from there. */
function prefixOf({ directory, host }: Invocation): string {
  const workspace = host.env("GITHUB_WORKSPACE");
  const inside = workspace ? relative(workspace, directory).split(sep).join("/") : "";
  return inside === "" || inside.startsWith("../") || inside === ".." || isAbsolute(inside) ? "" : `${inside}/`;
}

/** What a form may know of the place it prints to. */
export function contextOf(
  invocation: Invocation,
  readText: RenderContext["readText"] = (path) => readExcerptText(invocation.directory, path),
): RenderContext {
  const { format, form, mostBytes, command, host, directory, quiet, today } = invocation;
  return {
    format,
    form,
    mostBytes,
    command,
    prefix: prefixOf(invocation),
    host,
    directory,
    quiet,
    today,
    failOn: failOn(invocation),
    readText,
  };
}

/** Prints what one run found, in the form that was asked for and in every further one. */
export function tell(invocation: Invocation, render: (as: Invocation) => string): void {
  invocation.host.stdout.write(render(invocation));
  for (const { form, mostBytes, output } of invocation.further)
    output.write(render({ ...invocation, form, format: form.name, mostBytes }));
}
