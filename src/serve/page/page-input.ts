import type { CompiledSide, ProbeResults, SharedModel } from "../../compiler/index.ts";
import type { Report, ReportContext } from "../../report/index.ts";
import type { Fleet } from "./fleet.ts";
import type { State } from "./state.ts";

/** The whole input of the HTML page of `report`: equal input gives equal bytes. */
export interface PageInput {
  /** Name of the repository, which is the name of its folder. */
  readonly name: string;
  /** The result of `check`. */
  readonly report: Report;
  readonly state: State;
  readonly context: Pick<ReportContext, "today" | "readText">;
  readonly shared: SharedModel;
  /** Every environment as compiled, sorted by name. */
  readonly sides: readonly CompiledSide[];
  /** Returns whether some environment declares a key as secret: its value is then hidden for every environment. */
  isSecretKey(role: string, key: string): boolean;
  /** The workstations with their installed bundles; null without receipts. */
  readonly fleet: Fleet | null;
  /** Saved results of probes; empty if there are none. */
  readonly probes: readonly ProbeResults[];
  /** Commit of the config repository, and whether files differ from it; null if the commit is unknown. */
  readonly source: { readonly commit: string; readonly changed: boolean } | null;
  readonly version: string;
}
