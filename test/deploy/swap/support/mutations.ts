/** One change of a record, with words for the person who reads a failure. */
export interface Mutation {
  readonly what: string;
  readonly record: unknown;
}

const OTHERS: readonly unknown[] = [
  null,
  7,
  -1,
  0.5,
  "",
  "../../../outside",
  "/outside",
  "C:\\Windows\\outside",
  true,
  [],
  {},
  [{}],
  ["x"],
];

type Path = readonly (string | number)[];

function put(
  record: unknown,
  path: Path,
  change: (holder: Record<string | number, unknown>, key: string | number) => void,
): unknown {
  const copy = structuredClone(record);
  let at = copy as Record<string | number, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
  change(at, path.at(-1) ?? "");
  return copy;
}

/** Every field of a record, of lists only the first item's. */
function fields(value: unknown, path: Path = []): Path[] {
  if (value === null || typeof value !== "object") return [];
  const keys = Array.isArray(value) ? (value.length > 0 ? [0] : []) : Object.keys(value);
  return keys.flatMap((key) => {
    const at = [...path, key];
    return [at, ...fields((value as Record<string | number, unknown>)[key], at)];
  });
}

/** Every field removed, and replaced by values of every other kind and by paths that lead elsewhere. */
export function* mutations(record: unknown): Generator<Mutation> {
  for (const path of fields(record)) {
    const name = path.join(".");
    yield {
      what: `${name} removed`,
      record: put(record, path, (holder, key) => (Array.isArray(holder) ? holder.splice(Number(key), 1) : delete holder[key])),
    };
    for (const other of OTHERS) {
      const mutated = put(record, path, (holder, key) => (holder[key] = other));
      if (JSON.stringify(mutated) !== JSON.stringify(record))
        yield { what: `${name} = ${JSON.stringify(other)}`, record: mutated };
    }
  }
  yield { what: "one key more", record: { ...(record as object), more: 1 } };
  for (const other of [null, 1, "x", [], true]) yield { what: `all = ${JSON.stringify(other)}`, record: other };
}

/** Bytes that are no record at all. */
export const BROKEN: Readonly<Record<string, string | Buffer>> = {
  empty: "",
  cut: '{ "schema": "tier',
  "not UTF-8": Buffer.from([0x7b, 0xff, 0xfe, 0x7d]),
  "a key twice": '{ "schema": 1, "schema": 2 }',
  deep: "[".repeat(100_000),
  prototype: '{ "__proto__": { "schema": "tierwright/receipt/v1" }, "constructor": 1 }',
};
