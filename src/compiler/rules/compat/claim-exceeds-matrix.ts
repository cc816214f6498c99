import {
  type Problem,
  type Text,
  codeText,
  defineDiagnostic,
  listTexts,
  name,
  namesText,
  placeOf,
  quotedName,
  say,
} from "../../../kernel/index.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { Matrix } from "../../model/matrix.ts";
import type { Claim, Release } from "../../model/release.ts";
import { lookUp, passes } from "../../verdict/cell.ts";
import type { RepositoryRule } from "../rule.ts";

/** Returns each tool release that a kit claims to support and the matrix does not pass: 'tool 2024x (the matrix has P (Planned))'. */
function toolsBeyond(claim: Claim, release: Release, matrix: Matrix | null): readonly Text[] {
  if (!matrix) return []; // a missing or unreadable matrix is already reported
  return claim.tools.flatMap((tool) => {
    const { row, cell, code } = lookUp(matrix, tool.text, release.name);
    if (passes(code)) return [];
    const says = !row
      ? say`no row in the matrix`
      : !cell
        ? say`no cell in the matrix`
        : say`the matrix has ${codeText(cell.code.text, code?.means?.text)}`;
    return [say`tool ${name(tool.text)} (${says})`];
  });
}

function tiersBeyond(claim: Claim, release: Release): readonly Text[] {
  const certified = release.certifiedTiers.map((tier) => tier.text);
  return claim.tiers
    .filter((tier) => !certified.includes(tier.text))
    .map(
      (tier) => say`tier ${name(tier.text)} (certified: ${certified.length > 0 ? namesText(certified) : say`nothing stated`})`,
    );
}

function* check({ matrix, releases }: RepositoryView): Iterable<Problem & { environment?: string }> {
  for (const release of releases.values()) {
    for (const claim of release.claims) {
      const beyond = [...toolsBeyond(claim, release, matrix), ...tiersBeyond(claim, release)];
      if (beyond.length === 0) continue;
      const args: Args = { source: claim.source.text, release: release.name, beyond };
      yield claimExceedsMatrix.at(placeOf(claim.source.span), args, { pointer: claim.source.pointer });
    }
  }
}

interface Args {
  readonly source: string;
  readonly release: string;
  /** The tool and tier releases that the kit claims to support and that are not certified. */
  readonly beyond: readonly Text[];
}

const claimExceedsMatrix = defineDiagnostic({
  id: "compat/claim-exceeds-matrix",
  severity: "info",
  title: "a kit claims wider support than the matrix",
  why: "The matrix is the authority, not the guide. A claim is recorded and shown next to the verdict, and never upgrades one.",
  remedy: "Nothing. If the matrix was widened since, update releases/matrix.yaml from its source.",
  clauses: ["C3"],
  message: ({ source, release, beyond }: Args) => ({
    message: say`${quotedName(source)} claims more for connector ${name(release)} than is certified`,
    notes: [say`it names ${listTexts(beyond)}`, say`a claim is shown next to the verdict and never changes it`],
    help: say`plan with the matrix and the certified range; a claim is not an exception: accepting a pair needs an entry in releases/exceptions.yaml`,
  }),
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
});

export const rule: RepositoryRule = { ...claimExceedsMatrix, scope: "repository", check };
