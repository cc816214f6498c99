import type { CompiledEnvironment, RunOptions } from "../../compile/compiled.ts";
import type { Problem } from "../../../kernel/index.ts";
import type { Environment, Tier } from "../../model/environment.ts";
import { parseToolRow } from "../../verdict/tool-row.ts";
import type { EnvironmentRule } from "../rule.ts";

/** The part of a compiled environment that a verdict is about. `tierwright compat` asks about one that nobody has written yet. */
export interface VerdictContext extends Pick<CompiledEnvironment, "release" | "shared" | "verdict"> {
  readonly environment: Pick<Environment, "name" | "tool" | "connector"> &
    Partial<Pick<Environment, "nameScalar">> & { readonly tier: Pick<Tier, "release"> };
  readonly options: Pick<RunOptions, "today">;
}

/** An environment rule that looks at nothing else, so that it can answer for any tool, connector and tier. */
export interface VerdictRule extends Omit<EnvironmentRule, "check"> {
  check(env: VerdictContext): Iterable<Problem>;
}

/** Returns what a finding on the matrix is about: another tool or connector in the same line is another finding. */
export const aboutPair = ({ environment: { tool, connector } }: VerdictContext): readonly string[] => {
  const { family, refresh, hotFix } = parseToolRow(tool.text);
  return [family, refresh ?? "", hotFix ?? "", connector.text];
};

/** Returns what a finding on the tier's release is about. */
export const aboutTier = ({ environment: { connector, tier } }: VerdictContext): readonly string[] => [
  connector.text,
  tier.release.text,
];
