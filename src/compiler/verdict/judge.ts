import type { Environment } from "../model/environment.ts";
import type { AcceptedException, Exceptions, Matrix } from "../model/matrix.ts";
import type { Release } from "../model/release.ts";
import type { SharedModel } from "../model/repository.ts";
import { type CellLookup, lookUp, passes } from "./cell.ts";
import { exceptionFor, inForce } from "./exception.ts";
import { sameToolRow } from "./tool-row.ts";
import type { Gate, NoVerdictReason, Verdict, VerdictClaim } from "../../kernel/index.ts";

/** One environment, or a question without one (then `environment` is the empty text, which no exception names). */
export interface Subject {
  readonly environment: string;
  /** The environment that it is a recording of, whose exceptions hold for it: it is the same pair on the same tier. */
  readonly derivedFrom?: string;
  readonly tool: string;
  readonly connector: string;
  /** The release of the PLM tier, as written. */
  readonly tierRelease: string;
}

/**
 * The verdict on two axes that must both hold (docs/verdicts.md): the matrix cell of the exact tool row and
 * connector, and the tier's release in the connector's certified range. `release` is the connector's release folder, null when
 * there is none. Claims are carried along and never counted; only an exception in force for exactly this pair, code and
 * environment turns a code marked acceptable into 'accepted', and never where the tier is not proven to be in range.
 */
export function judge(
  subject: Subject,
  matrix: Matrix | null,
  release: Release | null,
  exceptions: Exceptions | null,
  today: string,
): Verdict {
  const found = lookUp(matrix, subject.tool, subject.connector);
  const reason = reasonOf(found, release);
  const cell = found.cell?.code.text ?? null;
  const tierRange = inRange(release, subject.tierRelease);
  const acceptable = found.code !== null && !passes(found.code) && found.code.acceptable;
  const exception =
    acceptable && cell !== null
      ? exceptionFor(exceptions, { ...subject, environment: subject.derivedFrom ?? subject.environment, code: cell })
      : null;
  const accepted = exception !== null && inForce(exception, today);
  return {
    environment: subject.environment,
    tool: subject.tool,
    connector: subject.connector,
    tier: subject.tierRelease,
    matrix: reason === null ? cell : null,
    reason,
    cell,
    means: found.code?.means?.text ?? null,
    row: found.row?.tool.text ?? null,
    nearestRow: found.nearest?.tool.text ?? null,
    tierRange,
    gate: gateOf(reason === null && tierRange === true, passes(found.code), accepted),
    exception: exception ? shown(exception, accepted) : null,
    claims: (release?.claims ?? []).map((claim): VerdictClaim => {
      const tool = claim.tools.some((text) => sameToolRow(text.text, subject.tool));
      return { source: claim.source.text, covers: tool && claim.tiers.some((tier) => tier.text === subject.tierRelease) };
    }),
  };
}

/** The verdict on a subject with the matrix, the exceptions and the connector's release of a repository. */
export function judgeIn(
  shared: Pick<SharedModel, "matrix" | "releases" | "exceptions">,
  subject: Subject,
  today: string,
): Verdict {
  return judge(subject, shared.matrix, shared.releases.get(subject.connector) ?? null, shared.exceptions, today);
}

/** What of an environment is judged. */
export function subjectOf({ name, tool, connector, tier, derivedFrom }: Environment): Subject {
  const of = derivedFrom ? { derivedFrom: derivedFrom.text } : {};
  return { environment: name, ...of, tool: tool.text, connector: connector.text, tierRelease: tier.release.text };
}

/** The matrix speaks first; a missing release folder is the reason only where the matrix has a known code. */
function reasonOf(found: CellLookup, release: Release | null): NoVerdictReason | null {
  if (!found.row) return "no-row";
  if (!found.cell) return "no-cell";
  if (!found.code) return "unknown-code";
  return release ? null : "no-release";
}

/** By text: '2506' is '2506' only. Null where the release states no certified tiers: undecided, which is never good. */
function inRange(release: Release | null, tier: string): boolean | null {
  if (!release || release.certifiedTiers.length === 0) return null;
  return release.certifiedTiers.some((certified) => certified.text === tier);
}

/** An exception speaks for the code alone, so it never reaches over the second axis. */
function gateOf(decidable: boolean, pass: boolean, accepted: boolean): Gate {
  if (!decidable) return "block";
  return pass ? "pass" : accepted ? "accepted" : "block";
}

function shown(exception: AcceptedException, accepted: boolean): NonNullable<Verdict["exception"]> {
  return {
    reason: exception.reason.text,
    owner: exception.owner.text,
    until: exception.until.text,
    expired: !accepted,
  };
}
