import { type Fix, type RuleProblem, type Tree, at, placeOf, wrongKind, yamlScalar } from "../../kernel/index.ts";
import { parseAddress } from "../model/address.ts";

/** A list that stands where `members` names a sign-in host, and how to write it: certain only for an empty one. */
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
 * The list form of tier.members says to which tier its hosts belong to nobody: whatever sign-in host the environment has next would
 * have them as members. Its finding of the shape is said in these words; every other problem stays as it is.
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
