import type { ArchiveFault } from "../../kernel/index.ts";
import type { LockSource } from "../model/kit-lock.ts";
import type { Draft } from "./draft.ts";
import type { KitFacts } from "./facts.ts";
import type { KeyChanges } from "./keys.ts";
import type { Role } from "./roles.ts";

/** The result of the command `kit import`, as plain data, for all output formats. */
export interface ImportReport {
  readonly release: string;
  readonly state: "imported" | "unchanged" | "refused";
  readonly source: LockSource;
  /** Reasons why the import was refused; `entry` is the file in the archive that is at fault. Empty if the kit was imported. */
  readonly faults: readonly ArchiveFault[];
  /** Remedy for a refused import; null if there is none. */
  readonly help: string | null;
  /** Paths below releases/<release> that the import wrote, sorted. */
  readonly wrote: readonly string[];
  /** True if the import copied the kit's files into the repository, and not only base files and lock. */
  readonly kept: boolean;
  readonly facts: KitFacts | null;
  /** Paths of the kit's files inside the kit, by role; null if the import was refused. */
  readonly found: Readonly<Record<Role, string | null>> | null;
  readonly also: Readonly<Partial<Record<Role, readonly string[]>>>;
  readonly missing: readonly Role[];
  readonly draft: (Pick<Draft, "writes" | "undecided" | "set"> & { readonly absent: Draft["undecided"] }) | null;
  /**
   * Harmful values in the kit's conf, which every environment must decide. `value` is null if an environment declares the key as a secret.
   */
  readonly vendor: readonly {
    readonly key: string;
    readonly value: string | null;
    readonly effect: string;
    readonly field: string;
  }[];
  /** Differences of the client library's file from that of the previous release (`release`); null without a previous release. */
  readonly client: { readonly release: string; readonly changes: KeyChanges } | null;
  readonly notes: readonly string[];
  /** Stand-ins of `tierwright init` that the import replaced or removed, as paths below releases/<release>. */
  readonly standIns: readonly string[];
  /** YAML for a person to paste into files of the repository, each with those of `notes` that it makes unnecessary. */
  readonly paste: readonly PastedYaml[];
}

export interface PastedYaml {
  readonly file: string;
  readonly yaml: string;
  readonly notes: readonly string[];
}

/** Returns the report of an import that was refused before the kit was read. */
export function refusedImport(
  release: string,
  source: LockSource,
  faults: readonly ArchiveFault[],
  help: string | null,
): ImportReport {
  const nothing = { wrote: [], kept: false, facts: null, found: null, also: {}, missing: [], draft: null, vendor: [] };
  return { release, state: "refused", source, faults, help, ...nothing, client: null, notes: [], standIns: [], paste: [] };
}
