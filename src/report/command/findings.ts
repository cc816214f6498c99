import { isAbsolute, relative, sep } from "node:path";
import { type Finding, type Severity, atLeast } from "../../kernel/index.ts";
import { readExcerptText } from "../../platform/index.ts";
import type { RenderContext } from "../findings.ts";
import type { ExitCode, Invocation } from "./command.ts";

/** Returns the lowest severity with which a finding leads to exit code 1: the value of --fail-on, else error. */
export const failOn = ({ options }: Invocation): Severity => (options.get("fail-on") ?? "error") as Severity;

/** Returns exit code 1 if there is an error, or a finding at or above --fail-on; otherwise 0. */
export function exitCodeOf(findings: readonly Finding[], invocation: Invocation): ExitCode {
  const threshold = failOn(invocation);
  return findings.some(({ severity }) => severity === "error" || atLeast(severity, threshold)) ? 1 : 0;
}

/** Returns the path of the config repository inside GITHUB_WORKSPACE, as a prefix for the paths of annotations; "" if it is outside. */
function prefixOf({ directory, host }: Invocation): string {
  const workspace = host.env("GITHUB_WORKSPACE");
  const inside = workspace ? relative(workspace, directory).split(sep).join("/") : "";
  return inside === "" || inside.startsWith("../") || inside === ".." || isAbsolute(inside) ? "" : `${inside}/`;
}

/** Returns the facts about an invocation that an output form needs. */
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

/** Prints the result of a command in the output form that --format names, and in every further form. */
export function tell(invocation: Invocation, render: (as: Invocation) => string): void {
  invocation.host.stdout.write(render(invocation));
  for (const { form, mostBytes, output } of invocation.further)
    output.write(render({ ...invocation, form, format: form.name, mostBytes }));
}
