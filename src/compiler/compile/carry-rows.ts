import type { PropertiesFile } from "../model/files.ts";
import { mayBeSecret } from "../../kernel/index.ts";
import type { CompiledFile, DecisionLayer } from "./compiled.ts";

/**
 * The result of carrying over for one key of the conf. Values are as Java reads them; null if a file lacks the key, or if it is a secret.
 */
export interface CarryRow {
  readonly key: string;
  /**
   * carried: the value of the previous conf; new: the kit's value, because the previous conf lacks the key; dropped: the new kit lacks the
   * key; decided: the environment decides the value; kit: the kit's value, because there is no previous conf.
   */
  readonly status: "carried" | "new" | "dropped" | "decided" | "kit";
  readonly secret: boolean;
  readonly before: string | null;
  readonly kit: string | null;
  readonly after: string | null;
  /** The layer that decides the key; null for a dropped key. */
  readonly layer: DecisionLayer | null;
}

const STATUS: Readonly<Record<DecisionLayer, CarryRow["status"]>> = {
  kit: "new",
  carried: "carried",
  workstation: "decided",
  set: "decided",
  write: "decided",
};

/**
 * Returns a row of the carry table for every key of the previous conf and of the compiled conf, sorted by UTF-16 code units.
 * @param from The previously installed conf; null if none is known.
 * @param secret The keys that environments declare as secrets, whose values are left out.
 */
export function carryRows(file: CompiledFile, from: PropertiesFile | null, secret: ReadonlySet<string>): readonly CarryRow[] {
  const old = from?.document.load().map ?? new Map();
  const base = file.base.document.load().map;
  const keys = [...new Set([...old.keys(), ...file.keys.keys()])].sort();
  return keys.map((key): CarryRow => {
    const compiled = file.keys.get(key);
    const texts = [old.get(key)?.value, base.get(key)?.value, compiled?.decision.value];
    const looks = texts.some((text) => text !== undefined && mayBeSecret(key, text));
    const hidden = secret.has(key) || looks || (compiled?.decision.secret ?? null) !== null;
    const shown = (value: string | undefined): string | null => (hidden ? null : (value ?? null));
    const layer = compiled?.decision.layer ?? null;
    const status = layer === null ? "dropped" : layer === "kit" && !from ? "kit" : STATUS[layer];
    const [before, kit, after] = [shown(old.get(key)?.value), shown(base.get(key)?.value), shown(compiled?.decision.value)];
    return { key, status, secret: hidden, before, kit, after, layer };
  });
}
