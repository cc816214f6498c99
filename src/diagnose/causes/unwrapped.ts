/*
 * Log collectors wrap each line of a program: as JSON (docker, journald, log4j2, Keycloak, pino, Serilog; also nested) or behind a prefix
 * (syslog, Kubernetes, compose). This file extracts the program's own line, in which causes are searched.
 */

import { secretNameIn } from "../../kernel/index.ts";

type Json = Readonly<Record<string, unknown>>;

const DEEPEST = 4;
const LONGEST_STACK = 16_000;

const MESSAGE = ["message", "msg", "@m", "@mt", "short_message", "Message", "RenderedMessage", "textPayload", "event"] as const;
const LEVEL = ["level", "severity", "log.level", "@l", "levelname", "Level", "loglevel", "lvl", "LogLevel"] as const;
const TIME = ["timestamp", "@timestamp", "time", "ts", "@t", "Timestamp", "date", "datetime", "eventTime", "timeMillis"] as const;
const LOGGER = [
  "loggerName",
  "logger_name",
  "logger",
  "log.logger",
  "category",
  "SourceContext",
  "name",
  "SYSLOG_IDENTIFIER",
] as const;
const STACK = [
  "stack_trace",
  "stackTrace",
  "error.stack_trace",
  "stack",
  "@x",
  "Exception",
  "exc_info",
  "full_message",
  "stacktrace",
] as const;
const THROWN = ["exception", "thrown", "err", "error"] as const;

/** Names of JSON fields in which programs log the response of a server. */
const INNER = ["body", "response", "payload", "details", "data", "fault", "context", "params", "responseBody"] as const;
const LONGEST_INNER = 4_000;

const first = (of: Json, names: readonly string[]): unknown => names.map((name) => of[name]).find((value) => value !== undefined);
const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
/** Names of JSON fields that other functions of this file read, so that `restText` leaves them out. */
const READ: ReadonlySet<string> = new Set<string>([
  ...MESSAGE,
  ...LEVEL,
  ...TIME,
  ...LOGGER,
  ...STACK,
  ...THROWN,
  "request",
  "code",
  "log",
  "instant",
]);

const asText = (value: unknown): string => (typeof value === "string" ? value : "");

/** Returns the level of a JSON log record in the spelling of plain log headers. Returns "" if it is unknown. */
function levelWord(level: unknown, gelf: boolean): string {
  const number = typeof level === "number" ? level : /^\d{1,2}$/.test(asText(level)) ? Number(level) : null;
  if (number !== null) {
    if (gelf || number < 8) return number <= 3 ? "ERROR" : number === 4 ? "WARN" : "INFO";
    return number >= 50 ? "ERROR" : number >= 40 ? "WARN" : "INFO";
  }
  const word = asText(level).toUpperCase();
  if (/^(?:ERR|ERROR|FATAL|CRIT|CRITICAL|SEVERE|ALERT|EMERG|EMERGENCY|PANIC|FAIL)$/.test(word)) return "ERROR";
  return /^WARN/.test(word) ? "WARN" : /^(?:DEBUG|TRACE|VERBOSE|FINE)/.test(word) ? "DEBUG" : word === "" ? "" : "INFO";
}

/** Returns the time of a JSON log record in ISO 8601. Returns "" for any other value. */
function timeText(time: unknown): string {
  if (typeof time === "number" && time > 1e8 && time < 1e14) return new Date(time < 1e11 ? time * 1000 : time).toISOString();
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(asText(time)) ? asText(time).replace(/(\.\d{9})\d+/, "$1") : "";
}

/** Returns a logged exception as text: its type with its message, its stack frames and its nested causes. */
function thrownText(thrown: unknown, depth = 0): string {
  if (typeof thrown === "string") return thrown;
  if (!isObject(thrown) || depth > DEEPEST) return "";
  const type = asText(thrown.exceptionType ?? thrown.name ?? thrown.type ?? thrown.class ?? thrown.Exception);
  const message = asText(thrown.message ?? thrown.localizedMessage ?? thrown.Message);
  const code = thrown.code === undefined ? "" : ` code=${String(thrown.code)}`;
  const own = asText(thrown.stack ?? thrown.stackTrace ?? thrown.stack_trace);
  const frames = Array.isArray(thrown.frames ?? thrown.extendedStackTrace)
    ? ((thrown.frames ?? thrown.extendedStackTrace) as readonly unknown[]).filter(isObject).map(frameText).slice(0, 60).join("")
    : "";
  const cause = thrown.causedBy ?? thrown.cause;
  const inner = isObject(cause) && isObject(cause.exception) ? cause.exception : cause;
  const below = inner === undefined || inner === null ? "" : `\nCaused by: ${thrownText(inner, depth + 1)}`;
  const head = own.startsWith(type) && own !== "" ? own : `${type}: ${message}${own === "" ? "" : `\n${own}`}`;
  return `${head}${code}${frames}${below}`;
}

const frameText = (frame: Json): string =>
  `\n\tat ${asText(frame.class)}.${asText(frame.method)}(line ${String(frame.line ?? "")})`;

