import { type Finding, type Severity, affected } from "../../kernel/index.ts";
import type { PlanFinding } from "./plan.ts";
import type { CompiledRepository } from "./side.ts";

/** Names of environments on the side before, as they are called after; others keep theirs. */
export type Names = ReadonlyMap<string, string>;

type KeyAt = CompiledRepository["keyAt"];

/** What a message names, where nothing else says which key or path it is about; values do not count. */
const namedIn = ({ message }: Finding): string =>
  message.flatMap((part) => (typeof part === "string" || part.value ? [] : [part.text])).join(" ");

/** What makes two findings of an environment the same one, whatever the line: the rule, the file, the key or path in it, and what it is about. */
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
  const all = affected(finding);
  return all.length === 0 ? [null] : all;
};

/** How grave the findings of each identity are on a side. */
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

  /** Takes away the finding of the nearest severity among `fitting`, which begins with the nearest. Returns false if there is none. */
  take(identity: string, fitting: readonly Severity[]): boolean {
    const known = this.#known.get(identity) ?? [];
    const nearest = fitting.find((severity) => known.includes(severity));
    if (nearest === undefined) return false;
    known.splice(known.indexOf(nearest), 1);
    return true;
  }
}

const RISING: readonly Severity[] = ["info", "warning", "error"];

/** Returns the severities from the given one upwards: a finding that was as grave at the base is no new one. */
const upwards = (severity: Severity): readonly Severity[] => RISING.slice(RISING.indexOf(severity));

/** Returns the severities from the given one downwards: a finding that is less grave now is not gone. */
const downwards = (severity: Severity): readonly Severity[] => RISING.slice(0, RISING.indexOf(severity) + 1).reverse();

export interface ComparedFindings {
  /** In the order of the findings after the change, then those that are gone. */
  readonly findings: readonly PlanFinding[];
  /** Per environment, as it is called after. */
  readonly counts: ReadonlyMap<string, { readonly new: number; readonly gone: number; readonly unchanged: number }>;
}

/** What the change does to the findings: a finding of several environments is new when it is new to one of them, and one that is graver now is new. */
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
  const gone = old.filter((finding) => {
    const left = owners(finding).filter(
      (name) => !atHead.take(identityOf(finding, name, before.keyAt, names), downwards(finding.severity)),
    );
    for (const name of left) count(name === null ? null : (names.get(name) ?? name), "gone");
    return left.length > 0;
  });
  return { findings: [...told, ...gone.map((finding): PlanFinding => ({ state: "gone", finding }))], counts };
}
