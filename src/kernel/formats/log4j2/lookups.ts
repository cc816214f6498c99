import { attributeNamed } from "./attributes.ts";
import { type ConfigNode, textOf } from "./nodes.ts";

/** Returns true if the text contains a lookup of log4j. */
export function hasLookup(text: string): boolean {
  return text.includes("${");
}

/**
 * Returns the values of the properties that a log4j2.xml declares, by name. `<Properties>` counts only as the first component (log4j-core
 * 2.19).
 */
export function propertiesOf(root: ConfigNode): ReadonlyMap<string, string> {
  const properties = new Map<string, string>();
  const first = root.children[0];
  if (first?.name.toLowerCase() !== "properties") return properties;
  for (const node of first.children) {
    const name = textOf(node, "name");
    if (node.name.toLowerCase() !== "property" || name === null) continue;
    const written = attributeNamed(node.attributes, "value")?.value;
    properties.set(name, written ? written : (node.value ?? ""));
  }
  return properties;
}

/** Values by the name in `${name}`: a property, or a lookup with its prefix (`env:APPDATA`). */
export type Named = Pick<ReadonlyMap<string, string>, "get">;

/** Most lookups in one text, more than any size needs. log4j itself stops at endless loops. */
const MOST_LOOKUPS = 1000;

/**
 * Returns the text with those lookups replaced that the file itself decides: its properties and `:-` defaults.
 * Treats values of the running program (system properties, environment, dates) as not set. An unresolved lookup remains as written.
 */
export function substitute(text: string, properties: Named): string {
  return replaced(text, { properties, left: MOST_LOOKUPS });
}

interface Lookups {
  readonly properties: Named;
  left: number;
}

function replaced(text: string, lookups: Lookups): string {
  let from = text.indexOf("${");
  let result = "";
  let done = 0;
  while (from >= 0 && lookups.left-- > 0) {
    const end = closing(text, from);
    if (from > done && text[from - 1] === "$") {
      result += `${text.slice(done, from - 1)}\${`;
      done = from + 2;
    } else if (end < 0) break;
    else {
      result += text.slice(done, from) + (resolved(text.slice(from + 2, end), lookups) ?? text.slice(from, end + 1));
      done = end + 1;
    }
    from = text.indexOf("${", done);
  }
  return result + text.slice(done);
}

/** Returns the offset of the "}" that closes the "${" at `from`; -1 if there is none. */
function closing(text: string, from: number): number {
  let open = 0;
  for (let i = from; i < text.length; i++) {
    if (text.startsWith("${", i)) open++;
    else if (text[i] === "}" && --open === 0) return i;
  }
  return -1;
}

/**
 * Returns the value of a lookup `name` or `name:-default`: the value of the name, else the default; null if there is neither. Looks up a
 * name with an unknown prefix as a property without the prefix, as log4j does.
 */
function resolved(expression: string, lookups: Lookups): string | null {
  const inner = replaced(expression, lookups);
  const split = inner.indexOf(":-");
  const name = split < 0 ? inner : inner.slice(0, split);
  const plain = name.slice(name.indexOf(":") + 1);
  const value = lookups.properties.get(name) ?? lookups.properties.get(plain) ?? (split < 0 ? null : inner.slice(split + 2));
  return value === null ? null : replaced(value, lookups);
}
