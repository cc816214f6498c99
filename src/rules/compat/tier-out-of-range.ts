import type { Release } from "../../model/release.ts";
import { placeOf } from "../../source/tree.ts";
import { listWords } from "../../verdict/words.ts";
import type { VerdictRule } from "./verdict-rule.ts";

/** Names of the releases whose certified range holds the tier, in the order of the folder. */
function certifiedFor(tier: string, releases: ReadonlyMap<string, Release>): readonly string[] {
  return [...releases.values()].filter((one) => one.certifiedTiers.some((text) => text.text === tier)).map((one) => one.name);
}

export const rule: VerdictRule = {
  id: "compat/tier-out-of-range",
  scope: "environment",
  severity: "error",
  title: "the tier's release is outside the connector's certified range",
  why:
    "The second axis of a verdict: a connector release is certified for stated releases of the PLM tier. A mismatch does not announce itself: " +
    "connector 2506 against a 2606 tier failed with HTTP 405 and a marshalling error, which names neither release.",
  remedy: "Pair the tier with a connector release that is certified for it. No exception can accept this axis.",
  clauses: ["C1"],
  fails: { file: "environments/demo/environment.yaml", replace: 'release: "2506"', with: 'release: "2606"' },
  passes: [
    { file: "releases/2506/release.yaml", replace: 'certifiedTiers: ["2506"]', with: 'certifiedTiers: ["2406", "2506"]' },
    { file: "environments/demo/environment.yaml", replace: 'release: "2506"', with: "release: 2506" },
  ],
  *check(env) {
    if (env.verdict.tierRange !== false || !env.release) return;
    const { connector, tier } = env.environment;
    const certified = listWords(env.release.certifiedTiers.map((text) => text.text));
    const others = certifiedFor(tier.release.text, env.shared.releases);
    yield {
      at: placeOf(tier.release.span),
      pointer: tier.release.pointer,
      message:
        `connector ${connector.text} is certified for tier release ${certified}, and this tier is ${tier.release.text}: requests would be refused in words ` +
        "that name no release (connector 2506 against a 2606 tier: HTTP 405 and a marshalling error)",
      help:
        (others.length > 0
          ? `Use connector ${listWords(others)}, certified for tier ${tier.release.text}, or address a tier of release ${certified}. `
          : `No release in this repository is certified for tier ${tier.release.text}: address a tier of release ${certified}. `) +
        "An exception accepts a code of the matrix, never this axis. The tier tells its own release in the answer to a sign-in (serverInfo).",
      related: env.release.certifiedTiers.map((text) => ({
        message: `connector ${connector.text} is certified for tier ${text.text}`,
        place: placeOf(text.span),
      })),
    };
  },
};
