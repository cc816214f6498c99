import {
  type Fix,
  type Mapping,
  type Span,
  type TextEdit,
  type Tree,
  child,
  namesText,
  placeOf,
  plain,
  yamlScalar,
} from "../../../kernel/index.ts";
import type { Environment } from "../../model/environment.ts";

/** Returns the edit that inserts an entry before another entry of a YAML mapping, in block or flow style as that mapping has it. */
function before(map: Mapping, keySpan: Span, entry: string): TextEdit {
  const { source, start } = keySpan;
  const place = source.placeOf(start);
  if (source.text[map.span.start] === "{") return { place, text: `${entry}, ` };
  const end = source.text.includes("\r\n") ? "\r\n" : "\n";
  return { place, text: `${entry}${end}${" ".repeat(place.column - 1)}` };
}

/** Returns a YAML node if it is a mapping without anchor or alias, so that an edit changes nothing elsewhere; otherwise null. */
const written = (tree: Tree | undefined): Mapping | null => (tree?.type === "map" && !tree.anchored ? tree : null);

/**
 * Returns the edit that writes `list` into `tier.members` as the hosts that belong to the tier of `signInHost`; null if the place for it in
 * the environment's YAML is not certain.
 */
function editOf({ layers }: Environment, signInHost: string, list: string): TextEdit | null {
  const tier = layers.flatMap(({ tree }) => written(child(tree, "tier")) ?? []).at(-1);
  if (!tier) return null;
  const entry = `${yamlScalar(signInHost)}: ${list}`;
  const members = child(tier, "members");
  if (!members) {
    const next = tier.entries.get("hosts") ?? [...tier.entries.values()][0];
    return next ? before(tier, next.keySpan, `members: { ${entry} }`) : null;
  }
  const map = written(members);
  if (!map) return null;
  const entries = [...map.entries.values()];
  const own = entries.find(({ key }) => key.toLowerCase() === signInHost);
  if (own) {
    const { source, start, end } = own.value.span;
    const plain = own.value.type === "scalar" || /^\[[^\n#]*\]$/.test(source.text.slice(start, end));
    return plain && !own.value.anchored ? { place: placeOf(own.value.span), text: list } : null;
  }
  const [first] = entries;
  return first ? before(map, first.keySpan, entry) : { place: placeOf(map.span), text: `{ ${entry} }` };
}

/**
 * Returns the fix that declares in `tier.members` that `hosts` belong to the tier of `signInHost`. The fix needs review, because only
 * people know whether they do. Hosts that are already declared remain. Returns no fix if the place for it in the YAML is not certain.
 */
export function membersFix(environment: Environment, signInHost: string, hosts: readonly string[]): { readonly fix?: Fix } {
  const known = environment.tier.members.get(signInHost)?.hosts.map(({ text }) => text) ?? [];
  const added = [...new Set(hosts)];
  const list = `[${[...known, ...added].map(yamlScalar).join(", ")}]`;
  const edit = editOf(environment, signInHost, list);
  const title = `declare that ${plain(namesText(added))} ${added.length === 1 ? "belongs" : "belong"} to the tier of ${signInHost}`;
  return edit ? { fix: { title, safe: false, edits: [edit] } } : {};
}
