import type { Rule } from "./rule.ts";

/** Loads every rule, on demand, because most runs need none. */
export const loadRules = async (): Promise<readonly Rule[]> => (await import("./registry.generated.ts")).RULES;
