import {
  EXCEPTIONS_PATH,
  type Finding,
  GROUPS,
  type Related,
  type Subject,
  affectedEnvironments,
  append,
  atLeast,
  groupOf,
  isBecause,
  must,
  say,
  subjectKey,
} from "../../kernel/index.ts";

/** Number of consequences that are listed as notes of one finding; the rest is counted. */
const MOST_NOTES = 5;

const BASE_FILE = /^releases\/[^/]+\/base\//;

/**
 * Returns how a finding on the text of a base file is related to the finding that the file differs from the kit's: an error in the text is
 * the cause of that finding; a less severe finding is a consequence of it. Returns no relation for other findings.
 */
function inBase({ rule, severity, at }: Finding): Pick<Finding, "explains" | "follows"> {
  if (!at || !BASE_FILE.test(at.file) || !GROUPS[groupOf(rule)]?.ofText) return {};
  return severity === "error" ? { explains: [{ is: "text", file: at.file }] } : { follows: [{ is: "edit", file: at.file }] };
}

/**
 * Returns true if a finding can become a note of `cause`: the cause affects all environments or the finding's environment, or both findings
 * have equal severity, so that `cause` can name both environments.
 */
function reaches(cause: Finding, { environment, severity, at }: Finding): boolean {
  if (cause.environment === null || cause.environment === environment) return true;
  // From here on, `cause` affects one environment, and the finding another one or all. A finding on all environments cannot become its
  // note, except one on exceptions.yaml: an exception affects only the environments that it names.
  return environment === null ? at?.file === EXCEPTIONS_PATH : severity === cause.severity;
}

/**
 * An index of the findings that explain other findings, by subject. A finding that explains a subject is a possible cause of each finding
 * that follows from this subject.
 */
class Causes {
  readonly #follows = new Map<Finding, readonly Subject[]>();
  readonly #causes = new Map<string, Finding[]>();
  readonly #order = new Map<Finding, number>();

  constructor(findings: readonly Finding[]) {
    for (const finding of findings) {
      const base = inBase(finding);
      const follows = [...(finding.follows ?? []), ...(base.follows ?? [])];
      if (follows.length > 0) this.#follows.set(finding, follows);
      this.#order.set(finding, this.#order.size);
      for (const subject of [...(finding.explains ?? []), ...(base.explains ?? [])]) {
        const key = subjectKey(subject);
        const known = this.#causes.get(key);
        if (known) known.push(finding);
        else this.#causes.set(key, [finding]);
      }
    }
  }

  /** Returns the cause of a finding, of at least the same severity; undefined if there is none. */
  #causeOf(finding: Finding): Finding | undefined {
    const explains = (other: Finding) =>
      other !== finding && isBecause(finding, other) && atLeast(other.severity, finding.severity);
    for (const subject of this.#follows.get(finding) ?? []) {
      const cause = this.#causes.get(subjectKey(subject))?.find(explains);
      if (cause) return cause;
    }
    return undefined;
  }

  /**
   * Returns the finding at which the chain of causes of a finding ends (the finding itself if it has no cause); in a cycle, the earliest
   * finding of the cycle.
   */
  rootOf(finding: Finding): Finding {
    const chain = [finding];
    let root = finding;
    for (let next = this.#causeOf(root); next && reaches(next, finding); next = this.#causeOf(root)) {
      const again = chain.indexOf(next);
      if (again >= 0)
        return chain.slice(again).reduce((a, b) => ((this.#order.get(a) ?? 0) <= (this.#order.get(b) ?? 0) ? a : b));
      chain.push(next);
      root = next;
    }
    return root;
  }
}

/** Returns the consequences of a finding as notes, one for each place: the first `MOST_NOTES`, and a note that counts the rest. */
function notesOn(cause: Finding, followers: readonly Finding[]): readonly Related[] {
  const seen = new Set([JSON.stringify(cause.at)]);
  const notes: Related[] = [];
  for (const { at, message, notes: [first] = [] } of followers) {
    const key = JSON.stringify(at);
    if (!at || seen.has(key)) continue;
    seen.add(key);
    notes.push({ message: first ? say`also: ${message}; ${first}` : say`also: ${message}`, place: at });
  }
  const more = notes.length - MOST_NOTES;
  const next = notes[MOST_NOTES];
  return more > 0 && next ? [...notes.slice(0, MOST_NOTES), { message: say`also: ${more} more`, place: next.place }] : notes;
}

/**
 * Turns each finding that is a consequence of another one (`follows`, `explains`) into a note of its cause, so that one mistake is one
 * finding. The cause then names the environments of all its consequences, so that none of these environments passes.
 */
export function foldFindings(findings: readonly Finding[]): readonly Finding[] {
  const causes = new Causes(findings);
  const followers = new Map<Finding, Finding[]>();
  const gone = new Set<Finding>();
  for (const finding of findings) {
    const root = causes.rootOf(finding);
    // A note on a cause that is itself folded would not be shown, so the finding stays.
    if (root === finding || causes.rootOf(root) !== root) continue;
    gone.add(finding);
    const known = followers.get(root) ?? [];
    append(known, [finding]);
    followers.set(root, known);
  }
  if (gone.size === 0) return findings;
  return findings
    .filter((finding) => !gone.has(finding))
    .map((finding) => {
      const own = followers.get(finding);
      if (!own) return finding;
      const names = [...new Set([finding, ...own].flatMap(affectedEnvironments))].sort();
      const related = [...(finding.related ?? []), ...notesOn(finding, own)];
      if (finding.environment === null || names.length < 2) return { ...finding, related };
      return { ...finding, related, environment: must(names[0], "the first of several environments"), environments: names };
    });
}