/** Returns the request that a JSON object describes, as an access log writes it. Returns "" if it describes none. */
function requestText(of: Json): string {
  const request = isObject(of.request) ? of.request : of;
  const status = first(of, ["status", "statusCode", "status_code", "sc_status", "response_status"]);
  const method = asText(first(request, ["method", "request_method", "http_method"]));
  const target = asText(first(request, ["uri", "url", "path", "request_uri", "requestUri", "target"]));
  if (typeof of.request === "string" && status !== undefined) return `"${of.request}" ${String(status)}`;
  if (method === "" && target.startsWith("/")) return `path=${target}`;
  return method !== "" && target !== "" && status !== undefined ? `"${method} ${target} HTTP/1.1" ${String(status)}` : "";
}

const bytesText = (value: unknown): string =>
  Array.isArray(value) && value.every((one) => typeof one === "number")
    ? Buffer.from(value as number[]).toString("utf8")
    : asText(value);

/** Names of fields that hold settings or the text of a license error; a value with a byte order mark is kept under any name. */
const KEPT =
  /^(?:config\w{0,12}|settings?|options|properties|env|environment|oidc|oauth2?|sso|feature|flex\w{1,20}|licen[sc]e\w{0,12}|text)$/i;

/** Returns whether a field's value is an object that holds a secret, such as a configuration under an unusual name. */
const holdsSecret = (value: unknown): boolean =>
  isObject(value) && secretNameIn(JSON.stringify(value).slice(0, LONGEST_INNER)) !== null;

/** Returns the fields that no other function of this file reads, but that can be evidence: settings, license errors, secrets. */
function restText(of: Json): string {
  const rest = Object.entries(of).filter(
    ([name, value]) =>
      !READ.has(name) && (KEPT.test(name) || (typeof value === "string" && value.includes("\uFEFF")) || holdsSecret(value)),
  );
  return rest.length === 0 ? "" : JSON.stringify(Object.fromEntries(rest)).slice(0, LONGEST_INNER);
}

/** Returns the program's own line from a log collector's JSON object; null for any other object, such as the body of a fault. */
function fromJson(of: Json): string | null {
  if (".QName" in of) return null;
  if (typeof of.log === "string" && ("stream" in of || "time" in of || "kubernetes" in of)) return of.log.replace(/\r?\n$/, "");
  if (of.MESSAGE !== undefined) {
    const level = levelWord(of.PRIORITY, true);
    // journald gives every line of a service the level INFO, also the lines of a stack trace
    return withLevel(bytesText(of.MESSAGE), level === "INFO" ? "" : level, "", asText(of.SYSLOG_IDENTIFIER));
  }
  const request = requestText(of);
  const message = asText(first(of, MESSAGE));
  const nested = isObject(of.log) ? of.log : {};
  const level = levelWord(first(of, LEVEL) ?? nested.level, "short_message" in of);
  const time = timeText(first(of, TIME) ?? (isObject(of.instant) ? Number(of.instant.epochSecond) : undefined));
  if ((message === "" && request === "") || (level === "" && time === "")) return null;
  const stack = asText(first(of, STACK)).slice(0, LONGEST_STACK);
  const thrown = stack === "" ? thrownText(first(of, THROWN)).slice(0, LONGEST_STACK) : "";
  const code = /^[\w-]{2,40}$/.test(String(of.code ?? "")) ? ` code=${String(of.code)}` : "";
  const inner = INNER.map((name) => of[name]).map((value) =>
    (isObject(value) ? JSON.stringify(value) : asText(value)).slice(0, LONGEST_INNER),
  );
  const rest = restText(of);
  const body = [`${message}${request === "" ? "" : ` ${request}`}${code}`, stack, thrown, ...inner, rest]
    .filter((text) => text !== "")
    .join("\n");
  return withLevel(body, level, time, asText(first(of, LOGGER)));
}

