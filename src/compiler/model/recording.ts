/**
 * A recording is an environment that is derived from another one to record what a workstation sends: its addresses lead through a relay. It
 * lies beside that one on a single machine, git ignores it, and no command takes it up unless it is named (docs/formats.md#recordings).
 */
const SUFFIX = ".recording";

/** Names have no case here: what is called nearly so is nobody's environment either. */
export const isRecordingName = (name: string): boolean => name.toLowerCase().endsWith(SUFFIX);

/** What the recording of an environment is called. */
export const recordingName = (environment: string): string => `${environment}${SUFFIX}`;

/** What people read of it: its description. */
export const recordingTitle = (environment: string): string => `${environment} (recording)`;
