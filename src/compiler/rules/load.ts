import type { Rule } from "./rule.ts";

/** Loads all rules, only when a command needs them, because most commands run no rule. */
export const loadRules = async (): Promise<readonly Rule[]> => (await import("./registry.generated.ts")).RULES;
