import { plural } from "../../kernel/index.ts";
import type { EnvironmentPlan, PanelChange } from "../plan/plan.ts";

/**
 * Instruction for the person who typed values into the deployment tool: it reports errors as a notification. The red bar below a field
 * means nothing.
 */
const AFTERWARDS = "then save and watch for the error notification";

/** Returns true if every field of the deployment tool's panel is added or removed. One line reports that; sso/panel.md lists the fields. */
const isWhole = (panel: readonly PanelChange[], kind: "add" | "remove"): boolean =>
  panel.length > 0 && panel.every((change) => change.kind === kind);

/** Returns in words what a person must type into the deployment tool's panel; null if no field changes. */
export function panelWords({ panel }: EnvironmentPlan): string | null {
  if (panel.length === 0) return null;
  if (isWhole(panel, "add"))
    return `is new: type sso/panel.md into the deployment tool, ${plural(panel.length, "value")}; ${AFTERWARDS}`;
  if (isWhole(panel, "remove")) return "is removed: values already typed stay in the deployment tool";
  const typed = panel.filter(({ kind }) => kind !== "remove").length;
  if (typed === 0) return `${plural(panel.length, "field")} to empty in the deployment tool; ${AFTERWARDS}`;
  const order = panel.length > 1 ? ", in this order" : "";
  return `${plural(panel.length, "field")} to type into the deployment tool${order}; ${AFTERWARDS}`;
}

/** Returns the words about the deployment tool's panel for some environments, like 'panel of pilot: 1 field to type ...'. */
export const panelOfWords = (names: string, does: string): string =>
  `panel of ${names}${does.startsWith("is ") ? "" : ":"} ${does}`;

/** Returns the panel's changed fields that are listed one by one, in its order; empty if the whole panel is added or removed. */
export const panelRows = ({ panel }: EnvironmentPlan): readonly PanelChange[] =>
  isWhole(panel, "add") || isWhole(panel, "remove") ? [] : panel;

/** Returns the old value of a panel's field and the value to type; null for no value. For a secret, words stand in place of the values. */
export function panelValues({ secret, kind, before, after }: PanelChange): {
  readonly from: string | null;
  readonly type: string | null;
} {
  if (secret) return { from: kind === "add" ? null : "a secret", type: kind === "remove" ? null : "another secret" };
  return { from: before ?? null, type: after ?? null };
}
