import type { AddressKey } from "../compile/addresses.ts";
import type { CarryOver } from "../compile/compiled.ts";
import type { Finding, HostVerdict, Place, Verdict } from "../../kernel/index.ts";
import type { FileRole } from "../model/files.ts";
import type { Matrix } from "../model/matrix.ts";
import type { Release } from "../model/release.ts";
import type { TypedValue } from "../sso/panel.ts";

/** The layer that decides a value: one of the YAML files, or another layer of a decision, such as the kit (docs/formats.md). */
export type CauseLayer = "environment" | "extends" | "defaults" | "kit" | "carried" | "workstation" | "set" | "write";

/** One key of a compiled properties file. The value of a secret key is compared and never shown. */
export interface SideKey {
  readonly key: string;
  /** The decoded value; null if unknown, because it is a secret of an installation. */
  readonly value: string | null;
  /** The whole entry of the key as spelt in the file; null if unknown. */
  readonly raw: string | null;
  /** True if the key is declared as a secret or its value looks like one; then a plan shows neither the old nor the new value. */
  readonly secret: boolean;
  /** The source of a secret as text, so that a changed source is noticed; null for a key that is no secret, and for an unknown source. */
  readonly reference: string | null;
  readonly place: Place | null;
  readonly layer: CauseLayer | null;
  readonly decides: string | null;
}

/** One compiled file: its keys for a properties file, otherwise its text. */
export interface SideFile {
  /** Path of the file relative to dist/ENV, with '/'. */
  readonly path: string;
  readonly purpose: "install" | "expect" | "note";
  readonly role: FileRole | null;
  /** True if only the listed keys of the file are known, as in an installation of a settings bundle. */
  readonly partial: boolean;
  readonly keys: ReadonlyMap<string, SideKey> | null;
  readonly text: string;
  /** The text that is compared: `text` as if every value were on line 1 of its YAML file. */
  readonly settled: string;
  /** Places in the YAML that decide a part of a text file, each with the decided value as words. */
  readonly causes: readonly { readonly says: string; readonly place: Place; readonly layer: CauseLayer }[];
}

/** One environment as compiled before or after a change, or as installed; a plan compares two of these. */
export interface CompiledSide {
  readonly name: string;
  /** The compatibility verdict on the environment; null for an installation, which has none. */
  readonly verdict: Verdict | null;
  readonly connector: string;
  readonly tierRelease: string | null;
  /** Compiled files, sorted by path. */
  readonly files: readonly SideFile[];
  /** Why the environment cannot be compared, in words; null if it can. */
  readonly broken: string | null;
  readonly carry: (Pick<CarryOver, "carried" | "added" | "dropped"> & { readonly from: string }) | null;
  readonly hosts: readonly HostVerdict[];
  /**
   * Keys of the connector that hold addresses of the tier; empty for an installation, which is compared by the keys of the compiled
   * environment.
   */
  readonly addresses: readonly AddressKey[];
  /** Keys whose value a deploy keeps from the workstation instead of the compiled one. */
  readonly keep: readonly string[];
  /** The place in the YAML that names the connector release, which explains a file that changes with the release. */
  readonly connectorPlace: Place | null;
  /**
   * Values to type into the panel of the PLM vendor's deployment tool, in the order of the panel; null if there is no panel or a value is
   * not known yet.
   */
  readonly panel: readonly TypedValue[] | null;
  /** The start of sso.yaml, which explains an added or removed file below sso/; null if the environment has no sso.yaml. */
  readonly signInPlace: Place | null;
  /** `ignore:` entries and comments in the environment's files that suppress a rule. */
  readonly silenced: readonly Silenced[];
  /** Entries of `tier.members` and `tier.hosts`, which verdicts on file servers trust; null if unknown, as for an installation. */
  readonly trust: readonly TrustedHost[] | null;
  /** True for an installation; nothing is known of files that it does not list. */
  readonly installed: boolean;
  /** Workstations with this installation; empty for a compiled environment. */
  readonly machines: readonly string[];
}

/** One host that `tier.members` or `tier.hosts` declares. */
export interface TrustedHost {
  readonly host: string;
  /** The sign-in host to whose tier `tier.members` declares the host; null for an entry of `tier.hosts`. */
  readonly memberOf: string | null;
  /** Declared addresses of the host as one text; empty for an entry of `tier.members`. */
  readonly addresses: string;
  readonly place: Place;
}

/** A suppression before or after a change. Its line is not compared. */
export interface Silenced {
  readonly rule: string;
  readonly file: string;
  readonly reason: string;
  readonly line: number;
  readonly kind: "ignore" | "comment";
}

/**
 * A file, or a part of one, that decides what can be merged: matrix, exceptions, workflows, CODEOWNERS, and the files that choose and
 * install a version of Tierwright. Its content is compared and never shown.
 */
export interface RuleFile {
  readonly path: string;
  readonly what: "matrix" | "exceptions" | "workflow" | "action" | "codeowners" | "tool" | "installation";
  readonly content: string;
}

/** The state before or after a change, as pure values: a compiled repository or the installed state. */
export interface CompiledRepository {
  /** Environments that differ, or can differ, before and after the change, by name. */
  readonly sides: ReadonlyMap<string, CompiledSide>;
  /** Findings of all environments; null for an installation, whose findings are unknown. */
  readonly findings: readonly Finding[] | null;
  readonly releases: ReadonlyMap<string, Release>;
  readonly rules: readonly RuleFile[];
  /** The compatibility matrix; null if it is unreadable, or not needed because nothing differs. */
  readonly matrix: Matrix | null;
  /** Suppressions in the files that all environments share, such as site.yaml. */
  readonly silenced: readonly Silenced[];
  /** Returns the state (digest or absence) of a file, which is equal for equal bytes; null if it is unknown. */
  stateOf(file: string): string | null;
  /** Returns the key on a line of a properties file, to identify a finding there; null if there is none. */
  keyAt(file: string, line: number): string | null;
}
