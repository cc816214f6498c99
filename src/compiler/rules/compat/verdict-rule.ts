import type { CompiledEnvironment, RunOptions } from "../../compile/compiled.ts";
import type { Problem } from "../../../kernel/index.ts";
import type { Environment, Tier } from "../../model/environment.ts";
import { parseToolRow } from "../../verdict/tool-row.ts";
import type { EnvironmentRule } from "../rule.ts";

/**
 * The part of a compiled environment that the verdict rules read. `tierwright compat` builds it without compiling, also for a combination
 * of tool, connector and tier release that no environment has yet.
 */
export interface VerdictContext extends Pick<CompiledEnvironment, "release" | "shared" | "verdict"> {
  readonly environment: Pick<Environment, "name" | "tool" | "connector"> &
    Partial<Pick<Environment, "nameScalar">> & { readonly tier: Pick<Tier, "release"> };
  readonly options: Pick<RunOptions, "today">;
}

/** An environment rule that reads a VerdictContext alone, so that it applies to any combination of tool, connector and tier release. */
export interface VerdictRule extends Omit<EnvironmentRule, "check"> {
  check(env: VerdictContext): Iterable<Problem>;
}

/**
 * Returns the subject of a finding on a verdict: the tool release and the connector release. Findings with different subjects are not
 * folded into one, even if they are on one line.
 */
export const aboutPair = ({ environment: { tool, connector } }: VerdictContext): readonly string[] => {
  const { family, refresh, hotFix } = parseToolRow(tool.text);
  return [family, refresh ?? "", hotFix ?? "", connector.text];
};

/** Returns the subject of a finding on a verdict's tier: the connector release and the tier release. */
export const aboutTier = ({ environment: { connector, tier } }: VerdictContext): readonly string[] => [
  connector.text,
  tier.release.text,
];
