/** src/rules/registry.generated.ts: one static import for every rule file. */
import { filesExporting, registry } from "./registry.mjs";

/** Files that hold a rule, with the id that their place gives it. */
export async function ruleFiles() {
  const paths = await filesExporting("rule", "src/rules");
  return paths.map((path) => ({ path, id: path.slice("src/rules/".length, -".ts".length) }));
}

export async function outputs() {
  const comment = "Every rule, by id.";
  return [await registry({ folder: "src/rules", member: "rule", list: "RULES", type: "Rule", typeFile: "rule.ts", comment })];
}
