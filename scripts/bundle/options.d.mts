import type { BuildOptions } from "esbuild";
import type { Plugin } from "vitest/config";

/** Absolute path of the project folder. */
export const ROOT: string;
/** Text constants that replace identifiers in the sources. */
export function definitions(): Promise<Record<string, string>>;
export const YAML: Record<string, string>;
/** Options for ES modules that run on the oldest supported Node. */
export function bundleOptions(): Promise<BuildOptions>;
/** A template is its text. */
export const templatesAsText: Plugin;
