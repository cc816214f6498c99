import type { Capture } from "../../capture/capture.ts";
import type { ExchangeFilter } from "../../capture/entries.ts";
import { wrongUse } from "../../../kernel/index.ts";
import type { Invocation, OptionSpec } from "../../../report/index.ts";

export const FILTERS: readonly OptionSpec[] = [
  { name: "agent", value: "TEXT", summary: "exchanges whose User-Agent contains TEXT, for example Apache-HttpClient" },
  { name: "sign-in", value: "KIND", summary: "sign-ins of one kind: the connector's are XML", choices: ["xml", "json"] },
  { name: "method", value: "NAME", summary: "exchanges of one method, for example POST" },
  { name: "operation", value: "NAME", summary: "exchanges of one operation of the tier, for example login" },
  { name: "status", value: "CODE", summary: "exchanges of one status or class: 500, 4xx" },
  {
    name: "since",
    value: "TIME",
    summary: "exchanges since TIME (UTC): 2026-11-22T16:57:44Z, or 16:57 of the day the capture began",
  },
];

/** Returns the exchange filter that the options (--agent, --status, ...) describe. Throws a Refusal for an invalid --status or --since. */
export function filterIn({ options }: Pick<Invocation, "options">, capture: Capture): ExchangeFilter {
  const given = (name: string): string | null => options.get(name) ?? null;
  const signIn = given("sign-in");
  const status = given("status");
  if (status !== null && !/^[1-9](?:\d\d|xx)$/i.test(status))
    throw wrongUse(`--status cannot be '${status}'`, "give a status of three digits or a class: 200, 4xx");
  return {
    agent: given("agent"),
    signIn: signIn === "xml" || signIn === "json" ? signIn : null,
    method: given("method"),
    operation: given("operation"),
    status,
    since: sinceOf(given("since"), capture),
  };
}

const INSTANT = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?))?(Z|[+-]\d{2}:\d{2})?$/;
const TIME = /^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?$/;

function sinceOf(text: string | null, capture: Capture): number | null {
  if (text === null) return null;
  const refused = (why: string) =>
    wrongUse(`--since cannot be '${text}'${why}`, "give 2026-11-22T16:57:44Z, 2026-11-22 or 16:57:44, in UTC");
  const began = capture.told.started?.at.slice(0, 10);
  if (TIME.test(text)) {
    if (began === undefined) throw refused(": the capture does not record the day it began");
    return instantOf(`${began}T${text}Z`, refused);
  }
  const [, day, time = "00:00", zone = "Z"] = INSTANT.exec(text) ?? [];
  if (day === undefined) throw refused("");
  return instantOf(`${day}T${time}${zone}`, refused);
}

function instantOf(text: string, refused: (why: string) => Error): number {
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw refused("");
  return at;
}
