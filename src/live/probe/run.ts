import { isRefusal, name, plural, say, words } from "../../kernel/index.ts";
import { HttpFault } from "../../platform/index.ts";
import { type Recorder, recording } from "./exchanges.ts";
import type { Answer, Need, Probe, Probing } from "./probe.ts";
import type { ProbeResult } from "./result.ts";
import { answer, notAnswered } from "./words.ts";

/** What a run gives to each of its probes; `ask` is made anew for each, so that each tells its own exchanges. */
export type RunProbing = Omit<Probing, "ask" | "session" | "once" | "toldBy"> & {
  /** The run's one sign-in, made through the exchanges of the probe that asks for it first. */
  session(ask: Probing["ask"]): ReturnType<Probing["session"]>;
};

export interface ProbeRun {
  readonly probes: readonly Probe[];
  readonly probing: RunProbing;
  readonly recorder: Recorder;
  /** Milliseconds for one probe with its controls. */
  readonly patience: number;
  /** Told before each probe, for progress. */
  begins?(probe: Probe): void;
}

const NO_SIGN_ON = "the environment has no sso.yaml that can be read";

const LACKS: Readonly<Record<Need, (probing: RunProbing) => string | null>> = {
  "sign-in": ({ profile }) => (profile ? null : "it needs somebody to sign in as: --profile NAME or FILE"),
  sso: ({ facts }) => (facts ? null : NO_SIGN_ON),
  idp: ({ facts }) => (facts?.realmUrl ? null : facts ? "sso.yaml does not say which realm: idp.base and idp.realm" : NO_SIGN_ON),
  "gateway-file": ({ gateway }) => (gateway ? null : "it needs the gateway's configuration: --gateway FILE"),
};

/** Why a probe is not run; null: it has what it needs. */
function lackOf(probe: Probe, probing: RunProbing): string | null {
  for (const need of probe.needs) {
    const lack = LACKS[need](probing);
    if (lack !== null) return lack;
  }
  return null;
}

const LATE = Symbol("late");

/** Milliseconds for a request whose time is over, the same as its probe's, to say which one it was. */
const LAST_WORDS = 100;

/** What was asked of a probe, or that its time was over. The time counts for its controls, too. */
async function inTime(work: Promise<Answer>, patience: number): Promise<Answer | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>((resolve) => {
    timer = setTimeout(() => resolve(LATE), patience);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A positive answer is worth what its control is worth: one that could not have failed proves nothing. This is the only place that says so. */
function weighed(found: Answer): Answer {
  if (found.outcome !== "proven" || found.control?.outcome !== "failed") return found;
  return {
    ...found,
    outcome: "not-proven",
    says: say`${found.says}; but that proves nothing, for the control failed: ${found.control.says}`,
    help: found.help ?? words("find out why the control failed before the answer is believed"),
  };
}

/** What probes of a run share beside its sign-in. */
interface Shared {
  readonly once: Probing["once"];
  /** What was told at length, with the probe that did. */
  readonly told: Map<string, string>;
}

/** A sentence that several probes would say is said by the first; it says it again as often as it likes. */
const tellerOf =
  (told: Shared["told"], { id }: Probe): Probing["toldBy"] =>
  (what) => {
    const teller = told.get(what) ?? id;
    told.set(what, teller);
    return teller === id ? null : teller;
  };

async function oneProbe({ probing, recorder, patience }: ProbeRun, probe: Probe, { once, told }: Shared): Promise<ProbeResult> {
  const lack = lackOf(probe, probing);
  if (lack !== null) return { probe, answer: answer("skipped", words(lack)), exchanges: [] };
  const { ask, exchanges, close } = recording(recorder, patience);
  try {
    const toldBy = tellerOf(told, probe);
    const given: Probing = { ...probing, ask, session: () => probing.session(ask), once, toldBy };
    const found = await inTime(probe.run(given), patience + LAST_WORDS);
    if (found !== LATE) return { probe, answer: weighed(found), exchanges: exchanges() };
    const says = say`it did not end within ${words(plural(Math.round(patience / 1000), "second"))}`;
    const late = answer("not-proven", says, { help: words("--timeout SECONDS waits longer"), unreachable: true });
    return { probe, answer: late, exchanges: exchanges() };
  } catch (error) {
    return { probe, answer: failed(error), exchanges: exchanges() };
  } finally {
    // a probe that is late goes on in the background: whatever it still wants to ask is asked of nobody
    close();
  }
}

/** A probe that throws has no answer; what it threw is told in words, never as a stack. */
function failed(error: unknown): Answer {
  if (error instanceof HttpFault) return notAnswered(error, "what was asked");
  if (isRefusal(error)) return answer("not-proven", words(error.message), { help: words(error.help ?? "") });
  const kind = error instanceof Error ? error.name : "failure";
  return answer("not-proven", say`the probe itself failed (${name(kind)})`, {
    help: words("this is a fault of tierwright, not of your repository: please report it with the command you ran"),
  });
}

/** `once` for the probes of one run. */
export function onceEach(): Probing["once"] {
  const done = new Map<string, Promise<unknown>>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const known = done.get(name) ?? work();
    done.set(name, known);
    return known as Promise<T>;
  };
}

/** Runs the probes in their order, one after the other: what one has done to a server is done before the next begins. */
export async function runProbes(run: ProbeRun): Promise<readonly ProbeResult[]> {
  const results: ProbeResult[] = [];
  const shared: Shared = { once: onceEach(), told: new Map() };
  for (const probe of inOrder(run.probes)) {
    run.begins?.(probe);
    results.push(await oneProbe(run, probe, shared));
  }
  return results;
}

export const inOrder = (probes: readonly Probe[]): readonly Probe[] =>
  [...probes].sort((a, b) => a.order - b.order || (a.id < b.id ? -1 : 1));
