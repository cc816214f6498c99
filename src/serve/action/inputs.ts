import { wrongUse } from "../../kernel/index.ts";

/** The inputs of the GitHub Action (action.yml). */
export interface Inputs {
  /** The command to run; null for `plan` if there is a commit to compare with, else `check`. */
  readonly command: "plan" | "check" | "compile" | null;
  readonly environments: readonly string[];
  /** Path of the config repository below the checkout. */
  readonly directory: string;
  /** The commit or path to compare with; null for the commit that GitHub's event names. */
  readonly base: string | null;
  readonly failOn: string;
  readonly gate: string;
  readonly sarifFile: string | null;
  readonly comment: "off" | "sticky";
  readonly token: string | null;
}

function oneOf<const T extends string>(name: string, given: string, allowed: readonly T[]): T {
  const found = allowed.find((word) => word === given);
  if (found === undefined) throw wrongUse(`the input '${name}' cannot be '${given}'`, `use one of: ${allowed.join(", ")}`);
  return found;
}

/**
 * Reads the inputs of the GitHub Action. Throws a Refusal for an invalid value.
 * @param input returns the text of an input, '' if it is not set.
 */
export function readInputs(input: (name: string) => string): Inputs {
  const or = (name: string, other: string): string => input(name) || other;
  const command = or("command", "auto");
  return {
    command: command === "auto" ? null : oneOf("command", command, ["plan", "check", "compile"]),
    environments: input("environments")
      .split(/[\s,]+/)
      .filter((name) => name !== ""),
    directory: or("directory", "."),
    base: input("base") || null,
    failOn: oneOf("fail-on", or("fail-on", "error"), ["error", "warning", "info"]),
    gate: oneOf("gate", or("gate", "all"), ["all", "new"]),
    sarifFile: input("sarif-file") || null,
    comment: oneOf("comment", or("comment", "off"), ["off", "sticky"]),
    token: input("token") || null,
  };
}
