/** Public surface of the slice `diagnose`: other slices import only from this file. */
export type { Cause } from "./causes/cause.ts";
export { CAUSES } from "./causes/registry.generated.ts";
export { DIAGNOSE_COMMANDS } from "./commands/registry.generated.ts";
export { type AppenderGrowth, type Growth, type GrowthPoint, simulate } from "./growth/simulate.ts";
