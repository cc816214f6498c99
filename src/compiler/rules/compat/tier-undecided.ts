import { type Problem, defineDiagnostic, name, placeOf, say, startOf } from "../../../kernel/index.ts";
import { aboutTier, type VerdictContext, type VerdictRule } from "./verdict-rule.ts";

function* check(env: VerdictContext): Iterable<Problem> {
  if (env.verdict.tierRange !== null || !env.release) return;
  const { connector, tier } = env.environment;
  const { path } = env.release;
  const missing = [{ file: path }];
  const args = { path, connector: connector.text, tier: tier.release.text };
  yield tierUndecided.at(placeOf(connector.span), args, {
    // the missing certifiedTiers of one release.yaml causes this finding for all environments of that release, whatever their tiers
    explains: missing,
    follows: missing,
    pointer: connector.pointer,
    about: aboutTier(env),
    related: [{ message: say`no certifiedTiers here`, place: startOf(path) }],
  });
}

const tierUndecided = defineDiagnostic({
  id: "compat/tier-undecided",
  severity: "error",
  because: ["compat/tier-undecided"],
  title: "the connector's release states no certified tier releases",
  why: "What is undecided blocks. Both axes of a verdict must hold, and a release without `certifiedTiers` leaves the second one open; if the gate passed, leaving a line out would be the way around it.",
  remedy: "Write the certified tier releases into release.yaml.",
  clauses: ["C1"],
  message: ({ path, connector, tier }: { readonly path: string; readonly connector: string; readonly tier: string }) => ({
    message: say`${name(path)} states no certifiedTiers`,
    notes: [
      say`it is undecided whether connector ${name(connector)} is certified for tier release ${name(tier)}, and undecided blocks`,
    ],
    help: say`list the tier releases of the connector's certified range in \`certifiedTiers\` of ${name(path)}; a claim in the kit's guide is not enough`,
  }),
  fails: { file: "releases/2506/release.yaml", replace: 'certifiedTiers: ["2506"]\n', with: "" },
  passes: [{ file: "environments/demo/environment.yaml", replace: 'release: "2506"', with: 'release: "2606"' }],
});

export const rule: VerdictRule = { ...tierUndecided, scope: "environment", check };
