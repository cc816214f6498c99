import type { Place } from "../../diagnostic/place.ts";

/*
 * What several rules see of one mistake (Problem.explains and Problem.follows): an address that was changed alone, or copied.
 */

const where = ({ file, line, column }: Place): string => `${file}:${line}:${column}`;

/** The files of an environment do not go, or are not proven to go, where it signs in. */
export const otherTier = (environment: string): string => `other tier of ${environment}`;

/** A host that `hosts` or `members` was to name and names in another form: nothing is known of it for that reason. */
export const meantHost = (environment: string, host: string): string => `declared host ${host} of ${environment}`;

/** An address that leads an environment to a tier that is not its own. */
export const addressAt = (place: Place): string => `address at ${where(place)}`;

/** An address of this environment that another one claims, too. */
export const sharedAt = (environment: string, place: Place): string => `shared by ${environment}: ${where(place)}`;
