/** Public surface of the slice `live`: other slices import only from this file. */
export { LIVE_COMMANDS } from "./commands/registry.generated.ts";
export { readAnswer } from "./soa/answer.ts";
export type { Fault } from "./soa/fault.ts";
export { meaningOfCode } from "./soa/meaning.ts";
