import { at, pointerOf } from "../../kernel/index.ts";
import type { LoadedEnvironment } from "../load/environment.ts";
import type { VendorValue } from "../kit/vendor.ts";
import type { Release } from "../model/release.ts";
import { type Site, importWorkingDirKey } from "../model/site.ts";
import { decide } from "../compile/decide.ts";

/** A look-up of the environments that keep one of the vendor's values (`VendorValue`) from the kit's conf. */
export interface Undecided {
  /**
   * Returns the environments of the release that keep the kit's value of a key; an empty list if the release has no environment, but a new
   * one would keep the value. Returns null if no environment keeps the value, so that there is nothing to report.
   */
  of(value: VendorValue): readonly string[] | null;
}

/** Returns true if `defaults` in site.yaml override a key for every future environment. */
function isInDefaults({ defaults }: Site, { field, key }: VendorValue): boolean {
  const pointer = `/${field.replaceAll(".", "/")}`;
  const found = at(defaults ?? undefined, field === "workstation.set.connector" ? pointerOf(pointer, key) : pointer);
  return found !== undefined || at(defaults ?? undefined, pointerOf("/workstation/set/connector", key)) !== undefined;
}

/**
 * Finds the vendor's values that are still in the conf of a release. A key that a write of the release decides is no such value, because
 * every environment must state its field. Any other key is looked up in the environments of the release; for a release without
 * environments, in `defaults` of site.yaml.
 */
export function undecidedOf(release: Release, site: Site | null, environments: readonly LoadedEnvironment[]): Undecided {
  const written = new Set(release.writes.flatMap(({ file, key }) => (file === "connector" ? [key] : [])));
  const users = environments.flatMap(({ name, environment, carryFrom }) =>
    site && environment?.connector.text === release.name
      ? [{ name, keys: decide(environment, site, release, carryFrom).files.connector?.keys }]
      : [],
  );
  const importing = site && importWorkingDirKey(site, release);
  return {
    of(value) {
      if (written.has(value.key)) return null;
      // this key is the import folder of a modeling tool that the site does not use: no tool of the site reads the key, and no field
      // decides it
      if (importing !== null && value.field === "workstation.importWorkingDir" && value.key !== importing) return null;
      if (users.length === 0) return site && isInDefaults(site, value) ? null : [];
      const open = users.filter(({ keys }) => keys?.get(value.key)?.decision.layer === "kit");
      return open.length === 0 ? null : open.map(({ name }) => name);
    },
  };
}
