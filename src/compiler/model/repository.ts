import type { Exceptions, Matrix } from "./matrix.ts";
import type { Release } from "./release.ts";
import type { Site } from "./site.ts";

/** Documents that are read once and used for every environment. */
export interface SharedModel {
  readonly site: Site | null;
  readonly matrix: Matrix | null;
  readonly exceptions: Exceptions | null;
  readonly releases: ReadonlyMap<string, Release>;
}
