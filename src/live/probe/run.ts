import { isRefusal, name, plural, say, words } from "../../kernel/index.ts";
import { HttpFault } from "../../platform/index.ts";
import { runQuestions } from "../checks/run.ts";
import { type Recorder, recording } from "./exchanges.ts";
import type { Answer, Need, Probe, Probing } from "./probe.ts";
import type { ProbeResult } from "./result.ts";
import { answer, notAnswered } from "./words.ts";

/**
 * The inputs that all probes of a command share. `ask` is left out, because each probe gets its own, which records the probe's exchanges.
 */
export type RunProbing = Omit<Probing, "ask" | "session" | "once" | "toldBy"> & {
  /** Returns the only sign-in of this `probe` command, which is made through the first caller's `ask`. */
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

/** Returns a function for each precondition of a probe: it returns why the precondition is not met, or null if it is met. */
const lacksOf = ({ profile, facts, gateway }: RunProbing): Readonly<Record<Need, () => string | null>> => ({
  "sign-in": () => (profile ? null : "it needs somebody to sign in as: --profile NAME or FILE"),
  sso: () => (facts ? null : NO_SIGN_ON),
  idp: () => (facts?.realmUrl ? null : facts ? "sso.yaml does not say which realm: idp.base and idp.realm" : NO_SIGN_ON),
  "gateway-file": () => (gateway ? null : "it needs the gateway's configuration: --gateway FILE"),
});

/** The time in milliseconds after its timeout in which a probe can still report which request timed out. */
const LAST_WORDS = 100;

/** Changes a `proven` answer whose control failed to `not-proven`, because it proves nothing. Other answers are returned unchanged. */
function distrusted(found: Answer): Answer {
  if (found.outcome !== "proven") return found;
  return {
    ...found,
    outcome: "not-proven",
    says: say`${found.says}; but that proves nothing, for the control failed: ${found.control?.says ?? []}`,
    help: found.help ?? words("find out why the control failed before the answer is believed"),
  };
}

/** Returns the function `toldBy` for a probe. Only the first probe that reports a fact reports it in full; later ones name that probe. */
const tellerOf =
  (told: Map<string, string>, { id }: Probe): Probing["toldBy"] =>
  (what) => {
    const teller = told.get(what) ?? id;
    told.set(what, teller);
    return teller === id ? null : teller;
  };

/** Converts an error that a probe threw into an answer in words, without a stack trace. */
function failed(error: unknown): Answer {
  if (error instanceof HttpFault) return notAnswered(error, "what was asked");
  if (isRefusal(error)) return answer("not-proven", words(error.message), { help: words(error.help ?? "") });
  const kind = error instanceof Error ? error.name : "failure";
  return answer("not-proven", say`the probe itself failed (${name(kind)})`, {
    help: words("this is a fault of tierwright, not of your repository: please report it with the command you ran"),
  });
}

/** Returns the function `once`, which runs the work of one name at the first call only and returns its result to each caller. */
export function onceEach(): Probing["once"] {
  const done = new Map<string, Promise<unknown>>();
  return <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const known = done.get(name) ?? work();
    done.set(name, known);
    return known as Promise<T>;
  };
}

function late(patience: number): Answer {
  const says = say`it did not end within ${words(plural(Math.round(patience / 1000), "second"))}`;
  return answer("not-proven", says, { help: words("--timeout SECONDS waits longer"), unreachable: true });
}

/** Runs the probes one after the other. A probe that exceeds its timeout cannot send any more requests. */
export function runProbes({ probes, probing, recorder, patience, begins }: ProbeRun): Promise<readonly ProbeResult[]> {
  const once = onceEach();
  /** The facts that were reported in full, with the probe that reported each. */
  const told = new Map<string, string>();
  return runQuestions({
    questions: probes,
    patience: patience + LAST_WORDS,
    lacks: lacksOf(probing),
    ...(begins ? { begins } : {}),
    open(probe: Probe) {
      const { ask, exchanges, close } = recording(recorder, patience);
      const input: Probing = { ...probing, ask, session: () => probing.session(ask), once, toldBy: tellerOf(told, probe) };
      return { input, result: (found: Answer) => ({ probe, answer: found, exchanges: exchanges() }), close };
    },
    skipped: (lack) => answer("skipped", words(lack)),
    late: () => late(patience),
    failed,
    distrusted,
  });
}
