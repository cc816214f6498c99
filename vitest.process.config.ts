import { defineConfig } from "vitest/config";
import { shared } from "./vitest.shared.ts";

/**
 * `npm run test:process`: real processes and their ends, scaffolds that are built and linted, the walks through every fault of a swap
 * (`*.process.test.ts`), and laws that need many runs (`*.long.test.ts`).
 */
export default defineConfig(await shared({ include: ["test/**/*.{process,long}.test.ts"] }));
