type Crypto = typeof import("node:crypto");
let loaded: Crypto | undefined;

/**
 * Loads node:crypto at the first hash. Its modules take 2 to 3 ms of every start, and help, `--version` and a mistyped command do not need
 * them (docs/performance.md).
 */
export const crypto = (): Crypto => (loaded ??= process.getBuiltinModule("node:crypto"));
