/** Bytes of bytecode that a function runs before it is compiled for speed; Node 20's own 67,584 compile most of what a run does once. */
const BUDGET = 400_000;

/**
 * Tells the runtime to compile functions for speed later. A run over a thousand environments ends before what it compiles pays: 10 % less
 * processor time (4.01 s to 3.62 s), as much as with twice or half of it, and no more memory (docs/performance.md). Later versions of Node
 * wait longer by themselves, and do not know the flag in this meaning.
 */
export function compileLater(): void {
  if (!process.versions.v8.startsWith("11.")) return;
  process.getBuiltinModule("node:v8").setFlagsFromString(`--interrupt-budget=${BUDGET}`);
}
