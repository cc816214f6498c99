import type { Finding } from "./documents.generated.ts";

/**
 * A config repository: the absolute path or the file URL of its folder, or a map of its files by path relative to that folder, with '/'
 * (`environments/site.yaml`). A string content is encoded as UTF-8. A map is treated like a checkout: Tierwright reads no file outside it.
 */
export type Source = string | URL | ReadonlyMap<string, string | Uint8Array>;

/** Options of `check` and `compile`. */
export interface CheckOptions {
  /** Environments to report on; all by default. */
  readonly environments?: readonly string[];
  /** Day on which exceptions must be valid, YYYY-MM-DD in UTC; today by default. */
  readonly today?: string;
  /** Lowest severity of the findings that make `passes` false; `error` by default. */
  readonly failOn?: Finding["severity"];
  /** Text of a workstation's hosts file, used as evidence for addresses. */
  readonly hosts?: string;
  /** Reports a file-transfer host without measured evidence as an error. */
  readonly requireProof?: boolean;
}

/** Options of `plan`. */
export interface PlanOptions extends Pick<CheckOptions, "environments" | "today" | "failOn"> {
  /**
   * Findings and `block` gates that block the change: all (`all`, the default), or only those that the state before the change does not
   * have (`new`).
   */
  readonly gate?: "all" | "new";
  /** Name for the state before the change in the returned document, for example a branch or tag; `base` by default. */
  readonly baseName?: string;
}
