import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { type Place, writeOf, writesOf } from "../../../kernel/index.ts";
import type { FileRole } from "../../model/files.ts";
import type { Release } from "../../model/release.ts";

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

/** An address that is not one: what cannot be read cannot be compared. */
export const unreadableAt = (place: Place): string => `unreadable address at ${where(place)}`;

/** An address of this environment that another one claims, too. */
export const sharedAt = (environment: string, place: Place): string => `shared by ${environment}: ${where(place)}`;

/** What an address rests on that a release's table, or its files, decide: nobody of the environment wrote it (Problem.restsOn). */
export function inTable(
  { release }: Pick<CompiledEnvironment, "release">,
  write: { readonly file: FileRole; readonly key: string },
  layer: string,
  place: Place | null,
): readonly string[] {
  if (!release) return [];
  return [...(layer === "write" ? [writeOf(release.name, write)] : []), ...ofRelease(release, place)];
}

/** The same of what stands in a file of the release. */
export const ofRelease = (release: Release | null, place: Place | null): readonly string[] =>
  release && place?.file.startsWith(release.path.slice(0, release.path.lastIndexOf("/") + 1)) ? [writesOf(release.name)] : [];
