type Crypto = typeof import("node:crypto");
let loaded: Crypto | undefined;

/**
 * Node's crypto when something is hashed for the first time. Its modules take two to three milliseconds of every start, and help,
 * `--version` and a wrong word need none of them (docs/performance.md).
 */
export const crypto = (): Crypto => (loaded ??= process.getBuiltinModule("node:crypto"));
