import { type Fix, type RuleProblem, type Tree, at, placeOf, wrongKind, yamlScalar } from "../../kernel/index.ts";
import { parseAddress } from "../model/address.ts";

/**
 * Returns the fix for a list in `tier.members`, which must be a map by sign-in host; null if no fix is possible. Only the fix for an empty
 * list is safe.
 */
function fixOf(list: Tree & { type: "list" }, signIn: string | null): Fix | null {
  if (list.items.length === 0) return { title: "write {}", safe: true, edits: [{ place: placeOf(list.span), text: "{}" }] };
  const host = signIn === null ? null : parseAddress(signIn)?.host;
  const names = list.items.map((item) => (item.type === "scalar" ? item.text : ""));
  if (!host || !names.every((name) => /^[\w.-]+$/.test(name)) || list.anchored) return null;
  const text = `{ ${yamlScalar(host)}: [${names.map(yamlScalar).join(", ")}] }`;
  return {
    title: `write ${text}, if they belong to the tier of ${host}`,
    safe: false,
    edits: [{ place: placeOf(list.span), text }],
  };
}

/**
 * Replaces the finding that `tier.members` is a list by one with its own message: a list names no sign-in host, so its hosts would become
 * members of any later sign-in host's tier. All other problems are returned unchanged.
 */
export function withMembersWords(
  problems: readonly RuleProblem[],
  tree: Tree | null,
  signIn: string | null,
): readonly RuleProblem[] {
  return problems.map((problem) => {
    const list = problem.pointer?.endsWith("/tier/members") ? at(tree ?? undefined, problem.pointer) : undefined;
    if (!wrongKind.is(problem) || list?.type !== "list") return problem;
    const fix = fixOf(list, signIn);
    return { ...problem, ...wrongKind.at(problem.at, { seen: "members" }), ...(fix ? { fix } : {}) };
  });
}
