import type { ArchiveFault } from "../../kernel/index.ts";
import type { LockSource } from "../model/kit-lock.ts";
import type { Draft } from "./draft.ts";
import type { KitFacts } from "./facts.ts";
import type { KeyChanges } from "./keys.ts";
import type { Role } from "./roles.ts";

/** What a kit import found and did. Plain data for every output form. */
export interface ImportReport {
  readonly release: string;
  readonly state: "imported" | "unchanged" | "refused";
  readonly source: LockSource;
  /** Why it was refused; `entry` is the file that it is about. */
  readonly faults: readonly ArchiveFault[];
  /** What to do about a refusal. */
  readonly help: string | null;
  /** Paths below releases/<release> that were written, sorted. */
  readonly wrote: readonly string[];
  /** The kit lies in the repository. */
  readonly kept: boolean;
  readonly facts: KitFacts | null;
  /** Paths inside the kit. */
  readonly found: Readonly<Record<Role, string | null>> | null;
  readonly also: Readonly<Partial<Record<Role, readonly string[]>>>;
  readonly missing: readonly Role[];
  readonly draft: Pick<Draft, "writes" | "absent" | "undecided"> | null;
  /** The vendor's own values in the conf, which every environment has to decide; null: of a key that one declares secret. */
  readonly vendor: readonly {
    readonly key: string;
    readonly value: string | null;
    readonly effect: string;
    readonly field: string;
  }[];
  /** How the vendor's client file differs from the one of the release before. */
  readonly client: { readonly release: string; readonly changes: KeyChanges } | null;
  readonly notes: readonly string[];
}

/** A refusal before anything is known of the kit. */
export function refusedImport(
  release: string,
  source: LockSource,
  faults: readonly ArchiveFault[],
  help: string | null,
): ImportReport {
  const nothing = { wrote: [], kept: false, facts: null, found: null, also: {}, missing: [], draft: null, vendor: [] };
  return { release, state: "refused", source, faults, help, ...nothing, client: null, notes: [] };
}
