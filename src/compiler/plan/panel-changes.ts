import { carriesSecret } from "../../kernel/index.ts";
import type { Fact } from "../sso/fact.ts";
import type { TypedValue } from "../sso/panel.ts";
import { type Cause, causeOf, type PanelChange } from "./plan.ts";
import type { CompiledSide } from "./side.ts";

/** Returns the place that states a value of the deployment tool's panel; null for a default, which no line states. */
const causeOfFact = ({ place, stated }: Fact): Cause | null => causeOf(stated ? place : null, "environment");

function fieldChange(before: TypedValue | undefined, after: TypedValue | undefined): readonly PanelChange[] {
  const said = after ?? before;
  const [old, now] = [before?.fact.value ?? null, after?.fact.value ?? null];
  if (!said || old === now) return [];
  const { id, label, shownAfter, fact } = said;
  // no field of the deployment tool's panel is for a password, but somebody can have written one into an address
  const secret = [old, now].some((value) => value !== null && carriesSecret(value));
  const kind = old === null ? "add" : now === null ? "remove" : "set";
  return [
    { id, field: label, kind, secret, ...(secret ? {} : { before: old, after: now }), shownAfter, cause: causeOfFact(fact) },
  ];
}

/**
 * Returns the values that a person must type into the deployment tool, in the order of its panel. Returns an empty list if one of the
 * compared states is an installation, because its panel is unknown. A state without a panel, or with a value still unknown, counts as one
 * where nothing was typed.
 */
export function panelChanges(before: CompiledSide | undefined, after: CompiledSide | undefined): readonly PanelChange[] {
  if (before?.installed || after?.installed) return [];
  const old = new Map((before?.panel ?? []).map((value) => [value.id, value]));
  const now = after?.panel ?? [];
  const gone = [...old.values()].filter(({ id }) => !now.some((value) => value.id === id));
  return [
    ...now.map((value) => fieldChange(old.get(value.id), value)),
    ...gone.map((value) => fieldChange(value, undefined)),
  ].flat();
}
