import { byteDigits, sizeInBytes } from "../../../kernel/index.ts";
import type { Command, ExitCode, Invocation } from "../../../report/index.ts";
import { edit } from "./edit.ts";

export const command: Command = {
  name: "log4j2 set-trigger",
  summary: "changes the size at which one appender rolls",
  group: "Files",
  short: "sets the size at which an appender rolls",
  arguments: [
    { name: "FILE", summary: "a log4j2.xml" },
    { name: "APPENDER", summary: "the appender's name as written, lookups included" },
    { name: "SIZE", summary: "a size as log4j reads it, such as '50 MB'" },
  ],
  options: [{ name: "out", value: "OUT", summary: "writes the result there and leaves FILE unchanged" }],
  formats: ["text"],
  examples: [
    { command: "log4j2 set-trigger client/log4j2.xml MAIN '50 MB'", does: "MAIN rolls at 50 MB; every other byte stays" },
  ],
  run: runSetTrigger,
};

/** Runs `log4j2 set-trigger FILE APPENDER SIZE`. */
async function runSetTrigger(invocation: Invocation): Promise<ExitCode> {
  const [, appender = "", size = ""] = invocation.args;
  return edit(invocation, (document) => {
    const edited = document.setTrigger(appender, size);
    const trigger = document.appenders.find((item) => item.name === appender)?.triggers[0];
    return {
      edited,
      line: trigger?.line ?? 1,
      what: appender,
      from: trigger?.size ?? "",
      to: `${size} (${byteDigits(sizeInBytes(size) ?? 0)} bytes)`,
    };
  });
}
