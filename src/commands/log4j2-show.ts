import type { Command } from "./command.ts";

export const command: Command = {
  name: "log4j2 show",
  summary: "appenders, size triggers and loggers of a log4j2.xml, as log4j reads them",
  arguments: [{ name: "FILE", summary: "a log4j2.xml" }],
  options: [],
  formats: ["text", "json"],
  examples: [
    {
      command: "log4j2 show releases/2506/base/log4j2.xml",
      does: "at which size each appender rolls, and the level of each logger",
    },
    { command: "log4j2 show client/log4j2.xml --format json", does: "the same for programs (tierwright/log4j2/v1)" },
  ],
  async run(invocation) {
    const { runShow } = await import("./run-log4j2-show.ts");
    return runShow(invocation);
  },
};
