/** An HTTP request with the status of its response, parsed from an access log or from a client's message. */
export interface HttpFields {
  readonly method: string | null;
  /** The request's target, a path or a whole URL; null if the text that was parsed names none. */
  readonly target: string | null;
  readonly status: number;
  /** The content type of the HTTP response; null if the text names none. */
  readonly type: string | null;
}

/** A condition on a parsed HTTP request; every field that is set must match. */
export interface HttpSign {
  readonly status?: readonly number[];
  /** True to match any status from 400. */
  readonly failed?: boolean;
  readonly methods?: readonly string[];
  readonly path?: RegExp;
  /** True to match only an HTTP status in a text that names no request. */
  readonly bare?: boolean;
  readonly type?: RegExp;
}

const METHOD = "GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH|TRACE|PROPFIND|CONNECT";

/** Pattern of request and status in the common and combined formats of access logs, whatever precedes and follows them. */
const ACCESS = new RegExp(`"(${METHOD}) (\\S{1,4000}?)(?: HTTP/\\d(?:\\.\\d)?)?" (\\d{3})(?: (?:\\d+|-))?(?=\\s|$)`);
/** Pattern of a line of an IIS log in its default column order, also with the names of site and server. */
const IIS = new RegExp(
  `^\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\dZ? (?:\\S{1,60} ){1,3}(${METHOD}) (/\\S{0,2000}) \\S{1,4000} \\d{1,5} \\S{1,200} \\S{1,60} \\S{1,1000}(?: \\S{1,2000}){0,2} (\\d{3}) \\d{1,5} \\d{1,10}(?: |$)`,
);
const STATUS: readonly RegExp[] = [
  /HTTP response code:\s?(\d{3})\b/i,
  /\bHTTP\/\d(?:\.\d)?["']?\s{1,2}(\d{3})\b(?!\.)/,
  /\bHTTP[-_ ]?(?:status|error|code|fehler|statuscode)?(?:[ -]?code)?\s?["']?[=:]?\s?["']?([1-5]\d\d)\b(?![.\d]|\s?(?:ms|bytes|items)\b)/i,
  /\bstatus(?:[ _-]?code)?["']?\s?[=:]?\s?["']?([1-5]\d\d)\b(?![.\d])/i,
  /\b([45]\d\d)\s{1,2}\(?(?:(?:Method )?Not Allowed|Not Found|Forbidden|Bad Request|Internal Server Error|Unauthorized)\b/,
  new RegExp(
    `\\b(?:${METHOD}) (?:https?://|/)\\S{1,2000}?[:,]?\\s{1,3}(?:->\\s?|=>\\s?|returned\\s|answered\\s)?([1-5]\\d\\d)(?:\\s|$)`,
  ),
];
const REQUEST = new RegExp(`\\b(${METHOD})\\b["']?,?\\s{1,3}["']?((?:https?://|/)[^\\s"'<>]{1,2000})`);
/** Pattern of XML features and namespaces, which look like addresses but are none. */
const NAMES =
  /^https?:\/\/(?:apache\.org\/xml|xml\.org|java\.sun\.com|javax\.xml|www\.w3\.org|schemas\.xmlsoap|teamcenter\.com\/Schemas|example\.com\/Exceptions)/i;
const ADDRESS = /https?:\/\/[^\s"'<>()[\]{}]{3,2000}/gi;
const TYPE = /\b(?:text\/(?:html|xml|plain)|application\/[a-z+.-]{2,40})/i;

/** Returns the first address in a text that is not the name of an XML feature or namespace. */
export function addressIn(text: string): string | null {
  for (const [address] of text.slice(0, 20_000).matchAll(ADDRESS))
    if (!NAMES.test(address)) return address.replace(/[.,;:!?]$/, "");
  return null;
}

const SMALL_HEAD = 8_000;
/** Largest number of W3C log rows that are read in one record. */
const MOST_ROWS = 8;

/** Returns the request and status of a W3C log line, given the names of its columns. */
function byColumns(line: string, columns: readonly string[]): HttpFields | null {
  const values = line.trim().split(/\s+/);
  if (columns.length === 0 || values.length !== columns.length) return null;
  const of = (name: string) => values[columns.indexOf(name)] ?? null;
  const status = Number(of("sc-status"));
  if (!(status >= 100 && status < 600)) return null;
  return { method: of("cs-method"), target: of("cs-uri-stem") ?? of("cs-uri"), status, type: of("sc(Content-Type)") };
}

/** Returns whether a line comes from a web server's access log: it has a request and its status in columns. */
export const isAccessLine = (line: string): boolean => ACCESS.test(line) || IIS.test(line);

/**
 * Returns the HTTP request and status that a log record names. Sizes, durations and other numbers are never taken for a status.
 * @param columns Names of the columns, from the `#Fields:` line of a W3C log; empty for any other log.
 */
export function httpIn(text: string, columns: readonly string[]): HttpFields | null {
  const head = text.slice(0, SMALL_HEAD);
  for (const line of columns.length === 0 ? [] : head.split("\n", MOST_ROWS)) {
    const w3c = byColumns(line, columns);
    if (w3c) return w3c;
  }
  const access = ACCESS.exec(head) ?? IIS.exec(head);
  if (access) {
    const behind = head.slice(access.index + access[0].length);
    return {
      method: access[1] as string,
      target: access[2] as string,
      status: Number(access[3]),
      type: TYPE.exec(behind)?.[0] ?? null,
    };
  }
  const request = REQUEST.exec(head);
  for (const pattern of STATUS) {
    const status = pattern.exec(head)?.[1];
    if (status === undefined) continue;
    const target = request?.[2]?.replace(/[.,;:]$/, "") ?? addressIn(head) ?? operationIn(head);
    return { method: request?.[1] ?? null, target, status: Number(status), type: TYPE.exec(head)?.[0] ?? null };
  }
  return null;
}

/** Returns the operation of a web service of the tier that a text names, such as Core-2008-06-Session/login. */
const operationIn = (text: string): string | null =>
  /(?:\b(?:Json)?RestServices\/)?\b[A-Z][A-Za-z0-9]{1,40}-\d{4}-\d\d-[A-Za-z0-9]{1,40}\/\w{1,60}/.exec(text)?.[0] ?? null;

/** Returns whether a parsed HTTP request meets the condition `sign`. */
export function httpMatches(sign: HttpSign, fields: HttpFields | null): boolean {
  if (!fields) return false;
  const { method, target, status, type } = fields;
  if (sign.status && !sign.status.includes(status)) return false;
  if (sign.failed && status < 400) return false;
  if (sign.bare) return target === null;
  if (sign.methods && method !== null && !sign.methods.includes(method)) return false;
  if (sign.path && (target === null || !sign.path.test(target))) return false;
  return !sign.type || (type !== null && sign.type.test(type));
}
