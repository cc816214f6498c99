import type { Fact, SecretFact } from "../../compiler/index.ts";

/**
 * The names of the security services' files to compare. The sso.tcSSO* properties of the deployment tool are compared in addition, in any
 * file.
 */
export const SERVER_FILES = ["login.xml", "identity.xml", "federation.properties"] as const;
export type ServerFile = (typeof SERVER_FILES)[number];

/**
 * The result of comparing one key (a property or XML parameter) of a deployed file. `missing`: the file does not have the key. `twice`: the
 * file has the key more than once. `form`: the form in the file gives no single value. `not-compared`: the expected value is unknown, or,
 * for a secret, the deployed value.
 */
export type Outcome = "equal" | "differs" | "missing" | "twice" | "form" | "not-compared";

/** A place in a deployed file; lines and columns are counted from 1. */
export interface DeployedAt {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A key (a property or XML parameter) of a deployed file with its value; null if the form in the file gives no single value. */
export interface Found {
  readonly name: string;
  readonly value: string | null;
  readonly at: DeployedAt;
}

/** The expected value of a key (a property or XML parameter) in a deployed file, or in `none` the reason why it is not known. */
export type Target = Fact | SecretFact | { readonly none: string; readonly secret: boolean };

export interface Expected {
  readonly name: string;
  readonly target: Target;
  /** False if a deployed file without the expected key is correct. */
  readonly needed: boolean;
}

/** The comparison of one key (a property or XML parameter) of a deployed file. Contains no value of a secret. */
export interface ComparedField {
  readonly name: string;
  readonly outcome: Outcome;
  readonly secret: boolean;
  readonly expected: string | null;
  readonly deployed: string | null;
  readonly at: DeployedAt | null;
  /** The place in the repository that sets the expected value; null if the value is a default or unknown. */
  readonly from: { readonly file: string; readonly line: number } | null;
  /** The result for a deployed value, as a sentence without its subject, which is the value's key: 'is equal'. */
  readonly says: string;
}

/**
 * The state of a deployed file. `ambiguous`: several files have its name. `unknown`: nothing is compiled to compare it with. `absent`: no
 * file has sso.tcSSO* properties of the deployment tool, which proves nothing.
 */
export type FileState = "read" | "missing" | "ambiguous" | "unreadable" | "unknown" | "absent";

export interface ComparedFile {
  readonly name: string;
  readonly state: FileState;
  /** The paths at which deployed files of this name were found. */
  readonly paths: readonly string[];
  /** A remark about a deployed file as a whole, such as its encoding; null if there is none. */
  readonly says: string | null;
  readonly fields: readonly ComparedField[];
}

/** The answer to whether a deployed text is the expected secret, or the reason why that is unknown. */
export type SecretAnswer = { readonly same: boolean } | { readonly why: string };
export type OpenSecret = (fact: SecretFact, deployed: string) => Promise<SecretAnswer>;

/**
 * Returns whether a deployed value is wrong: it is missing, differs from the expected one, or could not be compared; a secret that was not
 * compared is not wrong.
 */
export const isWrong = ({ outcome, secret }: ComparedField): boolean =>
  outcome !== "equal" && !(outcome === "not-compared" && secret);

export const isFileWrong = ({ state, fields }: ComparedFile): boolean =>
  (state !== "read" && state !== "absent") || fields.some(isWrong);
