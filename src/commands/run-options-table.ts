import type { OptionSpec } from "./command.ts";

/** Options that check and compile share. */
export const RUN_OPTIONS: readonly OptionSpec[] = [
  { name: "hosts", value: "FILE", summary: "a workstation's hosts file: what it says counts as evidence for addresses" },
  { name: "resolve", summary: "ask DNS from this machine for every host: measured evidence" },
  { name: "require-proof", summary: "a file-transfer host without measured evidence is an error" },
];
