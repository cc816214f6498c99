import type { Parameter } from "./parameter.ts";

/** The parameter `store`: the folder of captures outside the account's own folder. */
export const STORE: Parameter = {
  kind: "path",
  option: "store",
  description: "The folder that captures lie in; the account's own when absent.",
};
