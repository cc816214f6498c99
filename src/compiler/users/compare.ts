import { groupedBy } from "../../kernel/index.ts";
import { skeletonOf, howAlike } from "./alike.ts";
import { faultsToTell, type NameFault, type NameLimits, isRefused, nameFaults, shownName } from "./user-names.ts";
import { textMeant } from "./wrong-encoding.ts";

/** A PLM user id with its line number in users.csv or another list of users. */
export interface PlmUser {
  readonly id: string;
  readonly line: number;
}

/** A user of the identity provider. */
export interface IdpUser {
  readonly username: string;
  readonly enabled: boolean;
}

/**
 * The result for one PLM user id. `equal`: a username has the same bytes. `missing`: none has, and an account with that username can be
 * created. `impossible`: no username can have these bytes. `possible`: the usernames are not known, and the identity provider can store the
 * id.
 */
export interface ComparedUser extends PlmUser {
  readonly outcome: "equal" | "possible" | "missing" | "impossible";
  /** A username that looks like the PLM user id although its bytes differ; null if there is none, or if a username has the id's bytes. */
  readonly near: string | null;
  readonly why: readonly NameFault[];
}

export interface UserComparison {
  readonly users: readonly ComparedUser[];
  /** Number of usernames that equal no PLM user id of the list; null if the usernames are not known. */
  readonly others: number | null;
}

/**
 * Returns a function that returns the faults of a PLM user id because of another line of the same list, which has an equal id, or one that
 * becomes the same username in lower case.
 */
function amongThemselves(users: readonly PlmUser[]): (user: PlmUser) => readonly NameFault[] {
  const lower = groupedBy(users, ({ id }) => id.toLowerCase());
  return ({ id, line }) =>
    (lower.get(id.toLowerCase()) ?? [])
      .filter((other) => other.line !== line)
      .slice(0, 1)
      .map((other) =>
        other.id === id
          ? { kind: "twice", says: `is also on line ${other.line}` }
          : {
              kind: "same-when-lower",
              says: `is the same username as ${shownName(other.id)} on line ${other.line} once both are in lower case: two people, one account`,
            },
      );
}

/**
 * Compares every PLM user id with the realm's rules for usernames and, byte by byte, with the usernames of the identity provider.
 * @param idp Users of the identity provider; null if they are not known.
 */
export function compareUsers(users: readonly PlmUser[], idp: readonly IdpUser[] | null, limits: NameLimits): UserComparison {
  const byName = new Map(idp?.map((user) => [user.username, user]));
  const alike = groupedBy(idp ?? [], ({ username }) => skeletonOf(username));
  const against = amongThemselves(users);
  const compared = users.map((user): ComparedUser => {
    const faults = nameFaults(user.id, limits);
    const found = byName.get(user.id);
    const own = against(user);
    if (found) {
      const disabled: readonly NameFault[] = found.enabled
        ? []
        : [{ kind: "disabled", says: "is there and disabled: nobody can sign in with it" }];
      const unseen = faults.filter(({ kind }) => kind === "unseen" || kind === "encoding");
      return { ...user, outcome: "equal", near: null, why: [...disabled, ...unseen, ...own] };
    }
    const near = (alike.get(skeletonOf(user.id)) ?? alike.get(skeletonOf(textMeant(user.id) ?? user.id)))?.[0]?.username ?? null;
    const looks: readonly NameFault[] = near === null ? [] : [{ kind: "near", says: howAlike(user.id, near) }];
    const outcome = faults.some(isRefused) ? "impossible" : idp ? "missing" : "possible";
    return { ...user, outcome, near, why: [...faultsToTell(faults), ...looks, ...own] };
  });
  const ids = new Set(users.map(({ id }) => id));
  return { users: compared, others: idp === null ? null : idp.filter(({ username }) => !ids.has(username)).length };
}

/** Returns true for a PLM user id that equals no username. The username of a disabled account counts as a username (docs/users.md). */
export const lacksUsername = ({ outcome }: ComparedUser): boolean => outcome === "missing" || outcome === "impossible";
