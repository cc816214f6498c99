/** npm's reader of version ranges. It is loaded only if `isWithin` cannot decide, because its patterns take time to compile. */
export { default as satisfies } from "semver/functions/satisfies.js";
export { default as validRange } from "semver/ranges/valid.js";
