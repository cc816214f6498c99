import type { Command } from "./command.ts";

export const command: Command = {
  name: "log4j2 set-trigger",
  summary: "changes at which size one appender rolls, and nothing else in the file",
  arguments: [
    { name: "FILE", summary: "a log4j2.xml" },
    { name: "APPENDER", summary: "the appender's name as written, lookups included" },
    { name: "SIZE", summary: "a size as log4j reads it, such as '50 MB'" },
  ],
  options: [{ name: "out", value: "OUT", summary: "writes the result there and leaves FILE as it is" }],
  formats: ["text"],
  examples: [
    { command: "log4j2 set-trigger client/log4j2.xml MAIN '50 MB'", does: "MAIN rolls at 50 MB; every other byte stays" },
  ],
  async run(invocation) {
    const { runSetTrigger } = await import("./run-log4j2-set.ts");
    return runSetTrigger(invocation);
  },
};
