import { isRefusal, name, plural, say, words } from "../../kernel/index.ts";
import { HttpFault } from "../../platform/index.ts";
import { type Recorder, recording } from "./exchanges.ts";
import type { Answer, Need, Probe, Probing } from "./probe.ts";
import type { ProbeResult } from "./result.ts";
import { answer, notAnswered } from "./words.ts";

/** The inputs that a run gives to every probe. `ask` is created for each probe, so that each records its own exchanges. */
export type RunProbing = Omit<Probing, "ask" | "session" | "once" | "toldBy"> & {
  /** Returns the run's one sign-in, which is made through the first caller's `ask`. */
  session(ask: Probing["ask"]): ReturnType<Probing["session"]>;
};

export interface ProbeRun {
  readonly probes: readonly Probe[];
  readonly probing: RunProbing;
  readonly recorder: Recorder;
  /** The timeout of one probe with its controls, in milliseconds. */
  readonly patience: number;
  /** Called before each probe, to report progress. */
  begins?(probe: Probe): void;
}

const NO_SIGN_ON = "no sso.yaml";

const LACKS: Readonly<Record<Need, (probing: RunProbing) => string | null>> = {
  "sign-in": ({ profile }) => (profile ? null : "it needs somebody to sign in as: --profile NAME or FILE"),
  sso: ({ facts }) => (facts ? null : NO_SIGN_ON),
  idp: ({ facts }) => (facts?.realmUrl ? null : facts ? "sso.yaml does not say which realm: idp.base and idp.realm" : NO_SIGN_ON),
  "gateway-file": ({ gateway }) => (gateway ? null : "it needs the gateway's configuration: --gateway FILE"),
};

/** Returns why a probe cannot run; null if it has everything it needs. */
function lackOf(probe: Probe, probing: RunProbing): string | null {
  for (const need of probe.needs) {
    const lack = LACKS[need](probing);
    if (lack !== null) return lack;
  }
  return null;
}

const LATE = Symbol("late");

/** The extra time in milliseconds in which a probe can still report which request timed out. */
const LAST_WORDS = 100;

/** Returns the probe's answer, or LATE after the timeout, which includes the probe's controls. */
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

/** Turns a positive answer into `not-proven` if its control failed, because the answer then proves nothing. No other code does this. */
function weighed(found: Answer): Answer {
  if (found.outcome !== "proven" || found.control?.outcome !== "failed") return found;
  return {
    ...found,
    outcome: "not-proven",
    says: say`${found.says}; but that proves nothing, for the control failed: ${found.control.says}`,
    help: found.help ?? words("find out why the control failed before the answer is believed"),
  };
}

/** The state that probes of a run share, apart from the sign-in. */
interface Shared {
  readonly once: Probing["once"];
  /** The facts that were reported in full, with the probe that reported each. */
  readonly told: Map<string, string>;
}

/** Returns `toldBy` for a probe: the first probe that reports a fact owns it, and only that probe reports it in full. */
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
    // a late probe goes on in the background, and must send nothing more
    close();
  }
}

/** Converts an error that a probe threw into an answer in words, without a stack trace. */
function failed(error: unknown): Answer {
  if (error instanceof HttpFault) return notAnswered(error, "what was asked");
  if (isRefusal(error)) return answer("not-proven", words(error.message), { help: words(error.help ?? "") });
  const kind = error instanceof Error ? error.name : "failure";
  return answer("not-proven", say`the probe itself failed (${name(kind)})`, {
    help: words("this is a fault of tierwright, not of your repository: please report it with the command you ran"),
  });
}

/** Returns `once` for the probes of one run. */
export function onceEach(): Probing["once"] {
  const done = new Map<string, Promise<unknown>>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const known = done.get(name) ?? work();
    done.set(name, known);
    return known as Promise<T>;
  };
}

/** Runs the probes in order, one after the other, so that a probe's effects on a server end before the next begins. */
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
