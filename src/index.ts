/**
 * The public API (docs/library.md): the compiler's results for other programs, and the two byte-exact codecs (properties files, log4j2.xml)
 * for programs that edit such files themselves. Each name is exported from its own file, so that the package's declarations contain nothing
 * else.
 */
export { Refusal } from "./kernel/diagnostic/refusal.ts";
export { PropertiesDocument } from "./kernel/formats/properties/document.ts";
export type { Charset, Loaded, PropertyChange, PropertyEntry } from "./kernel/formats/properties/types.ts";
export { check, compile, plan } from "./serve/library/api.ts";
export type {
  Change,
  Finding,
  FindingsDocument,
  PlanDocument,
  PlannedEnvironment,
  PlannedFinding,
  Verdict,
} from "./serve/library/documents.generated.ts";
export { Log4j2Document } from "./serve/library/log4j2.ts";
export type { Log4j2Appender, Log4j2Logger } from "./serve/library/log4j2.ts";
export type { CheckOptions, PlanOptions, Source } from "./serve/library/options.ts";
export type { Checked, Compiled, Planned } from "./serve/library/results.ts";
export { VERSION } from "./kernel/version.ts";
