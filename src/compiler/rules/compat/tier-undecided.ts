import { type Problem, defineDiagnostic, name, placeOf, say, startOf } from "../../../kernel/index.ts";
import { aboutTier, type VerdictContext, type VerdictRule } from "./verdict-rule.ts";

function* check(env: VerdictContext): Iterable<Problem> {
  if (env.verdict.tierRange !== null || !env.release) return;
  const { connector, tier } = env.environment;
  const { path } = env.release;
  const missing = [{ file: path }];
  const args = { path, connector: connector.text, tier: tier.release.text };
  yield tierUndecided.at(placeOf(connector.span), args, {
    // one missing line is the cause for all environments of the release, whatever their tiers
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
  why:
    "Both axes of a verdict must hold. A release without `certifiedTiers` leaves the second one undecided, and what is undecided is not good: " +
    "the gate blocks, or leaving a line out would be the way around it.",
  remedy: "Write the tier releases that the connector is certified for into its release.yaml.",
  clauses: ["C1"],
  message: ({ path, connector, tier }: { readonly path: string; readonly connector: string; readonly tier: string }) => ({
    message: say`${name(path)} states no certifiedTiers`,
    notes: [
      say`whether connector ${name(connector)} is certified for a tier of release ${name(tier)} is undecided, and undecided blocks`,
    ],
    help: say`add \`certifiedTiers: [...]\` with the tier releases of the connector's certified range to ${name(path)}; a claim of the kit's own guide does not count`,
  }),
  fails: { file: "releases/2506/release.yaml", replace: 'certifiedTiers: ["2506"]\n', with: "" },
  passes: [{ file: "environments/demo/environment.yaml", replace: 'release: "2506"', with: 'release: "2606"' }],
});

export const rule: VerdictRule = { ...tierUndecided, scope: "environment", check };
