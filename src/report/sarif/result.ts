import type { Fix as SarifFix, Location, Result, Suppression } from "sarif";
import { type Finding, type Fix, type HeldFinding, affectedEnvironments, plain, startOf } from "../../kernel/index.ts";
import { artifactLocation, location, region } from "./location.ts";
import { LEVEL } from "./rules.ts";

/**
 * Returns a text in which no `[text](address)` is left: viewers turn it into a link in any message (SARIF 3.11.6), and text from files must
 * not become one.
 */
const unlinked = (text: string): string => text.replaceAll("](", "] (");

/** Returns the full text of a finding, headline first: the problem, the evidence, what to do. */
function words({ message, notes = [], help }: Finding): string {
  return unlinked([plain(message), ...notes.map(plain), ...(help ? [`help: ${plain(help)}`] : [])].join("\n"));
}

function fixOf({ title, edits, safe }: Fix, prefix: string): SarifFix {
  const files = [...new Set(edits.map(({ place }) => place.file))];
  return {
    description: { text: unlinked(title) },
    artifactChanges: files.map((file) => ({
      artifactLocation: artifactLocation(file, prefix),
      replacements: edits
        .filter(({ place }) => place.file === file)
        .map(({ place, text }) => ({ deletedRegion: region(place), insertedContent: { text } })),
    })),
    properties: { safe },
  };
}

/**
 * Returns a finding's place. If it has none, returns the start of the environment's file or of site.yaml, because GitHub accepts no result
 * without a place.
 */
const placeOf = ({ at, environment }: Finding) =>
  at ?? startOf(environment === null ? "environments/site.yaml" : `environments/${environment}/environment.yaml`);

/** Returns the suppression of a finding: its kind, reason and place. */
const suppressionOf = ({ by, reason, place }: HeldFinding, prefix: string): Suppression => ({
  kind: by === "comment" ? "inSource" : "external",
  justification: reason,
  location: location(place, prefix),
});

/** Returns a suppressed finding as a SARIF result: viewers and audits show it with its reason, and do not count it as open. */
export const heldResultOf = (held: HeldFinding, numbers: { ruleIndex: number; fingerprint: string; prefix: string }): Result => ({
  ...resultOf(held.finding, numbers),
  suppressions: [suppressionOf(held, numbers.prefix)],
});

export function resultOf(
  finding: Finding,
  { ruleIndex, fingerprint, prefix }: { ruleIndex: number; fingerprint: string; prefix: string },
): Result {
  const { rule, severity, related = [], fix, pointer } = finding;
  const relatedLocations = related.map(
    ({ message, place }, i): Location => ({ id: i + 1, message: { text: unlinked(plain(message)) }, ...location(place, prefix) }),
  );
  return {
    ruleId: rule,
    ruleIndex,
    kind: "fail",
    level: LEVEL[severity],
    message: { text: words(finding) },
    locations: [location(placeOf(finding), prefix)],
    ...(related.length > 0 ? { relatedLocations } : {}),
    partialFingerprints: { primaryLocationLineHash: fingerprint },
    ...(fix ? { fixes: [fixOf(fix, prefix)] } : {}),
    properties: { environments: affectedEnvironments(finding), ...(pointer === undefined ? {} : { path: pointer }) },
  };
}
