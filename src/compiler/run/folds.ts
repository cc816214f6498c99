import { EXCEPTIONS_PATH, type Finding, type Related, affected, append, atLeast, editOf, say } from "../../kernel/index.ts";

/** Notes of one finding about what follows from it; the rest is counted. */
const MOST_NOTES = 5;

const BASE_FILE = /^releases\/[^/]+\/base\//;
const GROUP = /^[^/]+/;

/** One fault of a descriptor names what was edited; with several the file is another one altogether. */
function descriptorsOf(findings: readonly Finding[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { rule, severity, at } of findings)
    if (rule === "kit/plugin-descriptor" && severity === "error")
      counts.set(at?.file ?? "", (counts.get(at?.file ?? "") ?? 0) + 1);
  return counts;
}

type Topics = { readonly explains: readonly string[]; readonly follows: readonly string[] };

/** A file of base/ that was edited: what the edit broke is the mistake where it has a name, and the edit itself where it has none. */
function inBase({ rule, severity, at }: Finding, descriptors: ReadonlyMap<string, number>): Topics {
  const file = at?.file ?? "";
  const nothing = { explains: [], follows: [] };
  if (!BASE_FILE.test(file)) return nothing;
  const [edit, text, release] = [editOf(file), `text of ${file}`, `release of ${file}`];
  if (rule === "kit/base-differs") return { explains: [edit], follows: [release, text] };
  if (rule === "kit/release-differs") return { explains: [release], follows: [] };
  if (rule === "kit/write-target-missing") return { explains: [], follows: [edit] };
  if (rule === "kit/plugin-descriptor") {
    const only = severity === "error" && descriptors.get(file) === 1;
    return only ? { explains: [text], follows: [release] } : { explains: [], follows: [release, edit] };
  }
  if (GROUP.exec(rule)?.[0] !== "conf" && !rule.startsWith("repo/")) return nothing;
  return severity === "error" ? { explains: [text], follows: [] } : { explains: [], follows: [edit] };
}

/** True when a note of `cause` says enough: to everybody whom the finding concerns, and as gravely. */
function reaches(cause: Finding, { environment, severity, at }: Finding): boolean {
  if (cause.environment === null || cause.environment === environment) return true;
  // an exception concerns those alone that it names
  return environment === null ? at?.file === EXCEPTIONS_PATH : severity === cause.severity;
}

/** Findings by what they explain, and what each follows from. */
class Causes {
  readonly #topics = new Map<Finding, Topics>();
  readonly #causes = new Map<string, Finding[]>();
  readonly #order = new Map<Finding, number>();

  constructor(findings: readonly Finding[]) {
    const descriptors = descriptorsOf(findings);
    for (const finding of findings) {
      const base = inBase(finding, descriptors);
      const explains = [...(finding.explains ?? []), ...base.explains];
      const follows = [...(finding.follows ?? []), ...base.follows];
      if (follows.length > 0) this.#topics.set(finding, { explains, follows });
      this.#order.set(finding, this.#order.size);
      for (const topic of explains) {
        const known = this.#causes.get(topic);
        if (known) known.push(finding);
        else this.#causes.set(topic, [finding]);
      }
    }
  }

  /** The finding that a finding follows from, if one is told that is as grave; never itself. */
  #causeOf(finding: Finding): Finding | undefined {
    for (const topic of this.#topics.get(finding)?.follows ?? []) {
      const cause = this.#causes.get(topic)?.find((other) => other !== finding && atLeast(other.severity, finding.severity));
      if (cause) return cause;
    }
    return undefined;
  }

  /** The first cause in a chain; of a chain that bites its own tail the finding that was told first. */
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

/** What is said of the followers beside their cause, at their places: one note a line, the first few of many. */
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
 * One mistake, one finding: what follows from another finding (`follows`, `explains`) becomes a note of it. The cause affects the
 * environments that its consequences affected, so that none of them is green for it.
 */
export function folded(findings: readonly Finding[]): readonly Finding[] {
  const causes = new Causes(findings);
  const followers = new Map<Finding, Finding[]>();
  const gone = new Set<Finding>();
  for (const finding of findings) {
    const root = causes.rootOf(finding);
    // a cause that is a note itself, of one that does not reach so far, tells nobody
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
      const names = [...new Set([finding, ...own].flatMap(affected))].sort();
      const related = [...(finding.related ?? []), ...notesOn(finding, own)];
      if (finding.environment === null || names.length < 2) return { ...finding, related };
      return { ...finding, related, environment: names[0] as string, environments: names };
    });
}
