import type { Parameter } from "./parameter.ts";

/** Where captures lie that are not in the account's own folder. */
export const STORE: Parameter = {
  kind: "path",
  option: "store",
  description: "The folder that captures lie in; the account's own when absent.",
};
