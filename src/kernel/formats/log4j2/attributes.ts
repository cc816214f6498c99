import type { XmlAttribute } from "../xml/types.ts";

/** An attribute of a log4j component: the XML attribute `source`, or, if `source` is null, a leaf element that log4j treats as one. */
export interface NodeAttribute {
  readonly value: string;
  readonly source: XmlAttribute | null;
}

function hashOf(key: string): number {
  let hash = 0;
  for (let i = 0; i < key.length; i++) hash = (Math.imul(31, hash) + key.charCodeAt(i)) | 0;
  return hash ^ (hash >>> 16);
}

/** Returns the number of buckets that a java.util.HashMap has after `keys` keys were put into it. */
function capacityFor(keys: number): number {
  let capacity = 16;
  while (keys > capacity * 0.75) capacity *= 2;
  return capacity;
}

/**
 * Returns the attribute of a component that log4j uses for `name`; null if it has none.
 * log4j ignores case and searches a java.util.HashMap: if an element has `size` and `SIZE`, it uses the one in the lower bucket.
 */
export function attributeNamed(attributes: ReadonlyMap<string, NodeAttribute>, name: string): NodeAttribute | null {
  const wanted = name.toLowerCase();
  const keys = [...attributes.keys()].filter((key) => key.toLowerCase() === wanted);
  if (keys.length < 2) return attributes.get(keys[0] ?? "") ?? null;
  const mask = capacityFor(attributes.size) - 1;
  const bucket = (key: string) => hashOf(key) & mask;
  const first = keys.reduce((best, key) => (bucket(key) < bucket(best) ? key : best));
  return attributes.get(first) ?? null;
}
