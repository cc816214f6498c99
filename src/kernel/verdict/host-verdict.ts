import type { Place } from "../diagnostic/place.ts";

/**
 * The kinds of verdicts on whether a file server belongs to the tier that users sign in to. "same": it has the sign-in host's name or
 * address; "member": `tier.members` or the tier itself names it; "half-switch": it seems to belong to another tier; "not-proven": no
 * evidence.
 */
export type HostVerdictKind = "same" | "member" | "half-switch" | "not-proven";

/** The verdict on one file-transfer host: whether it belongs to the tier that users sign in to, with the evidence. */
export interface HostVerdict {
  readonly host: string;
  readonly role: "fileTransfer";
  readonly verdict: HostVerdictKind;
  readonly evidence: string;
  /** True if the evidence is the host's own name, DNS or a probe; false if it is only a declaration, a hosts file or missing. */
  readonly measured: boolean;
  readonly place: Place;
  readonly pointer: string;
}
