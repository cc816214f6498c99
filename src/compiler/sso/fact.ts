import { type Place, type Scalar, placeOf, startOf, withoutTrailing } from "../../kernel/index.ts";
import type { SecretReference } from "../model/secret.ts";
import type { DiscoveryText } from "../model/sign-in-files.ts";

/** One value that the files of a sign-in agree on, decided once, and where somebody would change it. */
export interface Fact {
  readonly value: string;
  readonly place: Place;
  /** JSON pointer in sso.yaml; null where another file or a default says it. */
  readonly pointer: string | null;
  /** False: nothing says it, the value is the default. */
  readonly stated: boolean;
}

/** A secret of the sign-in: what refers to it, and where. */
export interface SecretFact {
  readonly reference: SecretReference;
  readonly place: Place;
}

/** What a leaf says. */
export const said = (leaf: Scalar): Fact => ({
  value: leaf.text,
  place: placeOf(leaf.span),
  pointer: leaf.pointer,
  stated: true,
});

/** What a leaf says, where it says anything: an empty text is as good as none for what is put together from it. */
export const filled = (leaf: Scalar | null): Fact | null => (leaf && leaf.text.trim() !== "" ? said(leaf) : null);

/** What a leaf says (an empty text, too: somebody wrote it), else the default. */
export const orDefault = (leaf: Scalar | null, value: string, path: string): Fact =>
  leaf ? said(leaf) : { value, place: startOf(path), pointer: null, stated: false };

/** The same of a number or a choice of true and false: as those are written elsewhere, whatever YAML allows for them. */
export const plainOrDefault = (leaf: Scalar | null, value: string, path: string): Fact => {
  const fact = orDefault(leaf, value, path);
  return leaf === null || typeof leaf.value === "string" ? fact : { ...fact, value: String(leaf.value) };
};

/** A value that is put together: it is changed where its first part is. */
export const derived = (value: string, from: Fact): Fact => ({ ...from, value });

export const secretFact = (reference: SecretReference | null): SecretFact | null =>
  reference && { reference, place: placeOf(reference.span) };

/** What the pinned document says. */
export const pinned = (text: DiscoveryText | undefined): Fact | null =>
  text && text.text.trim() !== "" ? { value: text.text, place: placeOf(text.span), pointer: null, stated: true } : null;

const withoutSlashes = (text: string): string => withoutTrailing(text, "/");

/** An address and a path below it; a slash at the end of the address is none of the path's. */
export const below = (base: Fact | null, path: string): Fact | null =>
  base && derived(`${withoutSlashes(base.value)}${path}`, base);
