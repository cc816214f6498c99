import type { Matrix } from "../../model/matrix.ts";
import type { Claim, Release } from "../../model/release.ts";
import { placeOf } from "../../source/tree.ts";
import { lookUp, passes } from "../../verdict/cell.ts";
import { codeWords, listWords } from "../../verdict/words.ts";
import type { RepositoryRule } from "../rule.ts";

/** '2024x Refresh3 (P (Planned) in the matrix)' for each claimed tool that the matrix does not pass. */
function toolsBeyond(claim: Claim, release: Release, matrix: Matrix | null): readonly string[] {
  if (!matrix) return []; // it is missing or unreadable, which has been said
  return claim.tools.flatMap((tool) => {
    const { row, cell, code } = lookUp(matrix, tool.text, release.name);
    if (passes(code)) return [];
    const says = !row
      ? "no row in the matrix"
      : !cell
        ? "no cell in the matrix"
        : `the matrix says ${codeWords(cell.code.text, code?.means?.text ?? null)}`;
    return [`tool ${tool.text} (${says})`];
  });
}

function tiersBeyond(claim: Claim, release: Release): readonly string[] {
  const certified = release.certifiedTiers.map((tier) => tier.text);
  return claim.tiers
    .filter((tier) => !certified.includes(tier.text))
    .map((tier) => `tier ${tier.text} (certified: ${listWords(certified) || "nothing stated"})`);
}

export const rule: RepositoryRule = {
  id: "compat/claim-exceeds-matrix",
  scope: "repository",
  severity: "info",
  title: "a kit claims wider support than the matrix",
  why: "Installation guides claim more than the compatibility matrix certifies. The matrix is the authority: a claim is recorded and shown beside the verdict, and never upgrades one.",
  remedy:
    "Nothing to mend; the claim is kept as it was made. If the matrix has been widened since, update releases/matrix.yaml from its source.",
  clauses: ["C3"],
  fails: {
    file: "releases/2506/release.yaml",
    replace: 'certifiedTiers: ["2506"]',
    with: 'certifiedTiers: ["2506"]\nclaims: [{ source: installation guide 2506, tools: [2024x], tiers: ["2506"] }]',
  },
  passes: [
    {
      file: "releases/2506/release.yaml",
      replace: 'certifiedTiers: ["2506"]',
      with: 'certifiedTiers: ["2506"]\nclaims: [{ source: installation guide 2506, tools: [2024xR3], tiers: ["2506"] }]',
    },
  ],
  *check({ matrix, releases }) {
    for (const release of releases.values()) {
      for (const claim of release.claims) {
        const beyond = [...toolsBeyond(claim, release, matrix), ...tiersBeyond(claim, release)];
        if (beyond.length === 0) continue;
        yield {
          at: placeOf(claim.source.span),
          pointer: claim.source.pointer,
          message: `'${claim.source.text}' claims for connector ${release.name} what is not certified: ${listWords(beyond)}; it is shown beside the verdict and never counted`,
          help: "Plan with the matrix and the certified range. A claim is no exception: accepting a pair needs an entry in releases/exceptions.yaml.",
        };
      }
    }
  },
};
