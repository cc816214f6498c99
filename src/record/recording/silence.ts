import { greatest } from "../../kernel/index.ts";
import type { SwitchState } from "./pointing.ts";

/** What is known of a recording through which nothing went. */
export interface Silent {
  readonly state: SwitchState;
  /** When the addresses were installed that are there now, in milliseconds since 1970; null: nobody knows. */
  readonly switchedAt: number | null;
  /** When each program of the tool began that runs now; null in it: the system does not say. null: the processes cannot be asked. */
  readonly started: readonly (number | null)[] | null;
}

export type SilentBecause = "not-switched" | "not-restarted" | "undecided";

const clock = (at: number): string => new Date(at).toISOString().replace(/\.\d+Z$/, "Z");

/** Why no exchange came, with the times that it is judged by. A guess is never made: what cannot be decided is said to be undecided. */
export function whySilent({ state, switchedAt, started }: Silent): { readonly because: SilentBecause; readonly says: string } {
  const no = "no exchange";
  if (state === "back")
    return { because: "not-switched", says: `${no}: the tool was not switched: its files still name the tier` };
  if (state === "partial")
    return {
      because: "not-switched",
      says: `${no}: the tool was switched in part: some of its addresses lead to the relays and some do not`,
    };
  if (state === "elsewhere")
    return { because: "not-switched", says: `${no}: the tool was not switched: its files name neither the relays nor the tier` };
  const either = `${no}: the tool was not switched or not restarted`;
  if (state === "unknown")
    return {
      because: "undecided",
      says: `${either}; which of them cannot be told, because its files were not found on this machine`,
    };
  if (started === null || started.includes(null) || switchedAt === null) {
    const why = switchedAt === null ? "nothing says when its files were switched" : "the system does not say when it was started";
    return { because: "undecided", says: `${either}; its files name the relays, and ${why}` };
  }
  if (started.length === 0)
    return {
      because: "not-restarted",
      says: `${no}: the tool is switched, and none of its programs is seen to run: start it, and sign in`,
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
    says: `${either}; its files were switched ${clock(switchedAt)} and it was started ${clock(oldest)}, so it should come here: nobody has signed in yet, or it reads other files`,
  };
}
