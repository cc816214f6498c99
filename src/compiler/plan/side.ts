import type { CarryOver } from "../compile/compiled.ts";
import type { Finding, HostVerdict, Place, Verdict } from "../../kernel/index.ts";
import type { FileRole } from "../model/files.ts";
import type { Matrix } from "../model/matrix.ts";
import type { Release } from "../model/release.ts";
import type { TypedValue } from "../sso/panel.ts";

/** Where a value was said last: a layer of the YAML, or a layer below it (docs/formats.md). */
export type CauseLayer = "environment" | "extends" | "defaults" | "kit" | "carried" | "workstation" | "set" | "write";

/** One key of a compiled properties file. Values stay inside of the comparison where `secret` is set. */
export interface SideKey {
  readonly key: string;
  /** Decoded; null: not known, because it is a secret of an installation. */
  readonly value: string | null;
  /** The whole entry as spelt; null: not known. */
  readonly raw: string | null;
  /** Declared a secret, or it looks like one: neither side's value is shown. */
  readonly secret: boolean;
  /** How the secret is found, to see that it is found otherwise; null: it is none, or not known how. */
  readonly reference: string | null;
  readonly place: Place | null;
  readonly layer: CauseLayer | null;
  readonly decides: string | null;
}

/** One compiled file: its keys where it is a properties file, else its text. */
export interface SideFile {
  /** Relative to dist/ENV, with '/'. */
  readonly path: string;
  readonly purpose: "install" | "expect" | "note";
  readonly role: FileRole | null;
  /** Only the keys that it has are known. */
  readonly partial: boolean;
  readonly keys: ReadonlyMap<string, SideKey> | null;
  readonly text: string;
  /** The text without what depends on the lines of the YAML; what is compared. */
  readonly settled: string;
  /** For a text: the places that decide something in it, each with what it says. */
  readonly causes: readonly { readonly says: string; readonly place: Place; readonly layer: CauseLayer }[];
}

/** One environment as compiled, on one side of a comparison. */
export interface CompiledSide {
  readonly name: string;
  /** null: there is no verdict on it (an installation). */
  readonly verdict: Verdict | null;
  readonly connector: string;
  readonly tierRelease: string | null;
  /** By path. */
  readonly files: readonly SideFile[];
  /** Why it cannot be compared, in words; null: it can. */
  readonly broken: string | null;
  readonly carry: (Pick<CarryOver, "carried" | "added" | "dropped"> & { readonly from: string }) | null;
  readonly hosts: readonly HostVerdict[];
  /** Keys whose value a deploy keeps from the machine. */
  readonly keep: readonly string[];
  /** Where its connector release is named; what a file of another release comes from. */
  readonly connectorPlace: Place | null;
  /** What is typed into the deployment tool for it, in the order of the panel; null: nothing, or not all of it is known yet. */
  readonly panel: readonly TypedValue[] | null;
  /** Where its sso.yaml begins; what a file of the sign-in comes from. */
  readonly signInPlace: Place | null;
  /** `ignore:` entries and comments of its files that silence a rule. */
  readonly silenced: readonly Silenced[];
  /** It is installed: of files that it does not have nothing is known. */
  readonly installed: boolean;
  /** Workstations that it is installed on; empty for a compiled environment. */
  readonly machines: readonly string[];
}

/** One suppression, without its line. */
export interface Silenced {
  readonly rule: string;
  readonly file: string;
  readonly reason: string;
  readonly line: number;
  readonly kind: "ignore" | "comment";
}

/** A file, or a part of one, that decides what may be merged: matrix, exceptions, workflows, CODEOWNERS, what is installed. Its content is compared, never shown. */
export interface RuleFile {
  readonly path: string;
  readonly what: "matrix" | "exceptions" | "workflow" | "action" | "codeowners" | "tool" | "installation";
  readonly content: string;
}

/** One side of a comparison: a compiled repository, or what is installed. Pure values. */
export interface CompiledRepository {
  /** What differs, or may differ, from the other side. */
  readonly sides: ReadonlyMap<string, CompiledSide>;
  /** Findings of all of its environments; null: none are known (an installation). */
  readonly findings: readonly Finding[] | null;
  readonly releases: ReadonlyMap<string, Release>;
  readonly rules: readonly RuleFile[];
  /** null: it cannot be read, or is not asked for. */
  readonly matrix: Matrix | null;
  /** Suppressions in what all environments share. */
  readonly silenced: readonly Silenced[];
  /** The state of a file, equal where its bytes are; null: nothing is known of it. */
  stateOf(file: string): string | null;
  /** A line of a file of it, for findings that stand in a properties file. */
  keyAt(file: string, line: number): string | null;
}
