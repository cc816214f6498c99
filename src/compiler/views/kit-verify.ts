import { type Finding, plural, unavailable } from "../../kernel/index.ts";
import type { KitFacts } from "../kit/facts.ts";
import type { KitState } from "../run/kit-state.ts";
import { NL, type RenderContext, type Style, findingJson, jsonDocument, renderFindings, styleFor } from "../../report/index.ts";
import { KIT_SCHEMA, factLines, row } from "./kit-facts.ts";

export interface VerifiedKit {
  readonly state: KitState;
  readonly facts: KitFacts;
  readonly findings: readonly Finding[];
}

/**
 * Returns `verified` if every byte matches the lock, `unavailable` if the kit is not on this machine (its base files were still compared), otherwise
 * `differs`.
 */
function outcomeOf({ state, findings }: VerifiedKit): "verified" | "differs" | "unavailable" {
  if (findings.some(unavailable.is)) return "unavailable";
  return state.folder !== null && !findings.some(({ severity }) => severity === "error") ? "verified" : "differs";
}

function kitText(kit: VerifiedKit, style: Style): string {
  const { state, facts } = kit;
  const outcome = outcomeOf(kit);
  const where = state.where === "repository" ? "in the repository" : `in ${state.where}`;
  const words = {
    verified: `all ${plural(state.files, "file")} match the lock, ${where}`,
    differs: state.folder === null ? "no lock to verify against" : `does not match the lock, ${where}`,
    unavailable: "the kit is not available",
  }[outcome];
  const mark = outcome === "verified" ? style.good("✓") : style.error("✗");
  const source = facts.source;
  const from = source ? `${source.name}${source.imported === undefined ? "" : `, imported ${source.imported}`}` : null;
  return [
    `${mark} ${style.bold(state.release)}  ${words}`,
    ...(from === null ? [] : [row("source", from)]),
    ...(facts.files === 0 ? [] : factLines(facts)),
  ].join(NL);
}

/** Returns the report of `kit verify`: text for people, one JSON document, or only the findings in another form. */
export function renderVerify(kits: readonly VerifiedKit[], findings: readonly Finding[], context: RenderContext): string {
  if (context.format === "json") {
    const releases = kits.map((kit) => ({
      release: kit.state.release,
      state: outcomeOf(kit),
      where: kit.state.where,
      facts: kit.facts,
      differences: kit.state.differences,
    }));
    const document = { schema: KIT_SCHEMA, command: "verify", releases, findings: findings.map(findingJson) };
    return jsonDocument(document);
  }
  const style = styleFor(context.host.stdout.color);
  const blocks = context.quiet || context.format !== "text" ? [] : kits.map((kit) => `${kitText(kit, style)}${NL}${NL}`);
  const files = kits.reduce((sum, { state }) => sum + state.files, 0);
  const input = { findings, suppressed: 0, environments: 0, verdicts: [], tiers: [], files };
  return `${blocks.join("")}${renderFindings(input, context)}`;
}
