/**
 * The public API (docs/library.md): the compiler's results for other programs, and the two byte-exact file codecs for programs that edit such
 * files themselves.
 */
export {
  type Charset,
  type Loaded,
  PropertiesDocument,
  type PropertyChange,
  type PropertyEntry,
  Refusal,
  VERSION,
} from "./kernel/index.ts";
export {
  type Change,
  type CheckOptions,
  type Checked,
  type Compiled,
  type Finding,
  type FindingsDocument,
  Log4j2Document,
  type Log4j2Appender,
  type Log4j2Logger,
  type PlanDocument,
  type PlanOptions,
  type PlannedEnvironment,
  type PlannedFinding,
  type Planned,
  type Source,
  type Verdict,
  check,
  compile,
  plan,
} from "./serve/index.ts";
