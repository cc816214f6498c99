import type { Fact, SecretFact } from "../../compiler/index.ts";

/** What is compared: three files by their names, and the properties that the deployment tool writes. */
export const SERVER_FILES = ["login.xml", "identity.xml", "federation.properties"] as const;
export type ServerFile = (typeof SERVER_FILES)[number];

/**
 * `missing`: it is not there. `twice`: it stands there more than once. `form`: it is there in a form that gives no one value.
 * `not-compared`: a secret that one side does not give, or a value that is not known here.
 */
export type Outcome = "equal" | "differs" | "missing" | "twice" | "form" | "not-compared";

/** A place in a deployed file. */
export interface DeployedAt {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A value as it was found; null: there is none, or not in a form that gives one. */
export interface Found {
  readonly name: string;
  readonly value: string | null;
  readonly at: DeployedAt;
}

/** What a name is to say. `none`: not known here, and why. */
export type Target = Fact | SecretFact | { readonly none: string; readonly secret: boolean };

export interface Expected {
  readonly name: string;
  readonly target: Target;
  /** False: where the file does not have it, that is right. */
  readonly needed: boolean;
}

/** One name, compared. No value of a secret is in it. */
export interface ComparedField {
  readonly name: string;
  readonly outcome: Outcome;
  readonly secret: boolean;
  readonly expected: string | null;
  readonly deployed: string | null;
  readonly at: DeployedAt | null;
  /** Where the expected value is said; null: it is a default. */
  readonly from: { readonly file: string; readonly line: number } | null;
  /** What is to be said of it; the name is the subject. */
  readonly says: string;
}

/** `unknown`: nothing is compiled to compare it with. `absent`: there is none, and that says nothing. */
export type FileState = "read" | "missing" | "ambiguous" | "unreadable" | "unknown" | "absent";

export interface ComparedFile {
  readonly name: string;
  readonly state: FileState;
  /** Where it was found. */
  readonly paths: readonly string[];
  /** null: nothing beside its fields. */
  readonly says: string | null;
  readonly fields: readonly ComparedField[];
}

/** Whether a deployed text is the value of a secret, or why that is not known. */
export type SecretAnswer = { readonly same: boolean } | { readonly why: string };
export type OpenSecret = (fact: SecretFact, deployed: string) => Promise<SecretAnswer>;

/** True where something is wrong, or could not be seen although nothing secret is in it. */
export const isWrong = ({ outcome, secret }: ComparedField): boolean =>
  outcome !== "equal" && !(outcome === "not-compared" && secret);

export const isFileWrong = ({ state, fields }: ComparedFile): boolean =>
  (state !== "read" && state !== "absent") || fields.some(isWrong);
