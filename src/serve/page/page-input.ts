import type { CompiledSide, ProbeResults, SharedModel } from "../../compiler/index.ts";
import type { Report, ReportContext } from "../../report/index.ts";
import type { Fleet } from "./fleet.ts";
import type { State } from "./state.ts";

/** Everything that the page is made from: the same input gives the same bytes. */
export interface PageInput {
  /** What `check` found out. */
  readonly report: Report;
  readonly state: State;
  readonly context: Pick<ReportContext, "today" | "readText">;
  readonly shared: SharedModel;
  /** Every environment as compiled, sorted by name. */
  readonly sides: readonly CompiledSide[];
  /** True for a key that some environment declares a secret: no environment's value of it is shown. */
  isSecretKey(role: string, key: string): boolean;
  /** null: no receipts were given. */
  readonly fleet: Fleet | null;
  /** Saved results of probes; empty: none were given. */
  readonly probes: readonly ProbeResults[];
  /** null: not known. */
  readonly source: { readonly commit: string; readonly changed: boolean } | null;
  readonly version: string;
}
