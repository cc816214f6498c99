/** Public surface of the slice `cli`: other slices import nothing else of it. */
export { dispatch } from "./dispatch.ts";
