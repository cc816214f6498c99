type Crypto = typeof import("node:crypto");
let loaded: Crypto | undefined;

/**
 * Loads node:crypto at the first hash, because its modules delay every start, and help, `--version` and a mistyped command do not need them
 * (docs/performance.md).
 */
export const crypto = (): Crypto => (loaded ??= process.getBuiltinModule("node:crypto"));
