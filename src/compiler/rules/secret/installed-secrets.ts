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

/** A secret in plain text in a file that was adopted from a machine. */
export interface InstalledSecret {
  readonly place: Place;
  /** The key or name beside the secret; null if a text without a name contains it. */
  readonly key: string | null;
  readonly kind: "name" | "inside";
  readonly spelling: Spelling;
}

/**
 * Names of parameters whose passwords the servers of the security services store scrambled: a value is not plain text, and does not show
 * which program scrambled it (docs/sso.md).
 */
const SCRAMBLED: ReadonlySet<string> = new Set([
  ...PARAMETERS.map(({ name }) => name).filter((name) => namesSecret(name)),
  ...FEDERATION.map(({ name }) => name).filter((name) => namesSecret(name)),
]);

/** Returns the secret that a key and its value expose, without its place; null if they expose none. */
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
 * Returns every name that an XML document can give to a value: the names of its elements, and the texts of attributes and elements that are
 * called `name` or `key`, with or without a prefix such as `param-`.
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

/** Yields at most one secret per line of XML: a value beside a secret's name, an attribute with such a name, or a text with a secret. */
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

/** Yields the secrets in an installed file of environment variables, the settings of an identity provider. */
export function* secretsInEnv({ entries }: InstalledEnv): Iterable<InstalledSecret> {
  for (const { name, value, span } of entries) {
    const found = secretOf(name, value);
    if (found) yield { ...found, place: placeOf(span) };
  }
}
