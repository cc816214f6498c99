/**
 * Suffix of a recording's name. A recording is an environment whose addresses lead through a relay, so that the traffic of a workstation is
 * recorded. Its folder is beside that of its original environment, on one machine only: git ignores it, and commands use it only if they
 * are given its name (docs/formats.md#recordings).
 */
const SUFFIX = ".recording";

/**
 * Returns true for the name of a recording. The comparison ignores case, so that no environment can have a name that differs from a
 * recording's only in case.
 */
export const isRecordingName = (name: string): boolean => name.toLowerCase().endsWith(SUFFIX);

/** Returns the name of an environment's recording. */
export const recordingName = (environment: string): string => `${environment}${SUFFIX}`;

/** Returns the name of the environment from which a recording is derived; any other name unchanged. */
export const recordedEnvironment = (name: string): string => (isRecordingName(name) ? name.slice(0, -SUFFIX.length) : name);

/** Returns the title of an environment's recording, for texts that people read. */
export const recordingTitle = (environment: string): string => `${environment} (recording)`;
