import { PropertiesDocument, type Tree, child, readYaml } from "../../../kernel/index.ts";

/** The address to which the web gateway's configuration file routes requests for the tier, or why the file has none. */
export type GatewayTarget = { readonly target: string } | { readonly fault: string };

const KEY = "routes.tc.target";

/** Returns the target in `routes: { tc: { target } }` of a gateway's configuration, at any level or as a dotted key; null without one. */
function targetIn(tree: Tree | undefined, depth = 0): string | null {
  if (tree?.type === "list") return tree.items.map((item) => targetIn(item, depth + 1)).find((one) => one !== null) ?? null;
  if (tree?.type !== "map" || depth > 8) return null;
  for (const { key, value } of tree.entries.values()) {
    if ((key === KEY || key.endsWith(`.${KEY}`)) && value.type === "scalar") return value.text;
    const tc =
      key === "routes" ? (child(value, "tc") ?? (value.type === "map" ? value.entries.get("/tc")?.value : undefined)) : undefined;
    const target = child(tc, "target");
    if (target?.type === "scalar") return target.text;
    const below = targetIn(value, depth + 1);
    if (below !== null) return below;
  }
  return null;
}

/**
 * Reads the address to which a gateway's configuration (JSON, YAML or Java properties) routes requests for the tier; `fault` says why it
 * has none.
 */
export function gatewayTarget(bytes: Uint8Array): GatewayTarget {
  const { tree } = readYaml("gateway", bytes);
  const found = tree ? targetIn(tree) : null;
  if (found !== null) return found.trim() === "" ? { fault: `${KEY} is empty` } : { target: found.trim() };
  for (const [key, { value }] of PropertiesDocument.parse(bytes).load().map)
    if ((key === KEY || key.endsWith(`.${KEY}`)) && value.trim() !== "") return { target: value.trim() };
  return { fault: tree ? `it has no ${KEY}` : `it is neither JSON, YAML nor properties with ${KEY}` };
}
