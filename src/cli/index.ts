/** Public surface of the slice `cli`: other slices import only from this file. */
export { dispatch } from "./dispatch.ts";
