import type { Command, ExitCode, Invocation } from "../../../report/index.ts";
import { edit } from "./edit.ts";

export const command: Command = {
  name: "log4j2 set-level",
  summary: "changes the level of one logger",
  group: "Files",
  short: "sets the level of a logger",
  arguments: [
    { name: "FILE", summary: "a log4j2.xml" },
    { name: "LOGGER", summary: "the logger's name as written; '' or root is the root logger" },
    { name: "LEVEL", summary: "OFF, FATAL, ERROR, WARN, INFO, DEBUG, TRACE, ALL or a level that the file declares" },
  ],
  options: [{ name: "out", value: "OUT", summary: "writes the result there and leaves FILE unchanged" }],
  formats: ["text"],
  examples: [
    {
      command: "log4j2 set-level client/log4j2.xml com.example.connection INFO",
      does: "quiets one logger; every other byte stays",
    },
    { command: "log4j2 set-level client/log4j2.xml root WARN --out quiet.xml", does: "writes a copy with another root level" },
  ],
  run: runSetLevel,
};

/** Runs `log4j2 set-level FILE LOGGER LEVEL`. */
async function runSetLevel(invocation: Invocation): Promise<ExitCode> {
  const [, given = "", level = ""] = invocation.args;
  const name = given === "root" ? "" : given;
  return edit(invocation, (document) => {
    const edited = document.setLevel(name, level);
    const logger = document.loggers.find((item) => item.name === name);
    return {
      edited,
      line: logger?.line ?? 1,
      what: name === "" ? "the root logger" : name,
      from: logger?.level ?? "",
      to: level,
    };
  });
}
