import { plural } from "../../kernel/index.ts";
import type { EnvironmentPlan, PanelChange } from "../plan/plan.ts";

/** What a person does afterwards; the red bar below a field is no answer of the tool. */
const AFTERWARDS = "then save and watch for the error notification";

/** A panel that comes or goes as a whole is told in one line: the page of the panel has its fields. */
const isWhole = (panel: readonly PanelChange[], kind: "add" | "remove"): boolean =>
  panel.length > 0 && panel.every((change) => change.kind === kind);

/** What is to be done at the panel, in words; null: nothing. */
export function panelWords({ panel }: EnvironmentPlan): string | null {
  if (panel.length === 0) return null;
  if (isWhole(panel, "add"))
    return `is new: type sso/panel.md into the deployment tool, ${plural(panel.length, "value")}; ${AFTERWARDS}`;
  if (isWhole(panel, "remove")) return "is gone: nothing is typed any more, and what was typed stays in the deployment tool";
  const typed = panel.filter(({ kind }) => kind !== "remove").length;
  if (typed === 0) return `${plural(panel.length, "field")} to empty in the deployment tool; ${AFTERWARDS}`;
  const order = panel.length > 1 ? ", in this order" : "";
  return `${plural(panel.length, "field")} to type into the deployment tool${order}; ${AFTERWARDS}`;
}

/** The fields that are told one by one, in the order of the panel. */
export const panelRows = ({ panel }: EnvironmentPlan): readonly PanelChange[] =>
  isWhole(panel, "add") || isWhole(panel, "remove") ? [] : panel;

/** What stood there and what is typed; a secret's values are never at hand here. null: nothing. */
export function panelValues({ secret, kind, before, after }: PanelChange): {
  readonly from: string | null;
  readonly type: string | null;
} {
  if (secret) return { from: kind === "add" ? null : "a secret", type: kind === "remove" ? null : "another secret" };
  return { from: before ?? null, type: after ?? null };
}
