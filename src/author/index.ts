/** Public surface of the slice `author`: other slices import only from this file. */
export { AUTHOR_COMMANDS } from "./commands/registry.generated.ts";
