import type { Exceptions, Matrix } from "./matrix.ts";
import type { Release } from "./release.ts";
import type { Site } from "./site.ts";

/** The documents that all environments share, read once; a document that is missing or unusable is null. */
export interface SharedModel {
  readonly site: Site | null;
  readonly matrix: Matrix | null;
  readonly exceptions: Exceptions | null;
  readonly releases: ReadonlyMap<string, Release>;
}
