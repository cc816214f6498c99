/** npm's own reader of version ranges. It is loaded only if `isWithin` cannot decide, because its patterns cost half a millisecond at start. */
export { default as satisfies } from "semver/functions/satisfies.js";
export { default as validRange } from "semver/ranges/valid.js";