const HAS_HEADER =
  /^[[(]?\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|^(?:\S{1,40} ){0,3}(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR|FATAL|SEVERE)\b|^\[\w{3} \w{3} |^\s/;

const withLevel = (text: string, level: string, time: string, logger: string): string =>
  level === "" || HAS_HEADER.test(text) || text.startsWith("{")
    ? text
    : `${time === "" ? "" : `${time} `}${level} ${logger === "" ? "" : `[${logger}] `}${text}`;

const OPENS = /^\s{0,20}\{.{2,}\}\s{0,20}$/;

function jsonLine(line: string): string | null {
  if (!OPENS.test(line)) return null;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? fromJson(value) : null;
  } catch {
    return null;
  }
}

/** Patterns of the prefixes that log collectors write; the first group is the program's own line behind the prefix. */
const PREFIXES: readonly RegExp[] = [
  // Kubernetes: 2026-03-04T10:12:13.482Z stderr F line
  /^\d{4}-\d\d-\d\dT\S{8,30} std(?:out|err) [FP] (.*)$/s,
  // Docker Compose: service-1  | line
  /^[\w.-]{1,60}\s{1,30}\| ((?![^|]{1,80} \| ).*)$/s,
  // syslog and journald: Mar  4 10:12:13 host program[12]: line
  /^(?:<\d{1,3}>)?[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d(?:\.\d{1,9})? [\w.:-]{1,80} [\w./@()-]{1,80}(?:\[\d{1,10}\])?: (.*)$/s,
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\S{0,16} [\w.-]{1,80} [\w./@-]{1,80}\[\d{1,10}\]: (.*)$/s,
  /^<\d{1,3}>1 \S{10,40} \S{1,255} \S{1,48} \S{1,128} \S{1,32} (?:-|\[[^\]]{0,1000}\]) (?:\uFEFF)?(.*)$/s,
  /^\[pod\/[^\]]{1,200}\] (.*)$/s,
];
const PRIORITY = /^<(\d{1,3})>/;

function prefixedLine(line: string): string | null {
  for (const prefix of PREFIXES) {
    const inner = prefix.exec(line)?.[1];
    if (inner === undefined) continue;
    const priority = PRIORITY.exec(line)?.[1];
    return priority === undefined ? inner : withLevel(inner, levelWord(Number(priority) % 8, true), "", "");
  }
  return null;
}

const LOGFMT = /^(?:time|ts|t|level|lvl)=\S/;
const WEBLOGIC = /^####<([^>]{8,60})> <([A-Za-z]{4,12})> (.*)$/s;
const KLOG = /^([EWIF])(\d{4} \d\d:\d\d:\d\d\.\d{6})\s{1,8}(\d{1,8} .*)$/s;
const KLOG_LEVELS: Readonly<Record<string, string>> = { E: "ERROR", F: "ERROR", W: "WARN", I: "INFO" };

/** Returns a line in the usual form of headers if its program writes the level differently: logfmt, WebLogic, klog. */
function reformedLine(line: string): string | null {
  const weblogic = WEBLOGIC.exec(line);
  if (weblogic) return `${levelWord(weblogic[2], false)} ${weblogic[3]}`;
  const klog = KLOG.exec(line);
  if (klog) return `${KLOG_LEVELS[klog[1] as string]} ${klog[3]}`;
  if (!LOGFMT.test(line)) return null;
  const level = levelWord(/(?:^|\s)(?:level|lvl)="?(\w{1,12})/.exec(line)?.[1], false);
  return level === "" ? null : `${level} ${line}`;
}

function unwrapOnce(line: string): string | null {
  return jsonLine(line) ?? prefixedLine(line) ?? reformedLine(line);
}

/** Returns the program's own line (or lines) from a line that one or several log collectors wrapped. Returns any other line unchanged. */
export function unwrappedLine(line: string): string {
  let text = line;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const inner = unwrapOnce(text);
    if (inner === null || inner === text) break;
    text = inner;
    if (text.includes("\n") && !text.startsWith("{")) break;
  }
  return text;
}

/** Returns whether a log collector wrapped this line. */
export const isWrapped = (line: string): boolean => unwrapOnce(line) !== null;

/** Returns a text with each of its lines freed from the wrapping of log collectors. */
export const unwrappedText = (text: string): string => text.split("\n").map(unwrappedLine).join("\n");

/** Longest line that is unwrapped; a longer one is passed on as it is. */
const LONGEST = 1024 * 1024;
const MOST_BLOCKS = 20_000;

/** A message of several lines that a log collector wrote as one line. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly line: number;
}

/** A converter that unwraps the lines of a log piece by piece and remembers the line number of each in the file. */
export class LineUnwrapper {
  #rest = "";
  #line = 0;
  #written = 0;
  readonly #blocks: Block[] = [];

  take(text: string): string {
    const lines = `${this.#rest}${text}`.split("\n");
    this.#rest = lines.pop() ?? "";
    if (this.#rest.length > LONGEST) {
      lines.push(this.#rest);
      this.#rest = "";
    }
    return lines.map((line) => `${this.#unwrap(line)}\n`).join("");
  }

  end(): string {
    return this.#rest === "" ? "" : this.#unwrap(this.#rest);
  }

  #unwrap(line: string): string {
    this.#line++;
    const text = unwrappedLine(line.replace(/\r$/, ""))
      .replace(/\r\n?/g, "\n")
      .replace(/\n{1,100}$/, "");
    const from = this.#written + 1;
    this.#written += text.split("\n").length;
    if (this.#written > from || from - this.#line !== (this.#blocks.at(-1)?.to ?? 0) - (this.#blocks.at(-1)?.line ?? 0))
      this.#blocks.push({ from, to: this.#written, line: this.#line });
    if (this.#blocks.length > 2 * MOST_BLOCKS) this.#blocks.splice(0, MOST_BLOCKS);
    return text;
  }

  /** Returns the line number in the file from which an unwrapped line came. */
  lineOf(unwrapped: number): number {
    let [from, to] = [0, this.#blocks.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if ((this.#blocks[middle]?.from ?? 0) <= unwrapped) from = middle + 1;
      else to = middle;
    }
    const block = this.#blocks[from - 1];
    if (!block) return unwrapped;
    return unwrapped <= block.to ? block.line : block.line + unwrapped - block.to;
  }
}
