import { withoutOuter } from "../../kernel/index.ts";
import type { Anomaly } from "./anomalies.ts";
import { type Head, valuesOf } from "./head.ts";

/**
 * The way in which the end of an HTTP body is determined (RFC 9112, 6.3). `tunnel`: the bytes after the head are not HTTP; `unknown`: the
 * end cannot be determined.
 */
export type Framing =
  | { readonly kind: "none" | "chunked" | "until-close" | "tunnel" | "unknown" }
  | { readonly kind: "length"; readonly length: number };

export interface Framed {
  readonly framing: Framing;
  readonly anomalies: readonly Anomaly[];
}

const listed = (values: readonly string[]): readonly string[] =>
  values.flatMap((value) => value.split(",")).map((part) => withoutOuter(part, " \t"));

/**
 * Returns how the end of a message's body is determined.
 * @param method The method of the request that this response answers; null for a request, or if that is unknown.
 */
export function framingOf({ start, headers }: Head, method: string | null): Framed {
  const anomalies: Anomaly[] = [];
  const codings = listed(valuesOf(headers, "transfer-encoding")).filter((part) => part !== "");
  const lengths = listed(valuesOf(headers, "content-length"));
  if (codings.length > 0 && lengths.length > 0) anomalies.push("length-and-coding");
  if (codings.length > 0 && start.version === "1.0") anomalies.push("coding-before-http-1.1");
  const chunked = codings.filter((coding) => coding.toLowerCase() === "chunked").length;
  if (chunked > 1 || valuesOf(headers, "transfer-encoding").length > 1) anomalies.push("repeated-coding");
  const without = start.kind === "response" ? withoutBody(start.status, method) : null;
  if (without) return { framing: without, anomalies };
  if (codings.length > 0) {
    if (codings.at(-1)?.toLowerCase() === "chunked") return { framing: { kind: "chunked" }, anomalies };
    anomalies.push("coding-not-chunked");
    return { framing: { kind: start.kind === "response" ? "until-close" : "unknown" }, anomalies };
  }
  if (lengths.length > 0) return lengthOf(lengths, anomalies);
  return { framing: { kind: start.kind === "response" ? "until-close" : "none" }, anomalies };
}

function withoutBody(status: number, method: string | null): Framing | null {
  if (status === 101 || (method === "CONNECT" && status >= 200 && status <= 299)) return { kind: "tunnel" };
  return method === "HEAD" || isInterim(status) || status === 204 || status === 304 ? { kind: "none" } : null;
}

function lengthOf(lengths: readonly string[], anomalies: readonly Anomaly[]): Framed {
  const numbers = lengths.map((text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN));
  const [length = Number.NaN] = numbers;
  const unknown = (why: Anomaly): Framed => ({ framing: { kind: "unknown" }, anomalies: [...anomalies, why] });
  if (!numbers.every((number) => Number.isSafeInteger(number))) return unknown("invalid-length");
  if (numbers.some((number) => number !== length)) return unknown("conflicting-length");
  return {
    framing: { kind: "length", length },
    anomalies: lengths.length > 1 ? [...anomalies, "repeated-length"] : anomalies,
  };
}

/** Returns whether a status is that of an interim response (RFC 9110, 15.2). */
export const isInterim = (status: number): boolean => status >= 100 && status <= 199;
