import { withoutTrailing } from "../../kernel/index.ts";
import { type CompiledEnvironment, type KnownProfile, clientLog4j2, installFolder } from "../../compiler/index.ts";
import type { BundleManifest } from "../bundle/manifest.ts";
import { ordinal } from "../bundle/tree.ts";

const join = (folder: string, name: string): string => `${withoutTrailing(folder, "\\/")}\\${name}`;

/** The folder of Windows' public user. A profile (.mdzip) in its Documents is a stale copy that the modeling tool still offers. */
const PUBLIC = /^[A-Za-z]:[\\/]+Users[\\/]+Public[\\/]*$/i;

/**
 * Returns size and digest of each profile once, although several releases can have it, sorted by digest so that the order of releases does
 * not matter.
 */
function differentProfiles(known: readonly KnownProfile[]): NonNullable<BundleManifest["paths"]["knownProfiles"]> {
  const byDigest = new Map(known.map(({ size, sha256 }) => [sha256, { size, sha256 }]));
  return [...byDigest.values()].sort((a, b) => ordinal(a.sha256, b.sha256));
}

/**
 * Returns the Windows paths of a manifest from site.yaml (requirements C8, D6). `strays` are places where a profile that was copied by hand
 * becomes stale: the plug-in root, and the public user's Documents.
 * @param profile the file name of the bundle's profile (.mdzip); null without one
 * @param known the profiles of all releases of the repository
 */
export function windowsPaths(
  compiled: CompiledEnvironment,
  profile: string | null,
  known: readonly KnownProfile[],
): BundleManifest["paths"] {
  const { site, release } = compiled;
  const plugins = "{install}\\plugins";
  const copies = profile === null ? [] : site.profile.copies.map((copy) => copy.text);
  const profiles = profile === null ? [] : copies.map((folder) => join(folder, profile));
  const taken = new Set(profiles.map((path) => path.toLowerCase()));
  const strays =
    profile === null
      ? []
      : [
          join(plugins, profile),
          ...copies.filter((copy) => PUBLIC.test(copy)).map((copy) => join(join(copy, "Documents"), profile)),
        ];
  return {
    install: installFolder(compiled),
    client: site.client.file.text,
    log4j2: release?.base.log4j2 ? clientLog4j2(compiled) : null,
    profile,
    profiles,
    roots: [plugins, ...site.tool.pluginRoots.map((root) => root.text)],
    strays: strays.filter((path) => !taken.has(path.toLowerCase())),
    ...(profile === null ? {} : { knownProfiles: differentProfiles(known) }),
  };
}
