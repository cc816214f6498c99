import { JsonFault, type RuleProblem, SourceText, readPlacedJson, startOf, unreadableDiscovery } from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import type { DiscoveryText, PinnedDiscovery } from "../model/sign-in-files.ts";
import { readOptional } from "./files.ts";

/** The fields of discovery.json whose value is compared with the live realm or compiled; each must be a text. */
export const DISCOVERY_FIELDS = [
  "issuer",
  "authorization_endpoint",
  "token_endpoint",
  "userinfo_endpoint",
  "jwks_uri",
  "end_session_endpoint",
] as const;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Parses discovery.json, a realm's discovery document: strict JSON, an object whose `DISCOVERY_FIELDS` are texts. Returns null for any
 * other content and adds the fault to `problems`.
 */
export function parseDiscovery(path: string, bytes: Uint8Array, problems: RuleProblem[]): PinnedDiscovery | null {
  const report = (found: Parameters<typeof unreadableDiscovery.at>[1], at = startOf(path)) => {
    problems.push(unreadableDiscovery.at(at, found, { explains: [{ file: path }] }));
    return null;
  };
  try {
    const { text, value, places } = readPlacedJson(bytes);
    if (!isObject(value)) return report({ seen: "no-object", path, is: Array.isArray(value) ? "list" : "value" });
    const source = new SourceText(path, text);
    const texts = new Map<string, DiscoveryText>();
    for (const [field, { start, end }] of places) {
      const content = value[field];
      if (typeof content === "string") texts.set(field, { text: content, span: { source, start, end } });
    }
    const wrong = DISCOVERY_FIELDS.find((field) => value[field] !== undefined && !texts.has(field));
    if (wrong !== undefined) {
      const { start, end } = places.get(wrong) ?? { start: 0, end: 0 };
      return report({ seen: "no-text", path, field: wrong }, source.placeOf(start, end));
    }
    return { path, source, texts, document: value };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    const { line, column, message } = error;
    return report({ seen: "no-json", path, fault: message }, { file: path, line, column, endLine: line, endColumn: column });
  }
}

/** Reads discovery.json beside sso.yaml. Returns null if the file is missing or faulty; faults are added to `problems`. */
export function loadDiscovery(files: SourceTree, path: string, problems: RuleProblem[]): PinnedDiscovery | null {
  const bytes = readOptional(files, path, problems);
  return typeof bytes === "string" ? null : parseDiscovery(path, bytes, problems);
}
