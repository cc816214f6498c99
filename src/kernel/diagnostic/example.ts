/**
 * A change of the example repository (src/compiler/rules/example.ts): one file, one replacement or its whole content.
 * The executed test applies it and runs the whole check: a failing example raises its rule, what `beside` names, and nothing else.
 */
export interface Example {
  readonly file: string;
  /** Text of the example repository's file that is replaced, once. Leave out to write the whole file. */
  readonly replace?: string;
  readonly with: string | Uint8Array;
  /** Writes the content this many times over: for a file that is too large to be shown. */
  readonly repeat?: number;
  /** With the federated sign-in of src/compiler/rules/sso/example-sign-in.ts in the repository: one that raises no finding. */
  readonly signIn?: true;
  /** Further changes that the example needs. */
  readonly also?: readonly Example[];
  /** Other rules that a failing example raises, because the change is a mistake in their eyes, too. */
  readonly beside?: readonly string[];
  /** Options of the run: a hosts file, the day, proof required. */
  readonly options?: {
    readonly today?: string;
    readonly hosts?: string;
    readonly requireProof?: boolean;
    readonly withSecrets?: boolean;
    /** Programs that the run may start, and what each prints for what it is given on its standard input. */
    readonly programs?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    /** Also compare every kit with its lock, as `kit verify` does; `check` never looks at a kit. */
    readonly kit?: boolean;
    /** Also put all of it into git, and ask git for recordings. */
    readonly git?: boolean;
    /** Also run the probes, with nobody to answer them. */
    readonly probe?: boolean;
    /** Also look at a workstation that is as the example repository says before the change. */
    readonly doctor?: boolean;
    /** Also adopt the workstations below ws/, as `adopt --from ws` does. */
    readonly adopt?: boolean;
  };
}
