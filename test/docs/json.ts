const WIDTH = 130;

/** JSON for a page: what fits on a line stands on one line. */
export function prettyJson(value: unknown, indent = "", lead = 0): string {
  const flat = oneLine(value);
  if (indent.length + lead + flat.length <= WIDTH || value === null || typeof value !== "object") return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => inner + prettyJson(item, inner));
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  const entries = Object.entries(value).map(([key, item]) => {
    const name = `${JSON.stringify(key)}: `;
    return inner + name + prettyJson(item, inner, name.length);
  });
  return `{\n${entries.join(",\n")}\n${indent}}`;
}

function oneLine(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return value.length === 0 ? "[]" : `[${value.map(oneLine).join(", ")}]`;
  const entries = Object.entries(value).map(([key, item]) => `${JSON.stringify(key)}: ${oneLine(item)}`);
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}
