import type { Place } from "../diagnostic/place.ts";

/** Kinds of answer to whether a host belongs to the sign-in tier. */
export type HostVerdictKind = "same" | "member" | "half-switch" | "not-proven";

/** One file-transfer host judged against the sign-in tier, with its evidence. */
export interface HostVerdict {
  readonly host: string;
  readonly role: "fileTransfer";
  readonly verdict: HostVerdictKind;
  readonly evidence: string;
  /** True when a measurement (DNS) says so. */
  readonly measured: boolean;
  readonly place: Place;
  readonly pointer: string;
}
