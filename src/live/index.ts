/** Public surface of the slice `live`: other slices import nothing else of it. */
export { readAnswer } from "./soa/answer.ts";
export type { Fault } from "./soa/fault.ts";
export { meaningOfCode } from "./soa/meaning.ts";
