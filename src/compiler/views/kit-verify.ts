import { type Finding, plural, unavailable } from "../../kernel/index.ts";
import type { KitFacts } from "../kit/facts.ts";
import type { KitState } from "../run/kit-state.ts";
import { type Look, NL, type RenderContext, type Style, findingJson, resultWithFindings, styleFor } from "../../report/index.ts";
import { KIT_SCHEMA, factLines, row } from "./kit-facts.ts";

/** One verified release, as an entry of `releases` in the document. */
export interface VerifiedKit extends Pick<KitState, "where" | "differences"> {
  readonly release: string;
  /** unavailable: the kit is not on this machine, so that only the base files of the release were compared with kit.lock.yaml. */
  readonly state: "verified" | "differs" | "unavailable";
  readonly facts: KitFacts;
}

/** Returns the result of comparing a kit with its kit.lock.yaml; `findings` are those on the release. */
export function verifiedKit(state: KitState, facts: KitFacts, findings: readonly Finding[]): VerifiedKit {
  const matches = state.folder !== null && !findings.some(({ severity }) => severity === "error");
  const outcome = findings.some(unavailable.is) ? "unavailable" : matches ? "verified" : "differs";
  return { release: state.release, state: outcome, where: state.where, facts, differences: state.differences };
}

function kitText({ release, state, where, facts }: VerifiedKit, style: Style): string {
  const place = where === "repository" ? "in the repository" : `in ${where}`;
  const words = {
    verified: `all ${plural(facts.files, "file")} match the lock, ${place}`,
    differs: where === null ? "no lock to verify against" : `does not match the lock, ${place}`,
    unavailable: "the kit is not available",
  }[state];
  const mark = state === "verified" ? style.good("✓") : style.error("✗");
  const source = facts.source;
  const from = source ? `${source.name}${source.imported === undefined ? "" : `, imported ${source.imported}`}` : null;
  return [
    `${mark} ${style.bold(release)}  ${words}`,
    ...(from === null ? [] : [row("source", from)]),
    ...(facts.files === 0 ? [] : factLines(facts)),
  ].join(NL);
}

/** Returns the verified releases as text for people; '' with --quiet. */
function releasesText({ releases }: { readonly releases: readonly VerifiedKit[] }, { color, quiet }: Look): string {
  const style = styleFor(color);
  return quiet ? "" : releases.map((kit) => `${kitText(kit, style)}${NL}${NL}`).join("");
}

/** Returns the report of `kit verify` with its findings, in the requested format. */
export function renderVerify(releases: readonly VerifiedKit[], findings: readonly Finding[], context: RenderContext): string {
  const document = { schema: KIT_SCHEMA, command: "verify", releases, findings: findings.map(findingJson) };
  const files = releases.reduce((sum, { facts }) => sum + facts.files, 0);
  const input = { findings, suppressed: 0, environments: 0, verdicts: [], tiers: [], files };
  return resultWithFindings(context, document, releasesText, input);
}
