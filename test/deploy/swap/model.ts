import {
  type Change,
  type Content,
  type Facts,
  FINISH,
  type FinishStep,
  type Target,
  type Step,
  STEPS,
  type UndoStep,
  UNDO,
  directionOf,
} from "../../../src/deploy/swap/protocol/steps.ts";

/**
 * A model of the protocol that is interpreted from the tables the runner runs: two files outside the tree, one stray. Crash or failure
 * before every row, recovery interrupted anywhere. It assumes single operations to be atomic and durable; torn writes are found by
 * hashes, which the executed faults show.
 */
export interface State {
  readonly live: Content;
  readonly staged: Content;
  readonly backup: Content;
  readonly file0: Content;
  readonly file1: Content;
  readonly temps: Content;
  readonly stray0: Content;
  readonly journal: Content;
  readonly receipt: Content;
  readonly work: Content;
}

export interface Tables {
  readonly steps: readonly Step[];
  readonly undo: readonly UndoStep[];
  readonly finish: readonly FinishStep[];
}

export interface Scenario {
  readonly name: string;
  /** false: a settings switch, no tree is exchanged. */
  readonly tree: boolean;
  /** What the live folder holds before and after; none: first install, or the rollback of one. */
  readonly before: Content;
  readonly after: Content;
}

export const SCENARIOS: readonly Scenario[] = [
  { name: "upgrade", tree: true, before: "old", after: "new" },
  { name: "first install", tree: true, before: "none", after: "new" },
  { name: "rollback of a first install", tree: true, before: "old", after: "none" },
  { name: "settings switch", tree: false, before: "old", after: "old" },
];

export const TABLES: Tables = { steps: STEPS, undo: UNDO, finish: FINISH };

const FIRST = (scenario: Scenario): State => ({
  live: scenario.before,
  staged: "none",
  backup: "none",
  file0: "old",
  file1: "old",
  temps: "none",
  stray0: "there",
  journal: "none",
  receipt: "old",
  work: "none",
});

type Row = { readonly id: string; readonly changes: readonly Change[]; readonly slot: (target: Target) => keyof State };

/** `files` and `strays` stand for one row each; the model has two files and one stray. */
function expand(
  rows: readonly (Step | UndoStep | FinishStep)[],
  scenario: Scenario,
): (Row & { readonly when: UndoStep["when"] })[] {
  return rows
    .filter((row) => scenario.tree || !("tree" in row && row.tree))
    .flatMap((row) => {
      const names: readonly (keyof State | null)[] =
        row.each === "files" ? ["file0", "file1"] : row.each === "strays" ? ["stray0"] : [null];
      return names.map((name) => ({
        id: name === null ? row.id : `${row.id}:${name}`,
        changes: row.changes,
        when: "when" in row ? row.when : null,
        slot: (target: Target) => (name !== null && (target === "files" || target === "strays") ? name : (target as keyof State)),
      }));
    });
}

function apply(state: State, row: Row): State {
  const next: Record<string, Content> = { ...state };
  for (const { target, becomes } of row.changes) {
    next[row.slot(target)] = typeof becomes === "string" ? becomes : state[row.slot(becomes.from)];
  }
  return next as unknown as State;
}

function facts(state: State, scenario: Scenario): Facts {
  return {
    state: state.journal === "reverting" ? "reverting" : "prepared",
    live: scenario.tree ? (state.live === scenario.after ? "after" : "other") : null,
    filesAfter: state.file0 === "new" && state.file1 === "new",
  };
}

/** The rows of the forward run, with what this scenario changes of the table's general words. */
function forwardRows(tables: Tables, scenario: Scenario): readonly Row[] {
  return expand(tables.steps, scenario)
    .filter((row) => !(row.id === "away" && scenario.before === "none"))
    .filter((row) => !(row.id === "enter" && scenario.after === "none"))
    .map((row) =>
      row.id === "stage" && (scenario.after === "none" || !scenario.tree)
        ? { ...row, changes: row.changes.filter((change) => change.target !== "staged") }
        : row,
    );
}

/** Going back is idempotent: a row whose work is done is skipped. */
function backRows(tables: Tables, state: State, scenario: Scenario): readonly Row[] {
  const marked = directionOf(facts({ ...state, journal: "prepared" }, scenario)) === "forward";
  return expand(tables.undo, scenario).filter((row) => (row.id === "mark" ? marked : true));
}

