import { attributeNamed } from "./attributes.ts";
import { type ConfigNode, textOf } from "./nodes.ts";

/** Does log4j look something up in this text? */
export function hasLookup(text: string): boolean {
  return text.includes("${");
}

/** The properties of the file: `<Properties>` counts only as the first component (log4j-core 2.19). */
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

/** Values by the name that stands in `${name}`: a property, or a lookup with its prefix (`env:APPDATA`). */
export type Named = Pick<ReadonlyMap<string, string>, "get">;

/** log4j gives up on endless loops; no size needs more lookups than this. */
const MOST_LOOKUPS = 1000;

/**
 * The text with its lookups replaced as far as the file itself decides: its properties and `:-` defaults. What only the running
 * program knows (system properties, environment, dates) is taken as not set. An unresolved lookup stays as written.
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

/** The "}" that closes the "${" at `from`, or -1. */
function closing(text: string, from: number): number {
  let open = 0;
  for (let i = from; i < text.length; i++) {
    if (text.startsWith("${", i)) open++;
    else if (text[i] === "}" && --open === 0) return i;
  }
  return -1;
}

/** `name:-default`; a name with a prefix that knows nothing is looked up as a property without the prefix, as log4j does. */
function resolved(expression: string, lookups: Lookups): string | null {
  const inner = replaced(expression, lookups);
  const split = inner.indexOf(":-");
  const name = split < 0 ? inner : inner.slice(0, split);
  const plain = name.slice(name.indexOf(":") + 1);
  const value = lookups.properties.get(name) ?? lookups.properties.get(plain) ?? (split < 0 ? null : inner.slice(split + 2));
  return value === null ? null : replaced(value, lookups);
}
