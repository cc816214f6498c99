import { type Problem, type Text, defineDiagnostic, name, namesText, placeOf, say } from "../../../kernel/index.ts";
import type { Release } from "../../model/release.ts";
import { aboutTier, type VerdictContext, type VerdictRule } from "./verdict-rule.ts";

/** Returns the connector releases that are certified for a tier release, in the order of their folders. */
function certifiedFor(tier: string, releases: ReadonlyMap<string, Release>): readonly string[] {
  return [...releases.values()].filter((one) => one.certifiedTiers.some((text) => text.text === tier)).map((one) => one.name);
}

function* check(env: VerdictContext): Iterable<Problem> {
  if (env.verdict.tierRange !== false || !env.release) return;
  const { connector, tier } = env.environment;
  const certified = env.release.certifiedTiers;
  const others = certifiedFor(tier.release.text, env.shared.releases);
  const args: Args = { connector: connector.text, tier: tier.release.text, certified: certified.map(({ text }) => text), others };
  yield tierOutOfRange.at(placeOf(tier.release.span), args, {
    pointer: tier.release.pointer,
    about: aboutTier(env),
    related: certified.map(({ text, span }) => ({
      message: say`connector ${name(connector.text)} is certified for tier ${name(text)}`,
      place: placeOf(span),
    })),
  });
}

interface Args {
  readonly connector: string;
  readonly tier: string;
  /** The tier releases for which the environment's connector release is certified. */
  readonly certified: readonly string[];
  /** The other connector releases that are certified for the release of the environment's tier. */
  readonly others: readonly string[];
}

function help({ tier, certified, others }: Args): Text {
  const address = say`use a tier of release ${namesText(certified)}`;
  const first =
    others.length > 0
      ? say`use connector ${namesText(others)}, certified for tier ${name(tier)}, or ${address}`
      : say`no release in this repository is certified for tier ${name(tier)}: ${address}`;
  return say`${first}. An exception accepts a code of the matrix, never this axis. The tier reports its release in the answer to a sign-in (serverInfo)`;
}

const tierOutOfRange = defineDiagnostic({
  id: "compat/tier-out-of-range",
  severity: "error",
  title: "the tier's release is outside the connector's certified range",
  why: "No exception can accept this axis. A connector release is certified for stated releases of the PLM tier. A mismatch does not announce itself: connector 2506 against a 2606 tier failed with HTTP 405 and a marshalling error, which names neither release.",
  remedy: "Pair the tier with a connector release that is certified for it.",
  clauses: ["C1"],
  message: (found: Args) => ({
    message: say`connector ${name(found.connector)} is certified for tier release ${namesText(found.certified)}, and this tier is ${name(found.tier)}`,
    notes: [
      say`requests would fail with errors that name no release (connector 2506 against a 2606 tier: HTTP 405 and a marshalling error)`,
    ],
    help: help(found),
  }),
  fails: { file: "environments/demo/environment.yaml", replace: 'release: "2506"', with: 'release: "2606"' },
  passes: [
    { file: "releases/2506/release.yaml", replace: 'certifiedTiers: ["2506"]', with: 'certifiedTiers: ["2406", "2506"]' },
    { file: "environments/demo/environment.yaml", replace: 'release: "2506"', with: "release: 2506" },
  ],
});

export const rule: VerdictRule = { ...tierOutOfRange, scope: "environment", check };
