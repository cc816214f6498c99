import { type Place, placeOf } from "../../../kernel/index.ts";
import type { UserList } from "../../model/sign-in-files.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { aliasingOf } from "../sso/aliasing-of.ts";
import { faultsToTell, type NameFault, type NameLimits, nameFaults } from "../../users/user-names.ts";

/** Returns the lengths of usernames that the realm allows; a text that is not a number counts as the default (the schema reports it). */
export function limitsOf({ username }: SignInFacts): NameLimits {
  const number = ({ value }: { readonly value: string }, otherwise: number) =>
    /^\d{1,9}$/.test(value) ? Number(value) : otherwise;
  return { min: number(username.min, 2), max: number(username.max, 255) };
}

/** The lowest number of characters in a PLM user id (docs/users.md). */
export const LOWEST = 2;

export interface FaultyId {
  readonly id: string;
  readonly at: Place;
  readonly faults: readonly NameFault[];
}

type WithUsers = SignInFacts & { readonly users: UserList };

/**
 * Returns whether rules compare PLM user ids with usernames: there is a list of users, and gateway aliasing is off. With aliasing, the PLM
 * system looks up another id for a username, so that the two need not be equal.
 */
export const comparesIds = (signIn: SignInFacts | null): signIn is WithUsers =>
  signIn !== null && signIn.users !== null && aliasingOf(signIn).value !== "true";

/** Yields the ids of users.csv that have a fault of the given kinds as usernames; none if ids need not equal usernames. */
export function* faultyIds(signIn: SignInFacts | null, kinds: readonly NameFault["kind"][]): Iterable<FaultyId> {
  if (!comparesIds(signIn)) return;
  const limits = limitsOf(signIn);
  for (const { id, span } of signIn.users.users) {
    const faults = faultsToTell(nameFaults(id, limits)).filter(({ kind }) => kinds.includes(kind));
    if (faults.length > 0) yield { id, at: placeOf(span), faults };
  }
}
