/**
 * A change of the example repository (src/compiler/rules/example.ts): one replacement in a file, or a new content of the whole file. A test
 * applies the change and runs the whole check: the failing example of a rule raises that rule, those in `beside`, and nothing else.
 */
export interface Example {
  readonly file: string;
  /** The text in the example repository's file that is replaced once; absent to replace the whole file. */
  readonly replace?: string;
  readonly with: string | Uint8Array;
  /** The number of times that `with` is repeated, for a file too large to be shown. */
  readonly repeat?: number;
  /** True if the repository also has the federated sign-in of src/compiler/rules/sso/example-sign-in.ts, which raises no finding. */
  readonly signIn?: true;
  /** Further changes of the repository that the example needs. */
  readonly also?: readonly Example[];
  /** Ids of other rules that also report the failing example. */
  readonly beside?: readonly string[];
  /** The options of the check that the example's test runs, such as a date in place of the current one. */
  readonly options?: {
    readonly today?: string;
    readonly hosts?: string;
    readonly requireProof?: boolean;
    readonly withSecrets?: boolean;
    /** The programs that the example's test can start, with the output of each for each standard input. */
    readonly programs?: Readonly<Record<string, Readonly<Record<string, string>>>>;
    /** True if the test of the example also compares every kit with its kit.lock.yaml, as `kit verify` does; `check` never reads a kit. */
    readonly kit?: boolean;
    /** True if the example's test also commits the repository to git, and looks for recordings in git. */
    readonly git?: boolean;
    /** True if the test of the example also starts the probes, without any server that answers. */
    readonly probe?: boolean;
    /** True if the test of the example also checks a workstation that matches the example repository before the change. */
    readonly doctor?: boolean;
    /** True if the test of the example also adopts the workstations below ws/, as `adopt --from ws` does. */
    readonly adopt?: boolean;
  };
}
