import type { Text } from "../diagnostic/text.ts";

/** The one sign-in of a run that ended well. */
export interface SignedIn {
  readonly kind: "signed-in";
}

/** The one sign-in of a run that did not: nothing that needs it is asked, and it is not tried again. */
export interface NotSignedIn {
  readonly kind: "not-signed-in";
  /** Why, in a sentence that begins with a small letter. */
  readonly says: Text;
  /** The tier was not reached. */
  readonly unreachable: boolean;
}

export type Session = SignedIn | NotSignedIn;
