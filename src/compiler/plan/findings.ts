import { type Finding, type Severity, affectedEnvironments, leavesFileUnread } from "../../kernel/index.ts";
import type { PlanFinding } from "./plan.ts";
import type { CompiledRepository } from "./side.ts";

/** New names of renamed environments by their name before the change; other environments keep their name. */
export type Names = ReadonlyMap<string, string>;

type KeyAt = CompiledRepository["keyAt"];

/**
 * Returns the names in a finding's message, without its values, to identify a finding that has no pointer and is not on the line of a key.
 */
const namedIn = ({ message }: Finding): string =>
  message.flatMap((part) => (typeof part === "string" || part.value ? [] : [part.text])).join(" ");

/**
 * Returns a text that is equal for one finding before and after a change, even if its line moves: rule, environment, file, place in the
 * file (pointer, key or names in the message), and subject.
 */
function identityOf(finding: Finding, environment: string | null, keyAt: KeyAt, names: Names): string {
  const { rule, at, pointer } = finding;
  const about = (environment === null ? undefined : finding.aboutEach?.[environment]) ?? finding.about ?? [];
  const file = (at?.file ?? "").replace(/^environments\/([^/]+)\//, (all, name: string) =>
    names.has(name) ? `environments/${names.get(name)}/` : all,
  );
  const where = pointer ?? (at ? keyAt(at.file, at.line) : null) ?? namedIn(finding);
  return JSON.stringify([rule, environment === null ? null : (names.get(environment) ?? environment), file, where, ...about]);
}

const owners = (finding: Finding): readonly (string | null)[] => {
  const all = affectedEnvironments(finding);
  return all.length === 0 ? [null] : all;
};

/** The severities of the findings before a change, or of those after it, by the identity of the finding. */
class Counts {
  readonly #known = new Map<string, Severity[]>();

  constructor(findings: readonly Finding[], keyAt: KeyAt, names: Names) {
    for (const finding of findings) {
      for (const name of owners(finding)) this.#add(identityOf(finding, name, keyAt, names), finding.severity);
    }
  }

  #add(identity: string, severity: Severity): void {
    const known = this.#known.get(identity);
    if (known) known.push(severity);
    else this.#known.set(identity, [severity]);
  }

  /**
   * Removes one finding of the first severity in `fitting` that occurs. Returns false if none occurs.
   * @param fitting Severities in order, the nearest first.
   */
  take(identity: string, fitting: readonly Severity[]): boolean {
    const known = this.#known.get(identity) ?? [];
    const nearest = fitting.find((severity) => known.includes(severity));
    if (nearest === undefined) return false;
    known.splice(known.indexOf(nearest), 1);
    return true;
  }
}

const RISING: readonly Severity[] = ["info", "warning", "error"];

/**
 * Returns the severities from the given one upwards: a finding is not new if an equal one of at least this severity existed before the
 * change.
 */
const upwards = (severity: Severity): readonly Severity[] => RISING.slice(RISING.indexOf(severity));

/** Returns the severities from the given one downwards: a finding is not resolved if an equal but less severe one remains. */
const downwards = (severity: Severity): readonly Severity[] => RISING.slice(0, RISING.indexOf(severity) + 1).reverse();

/**
 * Returns a function that gives true if the check after a change would have reported a finding again: false if the environment cannot be
 * compiled, or if a file with the finding or its evidence cannot be read.
 */
function judgedIn({ findings, sides }: CompiledRepository): (finding: Finding, environment: string | null) => boolean {
  const unread = new Set(
    (findings ?? []).flatMap((finding) => (leavesFileUnread(finding) && finding.at ? [finding.at.file] : [])),
  );
  return ({ at, related }, environment) => {
    const isBroken = environment !== null && typeof sides.get(environment)?.broken === "string";
    const places = [at, ...(related ?? []).map(({ place }) => place)];
    return !isBroken && !places.some((place) => place && unread.has(place.file));
  };
}

export interface ComparedFindings {
  /** The findings after the change in the order in which `check` reports them, then those that the change is known to resolve. */
  readonly findings: readonly PlanFinding[];
  /** Number of findings per environment, under its name after the change. */
  readonly counts: ReadonlyMap<string, { readonly new: number; readonly gone: number; readonly unchanged: number }>;
}

/**
 * Compares the findings before and after a change. A finding of several environments is new if it is new in one of them; a finding that
 * became more severe is new.
 */
export function compareFindings(before: CompiledRepository, after: CompiledRepository, names: Names): ComparedFindings {
  const none: Names = new Map();
  const [old, now] = [before.findings ?? [], after.findings ?? []];
  const counts = new Map<string, { new: number; gone: number; unchanged: number }>();
  const count = (name: string | null, state: PlanFinding["state"]) => {
    if (name === null) return;
    const known = counts.get(name) ?? { new: 0, gone: 0, unchanged: 0 };
    known[state]++;
    counts.set(name, known);
  };
  const atBase = new Counts(old, before.keyAt, names);
  const told = now.map((finding): PlanFinding => {
    const states = owners(finding).map((name) => {
      const state = atBase.take(identityOf(finding, name, after.keyAt, none), upwards(finding.severity)) ? "unchanged" : "new";
      count(name, state);
      return state;
    });
    return { state: states.includes("new") ? "new" : "unchanged", finding };
  });
  const atHead = new Counts(now, after.keyAt, none);
  const isJudged = judgedIn(after);
  const gone = old.filter((finding) => {
    const left = owners(finding)
      .filter((name) => !atHead.take(identityOf(finding, name, before.keyAt, names), downwards(finding.severity)))
      .map((name) => (name === null ? null : (names.get(name) ?? name)))
      .filter((name) => isJudged(finding, name));
    for (const name of left) count(name, "gone");
    return left.length > 0;
  });
  return { findings: [...told, ...gone.map((finding): PlanFinding => ({ state: "gone", finding }))], counts };
}