const applies = (state: State, row: { when: UndoStep["when"]; slot: Row["slot"] }): boolean =>
  !row.when || row.when.is.includes(state[row.slot(row.when.target)]);

export interface Explored {
  readonly states: number;
  readonly transitions: number;
  readonly ends: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}

const journalled = (state: State): boolean => state.journal !== "none";

/** What a tool that is started now would meet: where its plug-in is there, both files must be of the same build. */
function visible(state: State, scenario: Scenario): string | null {
  if (!scenario.tree || state.live === "none") return null;
  const expected = state.live;
  return state.file0 === expected && state.file1 === expected
    ? null
    : `a started tool sees plug-in ${state.live}, files ${state.file0}/${state.file1}`;
}

/** A state without a journal that nobody will fix any more. */
function final(state: State, scenario: Scenario): string | null {
  const old = { live: scenario.before, file: "old", stray: "there", receipt: "old" };
  const fresh = { live: scenario.after, file: "new", stray: "away", receipt: "new" };
  const is = (end: typeof old) =>
    state.live === end.live &&
    state.file0 === end.file &&
    state.file1 === end.file &&
    state.stray0 === end.stray &&
    state.receipt === end.receipt;
  if (is(old)) return state.temps === "none" ? null : "temporary files are left";
  return is(fresh) ? null : `neither old nor new: ${JSON.stringify(state)}`;
}

/** Every state that a run, a failure, a kill and any number of interrupted recoveries can reach. */
export function explore(tables: Tables, scenario: Scenario): Explored {
  const seen = new Set<string>();
  const violations = new Set<string>();
  const ends: Record<string, number> = {};
  let transitions = 0;
  const open: { state: State; at: string }[] = [];
  const visit = (state: State, at: string): void => {
    transitions++;
    const wrong = visible(state, scenario);
    if (wrong) violations.add(`${at}: ${wrong}`);
    const key = JSON.stringify(state);
    if (seen.has(key)) return;
    seen.add(key);
    open.push({ state, at });
  };
  const rows = forwardRows(tables, scenario);
  const back = (from: State, at: string): State => {
    let state = from;
    for (const row of backRows(tables, from, scenario) as (Row & { when: UndoStep["when"] })[]) {
      if (!applies(state, row)) continue;
      state = apply(state, row);
      visit(state, `${at} > undo ${row.id}`);
    }
    return state;
  };
  const end = (state: State, at: string): void => {
    const wrong = final(state, scenario);
    if (wrong) violations.add(`${at}: ${wrong}`);
    const kind = state.receipt === "new" ? "new" : "old";
    ends[kind] = (ends[kind] ?? 0) + 1;
  };
  let state = FIRST(scenario);
  visit(state, "begin");
  for (const row of rows) {
    // a failure of this row: the run goes back itself
    const policy = tables.steps.find((step) => row.id.startsWith(step.id))?.onFailure;
    if (policy === "undo") end(back(state, `failure at ${row.id}`), `failure at ${row.id}, undone`);
    state = apply(state, row);
    visit(state, row.id);
  }
  end(state, "success");
  // a kill at any state, its recovery killed at any state, and so on
  for (let next = open.pop(); next; next = open.pop()) {
    const { state: killed, at } = next;
    if (!journalled(killed)) {
      end({ ...killed, work: "none" }, `${at}, next run`);
      continue;
    }
    if (directionOf(facts(killed, scenario)) === "backward") end(back(killed, `${at}, recovery`), `${at}, recovered backward`);
    else {
      let going = killed;
      for (const row of expand(tables.finish, scenario)) {
        going = apply(going, row);
        visit(going, `${at}, recovery > ${row.id}`);
      }
      end(going, `${at}, recovered forward`);
    }
  }
  return { states: seen.size, transitions, ends, violations: [...violations] };
}

/** A step moved to another place of the table. */
export function moved(tables: Tables, id: string, where: "before" | "after", other: string): Tables {
  const step = tables.steps.find((row) => row.id === id);
  const rest = tables.steps.filter((row) => row.id !== id);
  const at = rest.findIndex((row) => row.id === other) + (where === "after" ? 1 : 0);
  return step ? { ...tables, steps: [...rest.slice(0, at), step, ...rest.slice(at)] } : tables;
}
