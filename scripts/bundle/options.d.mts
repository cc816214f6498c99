import type { BuildOptions } from "esbuild";
import type { Plugin } from "vitest/config";

/** Absolute path of the project folder. */
export const ROOT: string;
/** Returns text constants that replace identifiers in the sources. */
export function definitions(): Promise<Record<string, string>>;
export const YAML: Record<string, string>;
/** Returns options for ES modules that run on the oldest supported Node. */
export function bundleOptions(): Promise<BuildOptions>;
/** A plugin that imports templates and scripts as texts. */
export const templatesAsText: Plugin;
