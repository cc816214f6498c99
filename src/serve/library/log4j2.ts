import { Log4j2Document as Codec } from "../../kernel/index.ts";

/** An appender as log4j configures it. Texts are as written, lookups included; lines are counted from 1. */
export interface Log4j2Appender {
  /** "" where there is none. */
  readonly name: string;
  /** The component's name as spelt. */
  readonly type: string;
  /** RollingFile or RollingRandomAccessFile, in any case. */
  readonly rolling: boolean;
  readonly fileName: string | null;
  readonly filePattern: string | null;
  /** Its SizeBasedTriggeringPolicies: the size as written, and what log4j rolls at (10 MB where it cannot read the text: `readable`). */
  readonly triggers: readonly {
    readonly size: string | null;
    readonly bytes: number;
    readonly readable: boolean;
    readonly line: number;
  }[];
  /** Has a time-based or cron trigger. */
  readonly timeBased: boolean;
  /** Its strategy has a Delete action. */
  readonly hasDelete: boolean;
  /** `max` of its strategy, as written. */
  readonly strategyMax: string | null;
  readonly line: number;
}

export interface Log4j2Logger {
  /** As written; "" is the root logger. */
  readonly name: string;
  /** As written; null where there is none. */
  readonly level: string | null;
  /** Appenders that it writes to. */
  readonly refs: readonly string[];
  /** What it writes goes to the appenders of the loggers above it, too. */
  readonly additive: boolean;
  readonly line: number;
}

/** A log4j2.xml as text: what log4j reads in it, and edits that change a value's own characters and nothing else. Immutable. */
export interface Log4j2Document {
  /** ISO-8859-1 view: one unit a byte. */
  readonly text: string;
  /** Null when log4j loads the file; else why it does not, with line and column from 1. Files named by xi:include are not looked at. */
  readonly error: { readonly message: string; readonly line: number; readonly column: number } | null;
  readonly appenders: readonly Log4j2Appender[];
  readonly loggers: readonly Log4j2Logger[];
  /** Further files that log4j reads in place of an xi:include. */
  readonly includes: readonly { readonly href: string | null; readonly line: number }[];
  /** Returns the document with another size in the one SizeBasedTriggeringPolicy of an appender. Throws Refusal. */
  setTrigger(appender: string, size: string): Log4j2Document;
  /** Returns the document with another level of one logger; "" and "root" are the root logger. Throws Refusal. */
  setLevel(logger: string, level: string): Log4j2Document;
  /** The file, byte for byte. */
  bytes(): Buffer;
}

/** The codec of a log4j2.xml. */
export const Log4j2Document: {
  /** Reads a file as log4j-core does (XML form). Never throws: `error` says why log4j would not load it, or that it has a document type. */
  parse(bytes: Uint8Array): Log4j2Document;
} = Codec;
