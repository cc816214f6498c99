import { greatest } from "../../kernel/index.ts";
import type { SwitchState } from "./pointing.ts";

/** The facts about a workstation that can explain why a recording has no exchange. */
export interface Silent {
  readonly state: SwitchState;
  /** The time at which the workstation's current addresses were installed, in milliseconds since 1970; null if it is unknown. */
  readonly switchedAt: number | null;
  /** The start time of each modeling-tool process (null if the system reports none); null if the processes cannot be listed. */
  readonly started: readonly (number | null)[] | null;
}

export type SilentBecause = "not-switched" | "not-restarted" | "undecided";

const clock = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, "Z");

/** Returns why a recording has no exchange, in words with the times that prove it; `undecided` if the facts prove no reason. */
export function whySilent({ state, switchedAt, started }: Silent): { readonly because: SilentBecause; readonly says: string } {
  const no = "no exchange";
  if (state === "back")
    return { because: "not-switched", says: `${no}: the tool was not switched: its files still point at the tier` };
  if (state === "partial")
    return {
      because: "not-switched",
      says: `${no}: the tool was only partly switched: some of its addresses lead to the relays, others do not`,
    };
  if (state === "elsewhere")
    return {
      because: "not-switched",
      says: `${no}: the tool was not switched: its files point at neither the relays nor the tier`,
    };
  const either = `${no}: the tool was not switched or not restarted`;
  if (state === "unknown")
    return {
      because: "undecided",
      says: `${either}; which of the two is unknown, because its files were not found on this machine`,
    };
  if (started === null || started.includes(null) || switchedAt === null) {
    const why =
      switchedAt === null ? "the time its files were switched is unknown" : "the system does not report when it was started";
    return { because: "undecided", says: `${either}; its files point at the relays, and ${why}` };
  }
  if (started.length === 0)
    return {
      because: "not-restarted",
      says: `${no}: the tool is switched but not running: start it, and sign in`,
    };
  const oldest = -greatest(
    started.map((at) => -(at ?? 0)),
    -Infinity,
  );
  if (oldest < switchedAt)
    return {
      because: "not-restarted",
      says: `${no}: the tool was not restarted: it was started ${clock(oldest)}, and its files were switched ${clock(switchedAt)}`,
    };
  return {
    because: "undecided",
    says: `${either}; its files were switched ${clock(switchedAt)} and it was started ${clock(oldest)}, so it should connect here: nobody has signed in yet, or it reads other files`,
  };
}
