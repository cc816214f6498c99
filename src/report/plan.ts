import type { GateResult } from "../plan/gate.ts";
import type { Plan } from "../plan/plan.ts";
import type { RenderContext } from "./findings.ts";
import { planJson } from "./plan-json.ts";
import { planMarkdown } from "./plan-markdown.ts";
import { planText } from "./plan-text.ts";

/** Values of --format of `plan`. */
export const PLAN_FORMS: readonly string[] = ["text", "json", "markdown"];

/** A plan in the form that was asked for. */
export function renderPlan(plan: Plan, gate: GateResult, context: RenderContext, mostBytes: number | null): string {
  if (context.format === "json") return planJson(plan, gate);
  if (context.format === "markdown") return planMarkdown(plan, gate, context, mostBytes);
  return planText(plan, gate, context);
}
