import type { ArchiveFault } from "../../kernel/index.ts";
import type { LockSource } from "../model/kit-lock.ts";
import type { Draft } from "./draft.ts";
import type { KitFacts } from "./facts.ts";
import type { KeyChanges } from "./keys.ts";
import type { Role } from "./roles.ts";

/** The result of a kit import. Plain data for every output form. */
export interface ImportReport {
  readonly release: string;
  readonly state: "imported" | "unchanged" | "refused";
  readonly source: LockSource;
  /** The reasons for a refusal; `entry` is the file concerned. */
  readonly faults: readonly ArchiveFault[];
  /** The remedy for a refusal; null if there is none. */
  readonly help: string | null;
  /** The paths below releases/<release> that were written, sorted. */
  readonly wrote: readonly string[];
  /** True if the kit is in the repository. */
  readonly kept: boolean;
  readonly facts: KitFacts | null;
  /** The paths inside the kit. */
  readonly found: Readonly<Record<Role, string | null>> | null;
  readonly also: Readonly<Partial<Record<Role, readonly string[]>>>;
  readonly missing: readonly Role[];
  readonly draft: (Pick<Draft, "writes" | "undecided" | "set"> & { readonly absent: Draft["undecided"] }) | null;
  /** The vendor's own values in the conf, which every environment has to decide. A value is null if an environment declares the key secret. */
  readonly vendor: readonly {
    readonly key: string;
    readonly value: string | null;
    readonly effect: string;
    readonly field: string;
  }[];
  /** The differences between this client file and that of the previous release; null if there is no such release. */
  readonly client: { readonly release: string; readonly changes: KeyChanges } | null;
  readonly notes: readonly string[];
  /** Stand-ins of `init` that the kit's own files replaced, or that the kit has no file for: paths below releases/<release>. */
  readonly standIns: readonly string[];
  /** YAML to paste into a file of the repository, with the notes that it answers. */
  readonly paste: readonly PastedYaml[];
}

export interface PastedYaml {
  readonly file: string;
  readonly yaml: string;
  readonly notes: readonly string[];
}

/** Returns the report of an import that was refused before anything was known about the kit. */
export function refusedImport(
  release: string,
  source: LockSource,
  faults: readonly ArchiveFault[],
  help: string | null,
): ImportReport {
  const nothing = { wrote: [], kept: false, facts: null, found: null, also: {}, missing: [], draft: null, vendor: [] };
  return { release, state: "refused", source, faults, help, ...nothing, client: null, notes: [], standIns: [], paste: [] };
}
