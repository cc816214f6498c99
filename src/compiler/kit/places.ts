import type { FileRole } from "../model/files.ts";
import { resolveFrom } from "../../kernel/index.ts";
import type { Release } from "../model/release.ts";

/** The files of base/, each with the field below `kit` in release.yaml that states its path in the kit (for plugin.xml its folder). */
export const BASE_OF_KIT = [
  { base: "connector.properties", field: "conf" },
  { base: "logger.properties", field: "logger" },
  { base: "client.properties", field: "client" },
  { base: "log4j2.xml", field: "log4j2" },
  { base: "plugin.xml", field: "plugin" },
] as const;

export type KitField = "root" | "plugin" | "conf" | "logger" | "profile" | "client" | "log4j2" | "mapping";

const inside = (written: string): string | null => resolveFrom("x", written);

/**
 * Returns the path in a field below `kit` in release.yaml as kit.lock.yaml spells it (with '/', relative to the kit). Returns null if the
 * field is not stated, or if the path leads out of the kit.
 */
export function kitPath(release: Pick<Release, "kit">, field: KitField): string | null {
  const written = release.kit.get(field)?.text;
  return written === undefined ? null : inside(written);
}

/** Returns the folder of the kit, relative to the repository; null if release.yaml names one outside of it. */
export function kitFolder(release: Pick<Release, "kit" | "path">): string | null {
  return resolveFrom(release.path, release.kit.get("root")?.text ?? "kit");
}

/**
 * Returns the path of the plug-in folder inside the kit without a trailing slash; "" is the kit itself. Without `kit.plugin` in
 * release.yaml it is the folder of the only plugin.xml in kit.lock.yaml; null if there are several or none.
 */
export function pluginFolder(release: Pick<Release, "kit" | "lock">): string | null {
  const stated = kitPath(release, "plugin");
  if (stated !== null) return stated;
  const descriptors = (release.lock?.files ?? []).filter(({ path }) => /(^|\/)plugin\.xml$/i.test(path));
  const only = descriptors.length === 1 ? descriptors[0] : undefined;
  return only ? only.path.slice(0, -"/plugin.xml".length) : null;
}

/** Returns the path, inside the kit, of the file of which a base file is a copy; null if it is not known. */
export function kitPathOfBase(release: Pick<Release, "kit" | "lock">, base: (typeof BASE_OF_KIT)[number]): string | null {
  if (base.field !== "plugin") return kitPath(release, base.field);
  const folder = pluginFolder(release);
  return folder === null ? null : folder === "" ? "plugin.xml" : `${folder}/plugin.xml`;
}

/** Returns the bytes of a base file as they were read with the release; null if base/ lacks the file. */
export function baseBytes({ base }: Pick<Release, "base">, name: (typeof BASE_OF_KIT)[number]["base"]): Uint8Array | null {
  if (name === "log4j2.xml") return base.log4j2?.bytes ?? null;
  if (name === "plugin.xml") return base.plugin?.bytes ?? null;
  return base[name.slice(0, -".properties".length) as FileRole]?.bytes ?? null;
}

/** Returns true if release.yaml states `kit.plugin` and kit.lock.yaml lists no plugin.xml in that folder. */
export function strayFolder(release: Pick<Release, "kit" | "lock">, folder: string): boolean {
  const prefix = folder === "" ? "" : `${folder}/`;
  return release.kit.has("plugin") && !release.lock?.files.some(({ path }) => path === `${prefix}plugin.xml`);
}
