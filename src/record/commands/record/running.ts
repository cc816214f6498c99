import { type RecordingWorld, askedToStop, describeError } from "../../../platform/index.ts";
import type { RelayTrouble, Totals } from "../../relay/recorder.ts";
import type { Recording as Running } from "../../relay/start.ts";
import { troubleText } from "../../views/recording.ts";
import { type ExitCode, type Invocation, NL, visible } from "../../../report/index.ts";

/** Environment variable that marks a detached recording, whose output is not read once it is ready. */
export const DETACHED_VARIABLE = "TIERWRIGHT_DETACHED";

/** The end of a recording: how it ended, and its totals. */
export interface Ended {
  /** The reason why the recording ended: the name of a signal, `record stop`, or `store gone`. */
  readonly by: string;
  readonly totals: Readonly<Totals>;
  readonly code: ExitCode;
}

/**
 * Returns the exit code of a recording. 0: stopped; 2: something could not be recorded; 3: no connection reached a server, or every client
 * refused the relay's certificate.
 */
export function exitCodeOf({ unwritten, notReached, notGreeted, connections }: Readonly<Totals>, by: string): ExitCode {
  if (unwritten > 0 || by === "store gone") return 2;
  const lost = notReached + notGreeted;
  return lost > 0 && lost === connections ? 3 : 0;
}

/**
 * Waits for a signal or for `record stop`, and prints problems meanwhile. Must be called before anything listens, because a signal can arrive at
 * once.
 */
export function watchRecording({ host }: Invocation, world: RecordingWorld, serverOf: (role: string | null) => string) {
  const silent = host.env(DETACHED_VARIABLE) !== undefined;
  const signal = world.stopped();
  const told = new Set<string>();
  return {
    silent,
    trouble(one: RelayTrouble): void {
      // a repeated problem is printed once, because repetitions would scroll everything else off the screen
      const key = `${one.relay} ${one.what} ${one.code}`;
      if (told.has(key) || silent) return;
      told.add(key);
      const words = troubleText(one, serverOf(one.relay), describeError({ code: one.code }));
      host.stderr.write(`${visible(words)}${NL}`);
    },
    async ended(running: Running): Promise<Ended> {
      const looking = askedToStop(running.folder);
      const by = await Promise.race([signal, looking.asked]);
      looking.over();
      await running.stop(by);
      const { totals } = running;
      return { by, totals, code: exitCodeOf(totals, by) };
    },
  };
}
