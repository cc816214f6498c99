/** npm's own reading of version ranges; loaded where ours does not answer, because its patterns take half a millisecond of a start. */
export { default as satisfies } from "semver/functions/satisfies.js";
export { default as validRange } from "semver/ranges/valid.js";
