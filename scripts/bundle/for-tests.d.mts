import type { Plugin } from "vite";

/** A plug-in for Vitest: what lies in src/ is the compiled module. */
export function compiledSources(alias: Readonly<Record<string, string>>): Promise<Plugin>;
