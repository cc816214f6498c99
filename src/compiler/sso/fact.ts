import { type Place, type Scalar, placeOf, startOf, withoutTrailing } from "../../kernel/index.ts";
import type { SecretReference } from "../model/secret.ts";
import type { DiscoveryText } from "../model/sign-in-files.ts";

/** A value of a federated sign-in, on which several files must agree, with the place where people change it. */
export interface Fact {
  readonly value: string;
  readonly place: Place;
  /** JSON pointer in sso.yaml; null if the value comes from another file or is a default. */
  readonly pointer: string | null;
  /** False if no file states the value and it is the default. */
  readonly stated: boolean;
}

/** A secret of the sign-in: its reference in sso.yaml (never its value) and the place of that reference. */
export interface SecretFact {
  readonly reference: SecretReference;
  readonly place: Place;
}

/** Returns the value of a YAML leaf as a fact, with the leaf's place. */
export const factOf = (leaf: Scalar): Fact => ({
  value: leaf.text,
  place: placeOf(leaf.span),
  pointer: leaf.pointer,
  stated: true,
});

/** Returns the fact that a YAML leaf states; null if the leaf is missing or blank, because nothing can be derived from a blank text. */
export const filledFact = (leaf: Scalar | null): Fact | null => (leaf && leaf.text.trim() !== "" ? factOf(leaf) : null);

/**
 * Returns the fact that a YAML leaf states, even an empty text, because somebody wrote it on purpose; the default `value` if the leaf is
 * missing.
 */
export const orDefault = (leaf: Scalar | null, value: string, path: string): Fact =>
  leaf ? factOf(leaf) : { value, place: startOf(path), pointer: null, stated: false };

/**
 * Returns the fact that a YAML leaf with a number or boolean states, in its plain form (`true`, `26`), however YAML spells it; the default
 * `value` if the leaf is missing.
 */
export const plainOrDefault = (leaf: Scalar | null, value: string, path: string): Fact => {
  const fact = orDefault(leaf, value, path);
  return leaf === null || typeof leaf.value === "string" ? fact : { ...fact, value: String(leaf.value) };
};

/** Returns a value derived from a fact as a new fact with the same place, because people change both there. */
export const deriveFact = (value: string, from: Fact): Fact => ({ ...from, value });

export const secretFact = (reference: SecretReference | null): SecretFact | null =>
  reference && { reference, place: placeOf(reference.span) };

/** Returns the fact that a text of the pinned discovery document states; null if the text is missing or blank. */
export const pinnedFact = (text: DiscoveryText | undefined): Fact | null =>
  text && text.text.trim() !== "" ? { value: text.text, place: placeOf(text.span), pointer: null, stated: true } : null;

const withoutSlashes = (text: string): string => withoutTrailing(text, "/");

/** Returns the fact of an address with a path appended (`path` begins with a slash); null if there is no address. */
export const factBelow = (base: Fact | null, path: string): Fact | null =>
  base && deriveFact(`${withoutSlashes(base.value)}${path}`, base);
