import type { Place } from "../diagnostic/place.ts";

/** Answers to the question whether a host belongs to the sign-in tier. */
export type HostVerdictKind = "same" | "member" | "half-switch" | "not-proven";

/** The verdict on one file-transfer host: whether it belongs to the sign-in tier, with the evidence. */
export interface HostVerdict {
  readonly host: string;
  readonly role: "fileTransfer";
  readonly verdict: HostVerdictKind;
  readonly evidence: string;
  /** True if the evidence for the verdict is a measurement: the host's addresses in DNS. */
  readonly measured: boolean;
  readonly place: Place;
  readonly pointer: string;
}
