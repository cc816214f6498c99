import { type Refusal, isRefusal } from "../../../../src/kernel/diagnostic/refusal.ts";
import { Log4j2Document } from "../../../../src/kernel/formats/log4j2/document.ts";

/** A document from text (UTF-8) or bytes. */
export function document(text: string | Buffer): Log4j2Document {
  return Log4j2Document.parse(typeof text === "string" ? Buffer.from(text, "utf8") : text);
}

/** One rolling appender. */
export function rolling(name: string, size: string, type = "RollingFile"): string {
  return `<${type} name="${name}" fileName="logs/${name}.log" filePattern="logs/${name}-%i.log"><Policies><SizeBasedTriggeringPolicy size="${size}"/></Policies></${type}>`;
}

/** A configuration with these appenders and loggers. */
export function configuration(appenders: string, loggers = '<Root level="warn"/>'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Configuration status="OFF">\n  <Appenders>\n    ${appenders}\n  </Appenders>\n  <Loggers>\n    ${loggers}\n  </Loggers>\n</Configuration>\n`;
}

/** The refusal that an edit ends with; fails when there is none. */
export function refusal(edit: () => unknown): Refusal {
  try {
    edit();
  } catch (error) {
    if (isRefusal(error, 1)) return error;
    throw error;
  }
  throw new Error("the edit was not refused");
}

/** Name -> bytes of every size trigger. */
export function sizes(text: string | Buffer): Record<string, readonly number[]> {
  return Object.fromEntries(document(text).appenders.map(({ name, triggers }) => [name, triggers.map(({ bytes }) => bytes)]));
}
