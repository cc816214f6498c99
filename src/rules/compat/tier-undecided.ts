import { startOf } from "../../diagnostic/place.ts";
import { placeOf } from "../../source/tree.ts";
import type { VerdictRule } from "./verdict-rule.ts";

export const rule: VerdictRule = {
  id: "compat/tier-undecided",
  scope: "environment",
  severity: "error",
  title: "the connector's release states no certified tier releases",
  why:
    "Both axes of a verdict must hold. A release without `certifiedTiers` leaves the second one undecided, and what is undecided is not good: " +
    "the gate blocks, or leaving a line out would be the way around it.",
  remedy: "Write the tier releases that the connector is certified for into its release.yaml.",
  clauses: ["C1"],
  fails: { file: "releases/2506/release.yaml", replace: 'certifiedTiers: ["2506"]\n', with: "" },
  passes: [{ file: "environments/demo/environment.yaml", replace: 'release: "2506"', with: 'release: "2606"' }],
  *check(env) {
    if (env.verdict.tierRange !== null || !env.release) return;
    const { connector, tier } = env.environment;
    const { path } = env.release;
    const missing = [`certifiedTiers of ${path}`];
    yield {
      // one line is missing, however many environments of the release, on whichever tiers
      explains: missing,
      follows: missing,
      at: placeOf(connector.span),
      pointer: connector.pointer,
      message: `${path} states no certifiedTiers: whether connector ${connector.text} is certified for a tier of release ${tier.release.text} is undecided, and undecided blocks`,
      help: `Add \`certifiedTiers: [...]\` with the tier releases of the connector's certified range to ${path}; a claim of the kit's own guide does not count.`,
      related: [{ message: "no certifiedTiers here", place: startOf(path) }],
    };
  },
};
