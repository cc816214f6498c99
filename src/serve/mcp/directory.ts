import type { Parameter } from "./parameter.ts";

/** The parameter `directory`, which the tools have that work on a config repository. */
export const DIRECTORY: Parameter = {
  kind: "path",
  option: "directory",
  description: "The config repository's folder; the one that the server was started for when absent.",
};
