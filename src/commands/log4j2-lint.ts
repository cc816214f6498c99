import type { Command } from "./command.ts";

export const command: Command = {
  name: "log4j2 lint",
  summary: "the logging rules on any log4j2.xml: sizes that log4j misreads, files that pile up, loggers left at DEBUG",
  arguments: [{ name: "FILE", summary: "a log4j2.xml", many: true }],
  options: [],
  formats: ["text", "json"],
  examples: [{ command: "log4j2 lint client/log4j2.xml --fail-on warning", does: "exits 1 when a rule reports anything" }],
  async run(invocation) {
    const { runLint } = await import("./run-log4j2-lint.ts");
    return runLint(invocation);
  },
};
