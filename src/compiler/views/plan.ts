import type { GateResult } from "../plan/gate.ts";
import type { Plan } from "../plan/plan.ts";
import type { RenderContext } from "../../report/index.ts";
import { planJson } from "./plan-json.ts";
import { planMarkdown } from "./plan-markdown.ts";
import { planText } from "./plan-text.ts";

/**
 * Returns a plan in the requested form. Returns null for a form that shows findings alone; the caller then reports the findings after the
 * change.
 */
export function renderPlan(plan: Plan, gate: GateResult, context: RenderContext): string | null {
  if (context.format === "json") return planJson(plan, gate);
  if (context.format === "markdown") return planMarkdown(plan, gate, context);
  return context.format === "text" ? planText(plan, gate, context) : null;
}
