import type { Environment } from "../model/environment.ts";
import type { AcceptedException, Exceptions, Matrix } from "../model/matrix.ts";
import type { Release } from "../model/release.ts";
import type { SharedModel } from "../model/repository.ts";
import { type CellLookup, lookUp, passes } from "./cell.ts";
import { exceptionFor, isInForce } from "./exception.ts";
import { sameToolRow } from "./tool-row.ts";
import type { Gate, NoVerdictReason, Verdict, VerdictClaim } from "../../kernel/index.ts";

/**
 * The environment on which a verdict is given, or a pair of tool and connector release without an environment: then `environment` is the
 * empty text, which no exception covers.
 */
export interface Subject {
  readonly environment: string;
  /** The original environment of a recording, whose exceptions apply, because both have equal tool, connector and tier. */
  readonly derivedFrom?: string;
  readonly tool: string;
  readonly connector: string;
  /** The release of the PLM tier, as written. */
  readonly tierRelease: string;
}

/**
 * Returns the verdict on two questions that must both pass (docs/verdicts.md): the matrix cell of the exact tool row and connector release,
 * which an exception in force can accept; and the tier release, which must be certified for the connector release and which no exception
 * can accept. Claims in release.yaml never count.
 * @param release The connector release, or null if releases/ has none of this name.
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
  const accepted = exception !== null && isInForce(exception, today);
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

/** Returns the verdict on an environment or pair (`Subject`), using the matrix, exceptions and connector release of a repository. */
export function judgeIn(
  shared: Pick<SharedModel, "matrix" | "releases" | "exceptions">,
  subject: Subject,
  today: string,
): Verdict {
  return judge(subject, shared.matrix, shared.releases.get(subject.connector) ?? null, shared.exceptions, today);
}

/** Returns the fields of an environment that a verdict depends on. */
export function subjectOf({ name, tool, connector, tier, derivedFrom }: Environment): Subject {
  const of = derivedFrom ? { derivedFrom: derivedFrom.text } : {};
  return { environment: name, ...of, tool: tool.text, connector: connector.text, tierRelease: tier.release.text };
}

/**
 * Returns the reason why a tool and a connector release have no verdict; null if they have one. A missing connector release is the reason
 * only if the matrix defines the cell's code.
 */
function reasonOf(found: CellLookup, release: Release | null): NoVerdictReason | null {
  if (!found.row) return "no-row";
  if (!found.cell) return "no-cell";
  if (!found.code) return "unknown-code";
  return release ? null : "no-release";
}

/**
 * Returns true if a tier release is certified for a connector release, compared by text: '2506' matches '2506' only. Returns null, which
 * never passes, if the connector release is missing or states no certified tiers.
 */
function inRange(release: Release | null, tier: string): boolean | null {
  if (!release || release.certifiedTiers.length === 0) return null;
  return release.certifiedTiers.some((certified) => certified.text === tier);
}

/** Returns the gate of a verdict. An exception accepts the matrix code only, so it never overrides an uncertified tier release. */
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
