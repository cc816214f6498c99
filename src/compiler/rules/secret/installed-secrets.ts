import {
  type Place,
  type Spelling,
  type XmlElement,
  namedSecret,
  namesSecret,
  parametersIn,
  placeOf,
  secretSpelling,
  standsIn,
} from "../../../kernel/index.ts";
import type { InstalledEnv } from "../../model/sign-in-files.ts";
import { FEDERATION, PARAMETERS } from "../../sso/parameters.ts";

/** A secret that an installed file holds as text. */
export interface InstalledSecret {
  readonly place: Place;
  /** The key; null if the text itself contains the secret. */
  readonly key: string | null;
  readonly kind: "name" | "inside";
  readonly spelling: Spelling;
}

/**
 * The passwords that the servers keep scrambled: their value is not plain text, and the program that scrambled it cannot be identified (docs/sso.md).
 */
const SCRAMBLED: ReadonlySet<string> = new Set([
  ...PARAMETERS.map(({ name }) => name).filter((name) => namesSecret(name)),
  ...FEDERATION.map(({ name }) => name).filter((name) => namesSecret(name)),
]);

/** Returns the secret that a name with its text exposes; null if there is none. */
export function secretOf(key: string, value: string): Omit<InstalledSecret, "place"> | null {
  const spelling = secretSpelling(value);
  if (spelling) return { key, kind: "inside", spelling };
  return namedSecret(key, value) && !SCRAMBLED.has(key) && !standsIn(value) ? { key, kind: "name", spelling: "plain" } : null;
}

const local = (name: string): string => name.slice(name.indexOf(":") + 1);
const IS_NAME = /^(?:[a-z]+-)?(?:name|key)$/i;

function* elementsOf(element: XmlElement): Iterable<XmlElement> {
  yield element;
  for (const child of element.children) yield* elementsOf(child);
}

/**
 * Returns every name that a value in the XML can have: the names of elements, and the texts of attributes and elements that are called
 * `name` or `key`, with or without a prefix such as `param-`.
 */
const namesIn = (root: XmlElement): ReadonlySet<string> =>
  new Set(
    [...elementsOf(root)].flatMap((element) => [
      local(element.name),
      element.name,
      ...element.attributes.filter(({ name }) => IS_NAME.test(local(name))).map(({ value }) => value),
      ...(IS_NAME.test(local(element.name)) ? [element.text.trim()] : []),
    ]),
  );

/** Yields the secrets in XML: beside a name of a secret, in an attribute of such a name, or in a text that contains one. At most one per line. */
export function* secretsInXml(
  root: XmlElement | null,
  text: string,
  placeAt: (offset: number) => Place,
): Iterable<InstalledSecret> {
  if (!root) return;
  const seen = new Set<number>();
  const at = (start: number, found: Omit<InstalledSecret, "place"> | null): readonly InstalledSecret[] => {
    const place = placeAt(start);
    if (!found || seen.has(place.line)) return [];
    seen.add(place.line);
    return [{ ...found, place }];
  };
  for (const { name, value, start } of parametersIn(root, text, namesIn(root)))
    if (value !== null) yield* at(start, secretOf(name, value));
  for (const element of elementsOf(root)) {
    for (const { name, value, start } of element.attributes) yield* at(start, secretOf(local(name), value));
    const spelling = secretSpelling(element.text.trim());
    if (spelling) yield* at(element.start, { key: null, kind: "inside", spelling });
  }
}

/** Yields the secrets in a file of environment variables. */
export function* secretsInEnv({ entries }: InstalledEnv): Iterable<InstalledSecret> {
  for (const { name, value, span } of entries) {
    const found = secretOf(name, value);
    if (found) yield { ...found, place: placeOf(span) };
  }
}
