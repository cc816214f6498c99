import {
  type Finding,
  affectedEnvironments,
  gateWords,
  groupedBy,
  listWords,
  matrixWords,
  pairWords,
  plain,
  plural,
  tierWords,
} from "../../kernel/index.ts";
import { type EnvironmentReport, type Report, environmentsOf } from "../../report/index.ts";

/** One environment that must not be used as it is. */
export interface Blocked {
  readonly name: string;
  /** The errors that block the environment; empty if no error does, as for a verdict with the gate `block` alone. */
  readonly errors: readonly Finding[];
  /** The reason in words why the environment is blocked, in addition to the errors; empty if they are the whole reason. */
  readonly why: string;
}

/** Environments that are blocked for the same reason. */
export interface BlockedGroup {
  readonly names: readonly string[];
  readonly errors: readonly Finding[];
  readonly why: string;
}

export interface State {
  readonly known: readonly EnvironmentReport[];
  readonly blocked: readonly BlockedGroup[];
  readonly blockedNames: ReadonlySet<string>;
  /** Number of environments that can be used because an exception accepts their verdict. */
  readonly accepted: number;
  readonly total: number;
}

/** Returns why an environment must not be used; null if it can be used. */
function blockedOne(item: EnvironmentReport, shared: readonly Finding[], today: string): Blocked | null {
  const { verdict, findings, blocked } = item;
  const own = findings.filter(({ severity }) => severity === "error");
  if (verdict.gate !== "block" && own.length === 0 && blocked === undefined) return null;
  const errors = own.length > 0 || verdict.gate === "block" ? own : shared;
  const why = `${pairWords(verdict.tool, verdict.connector)}: ${matrixWords(verdict)}, ${tierWords(verdict)}, ${gateWords(verdict, { today })}`;
  return { name: verdict.environment, errors, why: errors.length > 0 || verdict.gate !== "block" ? (blocked ?? "") : why };
}

/**
 * Returns findings of the same rule with the same message once, because the list of blocked environments only shows what to do; the
 * findings section of the page has every place.
 */
function distinct(errors: readonly Finding[]): readonly Finding[] {
  const seen = new Map(errors.map((finding) => [JSON.stringify([finding.rule, plain(finding.message)]), finding]));
  return [...seen.values()];
}

function grouped(all: readonly Blocked[]): readonly BlockedGroup[] {
  const told = all.map((one) => ({ ...one, errors: distinct(one.errors) }));
  const groups = groupedBy(told, ({ errors, why }) =>
    JSON.stringify([errors.map(({ rule, message }) => [rule, plain(message)]), why]),
  );
  return [...groups.values()].flatMap((group) =>
    group[0] ? [{ names: group.map(({ name }) => name), errors: group[0].errors, why: group[0].why }] : [],
  );
}

/** Returns which environments can be used, and why the others must not be used. */
export function stateOf(report: Report, today: string): State {
  const known = environmentsOf(report);
  const shared = report.findings.filter((finding) => finding.severity === "error" && affectedEnvironments(finding).length === 0);
  const unread = report.unread.map(({ name, why }): Blocked => {
    const errors = report.findings.filter(
      (finding) => finding.severity === "error" && affectedEnvironments(finding).includes(name),
    );
    return { name, errors, why: errors.length > 0 ? "" : why };
  });
  const all = [...known.flatMap((item) => blockedOne(item, shared, today) ?? []), ...unread];
  all.sort((a, b) => (a.name < b.name ? -1 : 1));
  const blockedNames = new Set(all.map(({ name }) => name));
  const accepted = known.filter(({ verdict }) => verdict.gate === "accepted" && !blockedNames.has(verdict.environment)).length;
  return { known, blocked: grouped(all), blockedNames, accepted, total: report.environments };
}

const MOST_NAMED = 3;

/**
 * Returns the state of all environments in one line: '3 of 4 environments are ready to deploy, 1 by an exception; 1 is blocked:
 * production'.
 */
export function headline({ blockedNames, accepted, total }: State): string {
  const blocked = [...blockedNames];
  const whole = total === 2 ? "Both environments" : `All ${plural(total, "environment")}`;
  const going = total - blocked.length;
  const exception = accepted === 0 ? "" : `, ${accepted === going ? (going > 1 ? "each " : "") : `${accepted} `}by an exception`;
  if (blocked.length === 0) return `${total === 1 ? "The environment is" : `${whole} are`} ready to deploy${exception}`;
  const named =
    blocked.length > MOST_NAMED + 1
      ? `${blocked.slice(0, MOST_NAMED).join(", ")} and ${blocked.length - MOST_NAMED} more`
      : listWords(blocked);
  if (blocked.length === total) return total === 1 ? `The environment is blocked: ${named}` : `${whole} are blocked: ${named}`;
  const may = `${going} of ${plural(total, "environment")} ${going === 1 ? "is" : "are"} ready to deploy${exception}`;
  return `${may}; ${blocked.length} ${blocked.length === 1 ? "is" : "are"} blocked: ${named}`;
}
