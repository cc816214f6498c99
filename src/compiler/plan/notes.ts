import type { EnvironmentPlan } from "./plan.ts";

/**
 * Returns true for a file that only restates settings for people. A plan names such a file and does not show its lines. sso/panel.json counts as well
 * if the plan shows the panel's fields.
 */
export const isNote = (file: string, panel: EnvironmentPlan["panel"]): boolean =>
  file.endsWith(".md") || (panel.length > 0 && file === "sso/panel.json");
