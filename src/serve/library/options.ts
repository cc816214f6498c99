import type { Finding } from "./documents.generated.ts";

/**
 * A config repository: the absolute path or the file URL of its folder, or its files by their paths from there, with '/'
 * (`environments/site.yaml`). A text is written as UTF-8. Files are what a checkout holds: nothing beside them is read.
 */
export type Source = string | URL | ReadonlyMap<string, string | Uint8Array>;

/** What `check` and `compile` take. */
export interface CheckOptions {
  /** Environments to report on; all by default. */
  readonly environments?: readonly string[];
  /** The day as of which exceptions are judged, YYYY-MM-DD in UTC; the clock's by default. */
  readonly today?: string;
  /** Findings from this severity on keep it from passing; `error` by default. */
  readonly failOn?: Finding["severity"];
  /** Text of a workstation's hosts file: what it says counts as evidence for addresses. */
  readonly hosts?: string;
  /** A file-transfer host without measured evidence is an error. */
  readonly requireProof?: boolean;
}

/** What `plan` takes. */
export interface PlanOptions extends Pick<CheckOptions, "environments" | "today" | "failOn"> {
  /** What counts against the change: every finding and closed gate (`all`, the default), or what the base does not have (`new`). */
  readonly gate?: "all" | "new";
  /** What the document calls the state before the change: a branch, a tag; `base` by default. */
  readonly baseName?: string;
}
