import { Log4j2Document as Codec } from "../../kernel/index.ts";

/**
 * An appender as log4j configures it. Texts are as written in log4j2.xml, with lookups such as `${sys:...}` unresolved; lines count from 1.
 */
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
   * The SizeBasedTriggeringPolicies of the appender, each with its size as written, and as the bytes at which log4j rolls (10 MB with
   * `readable` false if log4j cannot parse the text).
   */
  readonly triggers: readonly {
    readonly size: string | null;
    readonly bytes: number;
    readonly readable: boolean;
    readonly line: number;
  }[];
  /** True if the appender has a time-based or cron triggering policy. */
  readonly timeBased: boolean;
  /** True if the appender's rollover strategy has a Delete action. */
  readonly hasDelete: boolean;
  /** Attribute `max` of the appender's rollover strategy, as written; null if there is none. */
  readonly strategyMax: string | null;
  readonly line: number;
}

export interface Log4j2Logger {
  /** Name of the logger as written; "" for the root logger. */
  readonly name: string;
  /** Level of the logger as written; null if there is none. */
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
  /**
   * Null if the file could be read; otherwise why log4j would not load it, or that it has a document type, with line and column from 1.
   * Ignores files named by xi:include.
   */
  readonly error: { readonly message: string; readonly line: number; readonly column: number } | null;
  readonly appenders: readonly Log4j2Appender[];
  readonly loggers: readonly Log4j2Logger[];
  /** The xi:include elements, in whose place log4j reads further files; Tierwright does not read those. */
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
  /** Returns the bytes of the document, equal to those of the parsed file except for edited values. */
  bytes(): Buffer;
}

/** The codec of a log4j2.xml. */
export const Log4j2Document: {
  /**
   * Parses a file as log4j-core does (XML form). Never throws: `error` is the reason why log4j would not load it, or that it has a document
   * type.
   */
  parse(bytes: Uint8Array): Log4j2Document;
} = Codec;
