/** Returns the first element within `within` that matches a selector; null if there is none. */

export const one = <T extends Element>(selector: string, within: ParentNode = document): T | null =>
  within.querySelector<T>(selector);

export const all = <T extends Element>(selector: string, within: ParentNode = document): readonly T[] => [
  ...within.querySelectorAll<T>(selector),
];

type Child = Node | string | null;

/** Creates an element with attributes and children. Inserts texts as text, never as markup. */
export function make<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  for (const child of children) if (child !== null) element.append(child);
  return element;
}

export const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? "" : "s"}`;

/** Returns the address of an element of the page, `#` and its id, as `anchor` of src/serve/page/html.ts makes it. */
export const anchorText = (kind: string, name: string): string => `#${kind}=${encodeURIComponent(name).replaceAll("%2F", "/")}`;
