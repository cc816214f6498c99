import { type RecordingWorld, askedToStop, describeError } from "../../../platform/index.ts";
import type { RelayTrouble, Totals } from "../../relay/recorder.ts";
import type { Recording as Running } from "../../relay/start.ts";
import { troubleText } from "../../views/recording.ts";
import { type ExitCode, type Invocation, NL, visible } from "../../../report/index.ts";

/** The environment variable that marks the process of a detached recording, whose output nobody reads once its relays listen. */
export const DETACHED_VARIABLE = "TIERWRIGHT_DETACHED";

/** The end of a recording: its reason, its totals and the exit code of `record start`. */
export interface Ended {
  /** The reason why the recording ended: the name of a signal, `record stop`, or `store gone`. */
  readonly by: string;
  readonly totals: Readonly<Totals>;
  readonly code: ExitCode;
}

/**
 * Returns the exit code of `record start`. 0: stopped; 2: bytes could not be recorded; 3: there were connections, but each one failed to
 * reach its server or failed the TLS handshake with the client.
 */
export function exitCodeOf({ unwritten, notReached, notGreeted, connections }: Readonly<Totals>, by: string): ExitCode {
  if (unwritten > 0 || by === "store gone") return 2;
  const lost = notReached + notGreeted;
  return lost > 0 && lost === connections ? 3 : 0;
}

/**
 * Returns functions that print the problems of a running recording and that wait for its end, by a signal or `record stop`. Callers must
 * call it before a relay listens, because it installs the signal handler and a signal can arrive at once.
 */
export function watchRecording({ host }: Invocation, world: RecordingWorld, serverOf: (role: string | null) => string) {
  const silent = host.env(DETACHED_VARIABLE) !== undefined;
  const signal = world.stopped();
  const told = new Set<string>();
  return {
    silent,
    trouble(one: RelayTrouble): void {
      // a problem that every connection has is printed once, so that the next steps stay on the screen
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
