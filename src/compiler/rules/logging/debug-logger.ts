import { type Logger, type Problem, defineDiagnostic, name, placeOf, quotedName, say, words } from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { Log4j2File } from "../../model/files.ts";
import type { Log4j2Rule } from "../rule.ts";

/** Names of the Apache HTTP client's loggers that, at DEBUG, print headers and bodies, hence passwords and session cookies. */
const WIRE = [
  "org.apache.http.wire",
  "org.apache.http.headers",
  "org.apache.hc.client5.http.wire",
  "org.apache.hc.client5.http.headers",
  "httpclient.wire",
];

/** Matches names of loggers that, by their name, log a connection and so write for every request. */
const CONNECTION = /connect|transport|http|wire|socket|soap|network/i;

/** Returns a logger's level if it is DEBUG, TRACE or ALL, otherwise undefined. */
const verboseLevel = ({ resolved }: Logger): string | undefined => resolved?.match(/^\s*(debug|trace|all)\s*$/i)?.[1];

/** Returns whether the logger `name` is the logger `below` itself or a parent of it in log4j's hierarchy of names. */
const covers = (name: string, below: string): boolean => `${below}.`.startsWith(`${name}.`);

/** Returns whether a logger decides the level of one of the `WIRE` loggers, because log4j2.xml has no nearer parent of that one. */
function decidesWire(logger: Logger, all: readonly Logger[]): boolean {
  const nearer = (wire: string) => all.some((other) => covers(other.name, wire) && other.name.length > logger.name.length);
  return WIRE.some((wire) => covers(logger.name, wire) && !nearer(wire));
}

function effectOf(logger: Logger, all: readonly Logger[]): string | null {
  if (logger.name === "")
    return "everything that has no logger of its own writes at that level, so the log grows with all traffic";
  if (decidesWire(logger, all))
    return "the HTTP client prints the headers and bodies of all requests, so passwords and session cookies end up in the log";
  return CONNECTION.test(logger.name) ? "a connection logger writes for every request, and the log grows with the traffic" : null;
}

function* check({ path, document }: Log4j2File): Iterable<Problem> {
  for (const logger of document.loggers) {
    const level = verboseLevel(logger);
    if (level === undefined) continue;
    const effect = effectOf(logger, document.loggers);
    if (effect === null) continue;
    const [start, end] = logger.levelStart === -1 ? [logger.start, logger.start] : [logger.levelStart, logger.levelEnd];
    const lookup = logger.level?.includes("${") ? logger.level : null;
    yield debugLogger.at(document.placeOf(path, start, end), { logger: logger.name, level, lookup, set: false, effect });
  }
}

/** Reports the loggers for which logging.levels of an environment sets a verbose level, each at its line of the environment's YAML. */
function* checkCompiled({ environment, release }: CompiledEnvironment): Iterable<Problem> {
  const base = release?.base.log4j2;
  if (!base || base.document.error) return;
  const { levels } = environment.logging;
  const loggers = base.document.loggers.map((logger) => {
    const set = levels.get(logger.name) ?? (logger.name === "" ? levels.get("root") : undefined);
    return { logger: set ? { ...logger, resolved: set.value.text } : logger, set };
  });
  const all = loggers.map(({ logger }) => logger);
  for (const { logger, set } of loggers) {
    if (!set) continue;
    const level = verboseLevel(logger);
    if (level === undefined) continue;
    const effect = effectOf(logger, all);
    if (effect === null) continue;
    const args: Args = { logger: logger.name, level, lookup: null, set: true, effect };
    const explains = [{ environment: environment.name, key: logger.name }];
    yield debugLogger.at(placeOf(set.value.span), args, { pointer: set.value.pointer, explains });
  }
}

const FILE = "releases/2506/base/log4j2.xml";
const LOGGER = '<Logger name="com.example.connection" level="INFO"/>';

interface Args {
  /** The name of the logger; '' for the root logger. */
  readonly logger: string;
  readonly level: string;
  /** The level as log4j2.xml has it, if it is a lookup such as ${sys:level}; otherwise null. */
  readonly lookup: string | null;
  /** True if logging.levels of the environment sets the logger's level. */
  readonly set: boolean;
  readonly effect: string;
}

const debugLogger = defineDiagnostic({
  id: "logging/debug-logger",
  severity: "warning",
  title: "a connection logger, or the root logger, is left at DEBUG",
  why: "Every request is logged, in gigabytes. That holds for a logger of connections, transport or HTTP at DEBUG, TRACE or ALL. org.apache.http at DEBUG prints the headers and bodies of all requests, sign-in included, so passwords are in the log as plain text. The root logger at DEBUG does so for all that is not named.",
  remedy:
    "Leave it at INFO or WARN; raise it only for an investigation, and delete that log. `tierwright logs growth FILE` estimates its size after a year.",
  clauses: ["H4"],
  message: ({ logger, level, lookup, set, effect }: Args) => {
    const called = logger === "" ? say`the root logger` : say`the logger ${quotedName(logger)}`;
    return {
      message: set ? say`logging.levels sets ${called} to ${name(level)}` : say`${called} is left at ${name(level)}`,
      notes: [
        ...(lookup === null ? [] : [say`${quotedName(lookup)} is ${name(level)} as far as the file itself decides`]),
        words(effect),
      ],
      help: set
        ? say`set it to INFO or WARN; raise it for the time of an investigation only`
        : say`set it to INFO or WARN: logging.levels of the environment, or \`tierwright log4j2 set-level FILE LOGGER LEVEL\``,
    };
  },
  fails: { file: FILE, replace: LOGGER, with: '<Logger name="com.example.connection" level="DEBUG"/>' },
  passes: [
    { file: FILE, replace: LOGGER, with: '<Logger name="com.example.mapping" level="DEBUG"/>' },
    { file: FILE, replace: LOGGER, with: '<Logger name="com.example.connection" level="info"/>' },
  ],
});

export const rule: Log4j2Rule = { ...debugLogger, scope: "log4j2", check, checkCompiled };
