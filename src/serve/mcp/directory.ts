import type { Parameter } from "./parameter.ts";

/** The parameter `directory`, which every command has. */
export const DIRECTORY: Parameter = {
  kind: "path",
  option: "directory",
  description: "The config repository's folder; the one that the server was started for when absent.",
};
