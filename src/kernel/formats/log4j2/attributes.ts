import type { XmlAttribute } from "../xml/types.ts";

/** An attribute of a component: written as one (`source`), or (`source` is null) a leaf element that log4j treats as one. */
export interface NodeAttribute {
  readonly value: string;
  readonly source: XmlAttribute | null;
}

function hashOf(key: string): number {
  let hash = 0;
  for (let i = 0; i < key.length; i++) hash = (Math.imul(31, hash) + key.charCodeAt(i)) | 0;
  return hash ^ (hash >>> 16);
}

/** Returns the number of buckets of a java.util.HashMap that has grown to hold this many keys. */
function capacityFor(keys: number): number {
  let capacity = 16;
  while (keys > capacity * 0.75) capacity *= 2;
  return capacity;
}

/**
 * Returns the attribute that log4j uses for `name`, or null.
 * log4j searches a java.util.HashMap without regard to case: of `size` and `SIZE` in one element it uses the one in the lower bucket.
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
