import { Log4j2Document as Codec } from "../../kernel/index.ts";

/** An appender as log4j configures it. Texts are as written, lookups included; lines count from 1. */
export interface Log4j2Appender {
  /** Name of the appender; "" if it has none. */
  readonly name: string;
  /** Name of the component as spelled in the file. */
  readonly type: string;
  /** True for RollingFile and RollingRandomAccessFile, in any case. */
  readonly rolling: boolean;
  readonly fileName: string | null;
  readonly filePattern: string | null;
  /**
   * The SizeBasedTriggeringPolicies of the appender: the size as written, and the size at which log4j rolls (10 MB if it cannot parse the
   * text: `readable` is false).
   */
  readonly triggers: readonly {
    readonly size: string | null;
    readonly bytes: number;
    readonly readable: boolean;
    readonly line: number;
  }[];
  /** True if the appender has a time-based or cron trigger. */
  readonly timeBased: boolean;
  /** True if the appender's strategy has a Delete action. */
  readonly hasDelete: boolean;
  /** Attribute `max` of the appender's strategy, as written; null if there is none. */
  readonly strategyMax: string | null;
  readonly line: number;
}

export interface Log4j2Logger {
  /** Name as written; "" for the root logger. */
  readonly name: string;
  /** Level as written; null if there is none. */
  readonly level: string | null;
  /** Names of the appenders that the logger writes to. */
  readonly refs: readonly string[];
  /** True if the logger's events also go to the appenders of its parent loggers. */
  readonly additive: boolean;
  readonly line: number;
}

/** A log4j2.xml as text: the content as log4j reads it, and edits that change only the characters of one value. Immutable. */
export interface Log4j2Document {
  /** Text in ISO-8859-1: one character for each byte. */
  readonly text: string;
  /** Null if log4j loads the file, otherwise the reason why it does not, with line and column from 1. Files named by xi:include are not read. */
  readonly error: { readonly message: string; readonly line: number; readonly column: number } | null;
  readonly appenders: readonly Log4j2Appender[];
  readonly loggers: readonly Log4j2Logger[];
  /** Additional files that log4j reads in place of an xi:include. */
  readonly includes: readonly { readonly href: string | null; readonly line: number }[];
  /**
   * Returns the document with a new size in the only SizeBasedTriggeringPolicy of an appender. Throws a Refusal if log4j would not load the
   * file or read the size, or if there is not exactly one such policy.
   */
  setTrigger(appender: string, size: string): Log4j2Document;
  /**
   * Returns the document with a new level of one logger; "" and "root" are the root logger. Throws a Refusal if log4j would not load the
   * file, or if there is no such logger or level.
   */
  setLevel(logger: string, level: string): Log4j2Document;
  /** Returns the file, byte for byte. */
  bytes(): Buffer;
}

/** The codec of a log4j2.xml. */
export const Log4j2Document: {
  /** Parses a file as log4j-core does (XML form). Never throws: `error` is the reason why log4j would not load it, or that it has a document type. */
  parse(bytes: Uint8Array): Log4j2Document;
} = Codec;
