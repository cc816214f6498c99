import type { Parameter } from "./parameter.ts";

/** The parameter `store`: a folder of captures other than the default folder of the user's account. */
export const STORE: Parameter = {
  kind: "path",
  option: "store",
  description: "The folder that captures lie in; the account's own when absent.",
};
