import { editLog4j2 } from "../compile/log4j2-edits.ts";
import { Log4j2Document } from "../formats/log4j2/document.ts";
import type { Artifact } from "./artifact.ts";
import { clientLog4j2 } from "./targets.ts";

export const artifact: Artifact = {
  name: "client-log4j2",
  title: "the client library's logging",
  produce(compiled) {
    const base = compiled.release?.base.log4j2;
    if (!base) return null;
    return { path: "client/log4j2.xml", bytes: editLog4j2(compiled.environment, base.document).bytes(), purpose: "install", target: clientLog4j2(compiled) };
  },
  prove(file, compiled) {
    const document = Log4j2Document.parse(file.bytes);
    if (document.error) return [`log4j would not load it: ${document.error.message}`];
    const faults: string[] = [];
    for (const [name, { value }] of compiled.environment.logging.triggers) {
      const sizes = document.appenders.find((appender) => appender.name === name)?.triggers.map((trigger) => trigger.size) ?? [];
      if (sizes.length !== 1 || sizes[0] !== value.text) faults.push(`the size trigger of ${name} reads differently from the model`);
    }
    for (const [name, { value }] of compiled.environment.logging.levels) {
      const logger = document.loggers.find((item) => item.name === (name === "root" ? "" : name));
      if (logger?.level !== value.text) faults.push(`the level of ${name || "root"} reads differently from the model`);
    }
    return faults;
  },
};
