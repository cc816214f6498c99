/** Public surface of the slice `author`: other slices import nothing else of it. */
export { AUTHOR_COMMANDS } from "./commands/registry.generated.ts";
