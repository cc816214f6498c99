import { attributeNamed } from "./attributes.ts";
import { type ConfigNode, textOf } from "./nodes.ts";

/** Returns true if a text of a log4j2.xml contains a log4j lookup (`${...}`), which log4j replaces by a value. */
export function hasLookup(text: string): boolean {
  return text.includes("${");
}

/**
 * Returns the values of the properties that a log4j2.xml declares, by name. log4j-core 2.19 reads `<Properties>` only if it is the first
 * component below the root element.
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

/** The values of log4j lookups by the name in `${name}`: that of a property, or one with a prefix (`env:APPDATA`). */
export type Named = Pick<ReadonlyMap<string, string>, "get">;

/** The most lookups that `substitute` replaces in one text, because properties can refer to each other endlessly. */
const MOST_LOOKUPS = 1000;

/**
 * Returns a text after replacing the lookups that have a value in `properties` or a default (`${name:-default}`).
 * Values that only the running program knows (system properties, environment variables, dates) count as not set, unless `properties` has
 * them. A lookup without a value remains as written.
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

/** Returns the offset of the "}" that closes the "${" at `from`; -1 if none does. */
function closing(text: string, from: number): number {
  let open = 0;
  for (let i = from; i < text.length; i++) {
    if (text.startsWith("${", i)) open++;
    else if (text[i] === "}" && --open === 0) return i;
  }
  return -1;
}

/**
 * Returns the value of a lookup `name` or `name:-default`: that of the name, else the default; null if there is neither. A name with an
 * unknown prefix (`x:name`) counts as the property `name`, as in log4j.
 */
function resolved(expression: string, lookups: Lookups): string | null {
  const inner = replaced(expression, lookups);
  const split = inner.indexOf(":-");
  const name = split < 0 ? inner : inner.slice(0, split);
  const plain = name.slice(name.indexOf(":") + 1);
  const value = lookups.properties.get(name) ?? lookups.properties.get(plain) ?? (split < 0 ? null : inner.slice(split + 2));
  return value === null ? null : replaced(value, lookups);
}
