/**
 * The public API (docs/library.md): the compiler's own answers for other programs, and the two byte-exact file codecs for programs that edit
 * such files themselves.
 */
export { Refusal } from "./diagnostic/refusal.ts";
export { PropertiesDocument } from "./formats/properties/document.ts";
export type { Charset, Loaded, PropertyChange, PropertyEntry } from "./formats/properties/types.ts";
export { check, compile, plan } from "./library/api.ts";
export type {
  Change,
  Finding,
  FindingsDocument,
  PlanDocument,
  PlannedEnvironment,
  PlannedFinding,
  Verdict,
} from "./library/documents.generated.ts";
export { Log4j2Document } from "./library/log4j2.ts";
export type { Log4j2Appender, Log4j2Logger } from "./library/log4j2.ts";
export type { CheckOptions, PlanOptions } from "./library/options.ts";
export type { Checked, Compiled, Planned } from "./library/results.ts";
export type { Source } from "./library/source.ts";
export { VERSION } from "./version.ts";
