import type { Cause } from "./cause.ts";
import { usersIn } from "./evidence/idp-event.ts";

/** Largest number of users that are remembered for each cause; further users are ignored. */
const MOST_USERS = 1_000;

/** The users in records of causes that can lead to another cause (`leadsTo`), each until a later record shows that cause for the user. */
export class LedTo {
  readonly #open = new Map<Cause, Map<string, readonly string[]>>();

  add(cause: Cause, text: string): void {
    const users = cause.leadsTo === undefined && this.#open.size === 0 ? [] : usersIn(text);
    if (users.length === 0) return;
    for (const [earlier, open] of this.#open)
      if (earlier.leadsTo === cause.id)
        for (const [key, others] of open) if (others.some((user) => users.includes(user))) open.delete(key);
    if (cause.leadsTo === undefined) return;
    const open = this.#open.get(cause) ?? new Map();
    this.#open.set(cause, open);
    if (open.size < MOST_USERS) open.set(users.join("\n"), users);
  }

  /** Returns whether the cause `leadsTo` was found later for every user in records of `cause`. Records without a user do not count. */
  isOver(cause: Cause, ids: ReadonlySet<string>): boolean {
    return cause.leadsTo !== undefined && ids.has(cause.leadsTo) && (this.#open.get(cause)?.size ?? 0) === 0;
  }
}
