import type { Problem } from "../../diagnostic/finding.ts";
import { kitPath, pluginFolder, strayFolder } from "../../kit/places.ts";
import { plainNameFault } from "../../model/paths.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { Site } from "../../model/site.ts";
import { type Scalar, placeOf } from "../../source/tree.ts";
import type { RepositoryRule } from "../rule.ts";

const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function problem(leaf: Scalar, message: string, help: string): Problem {
  return { at: placeOf(leaf.span), pointer: leaf.pointer, message, help };
}

/** True when several kits agree on another conf than site.yaml: then it is the site that is wrong. */
function siteNamesAnother({ site, releases }: RepositoryView): boolean {
  const stated = [...releases.values()].flatMap((release) => {
    const path = kitPath(release, "conf");
    return path !== null && release.lock?.files.some((file) => file.path === path) ? [lastOf(path)] : [];
  });
  const own = site && `${site.connector.conf.text}.properties`;
  return stated.length > 1 && stated.every((name) => name === stated[0] && name !== own);
}

/** conf and logger as release.yaml states them against the names that site.yaml makes. */
function* confProblems(release: Release, site: Site, folder: string, bySite: boolean): Iterable<Problem> {
  const prefix = folder === "" ? "" : `${folder}/`;
  const wanted = { conf: `conf/${site.connector.conf.text}.properties`, logger: "conf/logger.properties" };
  for (const field of ["conf", "logger"] as const) {
    const leaf = release.kit.get(field);
    if (!leaf || kitPath(release, field) === `${prefix}${wanted[field]}`) continue;
    yield problem(
      bySite && field === "conf" ? site.connector.conf : leaf,
      `kit.${field} is '${leaf.text}', and the connector reads ${prefix}${wanted[field]}${field === "conf" ? ` (connector.conf of site.yaml is '${site.connector.conf.text}')` : ""}: which of the two the connector reads is not certain, so no bundle is built`,
      field === "conf"
        ? "name the file in connector.conf of site.yaml, without .properties"
        : `write kit.logger: ${prefix}${wanted.logger}`,
    );
  }
}

function* lockProblems(release: Release, site: Site, folder: string): Iterable<Problem> {
  const files = release.lock?.files ?? [];
  const prefix = folder === "" ? "" : `${folder}/`;
  const stated = release.kit.get("plugin");
  if (stated && !files.some(({ path }) => path === `${prefix}plugin.xml`))
    yield problem(
      stated,
      `kit.plugin is '${stated.text}', and the lock of release ${release.name} has no plugin.xml there: the tool would not load what a bundle brings`,
      "name the folder that holds plugin.xml, as kit.lock.yaml spells it",
    );
  const own = lastOf(folder);
  if (stated && own.includes(".") && own !== site.connector.folder.text)
    yield problem(
      site.connector.folder,
      `connector.folder is '${site.connector.folder.text}', and the kit of release ${release.name} has its plug-in in '${own}': a bundle would be installed beside the plug-in that it is to replace`,
      `write folder: ${own}, or take the kit of the right plug-in`,
    );
  const profile = release.kit.get("profile");
  const path = kitPath(release, "profile");
  if (profile && path !== null && !files.some((file) => file.path === path))
    yield problem(
      profile,
      `kit.profile is '${profile.text}', and the lock of release ${release.name} has no such file: a bundle would bring no profile`,
      "name the profile as kit.lock.yaml spells it",
    );
  else if (site.profile.file && path !== null && lastOf(path) !== site.profile.file.text)
    yield problem(
      site.profile.file,
      `profile.file is '${site.profile.file.text}', and the profile of release ${release.name} is '${lastOf(path)}': it would be installed under a name that the tool does not look for`,
      `write file: ${lastOf(path)}`,
    );
}

/** Names of the locked plug-in that Windows cannot have, or would take for one. */
function* nameProblems(release: Release, folder: string): Iterable<Problem> {
  const seen = new Map<string, string>();
  const prefix = folder === "" ? "" : `${folder}/`;
  for (const { path, span } of release.lock?.files ?? []) {
    if (!path.startsWith(prefix)) continue;
    const part = path.split("/").find((name) => plainNameFault(name) !== null);
    const twin = seen.get(path.toLowerCase());
    seen.set(path.toLowerCase(), path);
    const fault =
      part !== undefined
        ? `'${part}': ${part.includes(":") ? "behind a colon Windows has a stream of the file" : plainNameFault(part)}`
        : twin !== undefined
          ? `it and '${twin}' differ only in case`
          : null;
    if (fault !== null)
      yield {
        at: placeOf(span),
        message: `'${path}' of the kit cannot be a file on Windows: ${fault}; no bundle could be built of it`,
        help: "compare with the vendor's archive and import the kit again",
      };
  }
}

function* check(view: RepositoryView): Iterable<Problem> {
  const { site, releases } = view;
  const bySite = siteNamesAnother(view);
  for (const release of releases.values()) {
    // without a lock there is nothing to compare with, and kit/not-locked says so
    if (!site || !release.lock?.files.length) continue;
    const folder = pluginFolder(release);
    if (folder === null) {
      yield {
        at: placeOf(release.release.span),
        message: `${release.path} does not say where the plug-in folder lies in the kit, and its lock has not exactly one plugin.xml: no bundle can be built of it`,
        help: "write kit: { plugin: FOLDER }, the folder that holds plugin.xml",
      };
      continue;
    }
    // measured from a wrong folder everything else would be wrong
    if (!strayFolder(release, folder)) yield* confProblems(release, site, folder, bySite);
    yield* lockProblems(release, site, folder);
    yield* nameProblems(release, folder);
  }
}

const RELEASE = "releases/2506/release.yaml";
const KIT = "kit: { plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip }";

export const rule: RepositoryRule = {
  scope: "repository",
  id: "kit/place-differs",
  severity: "error",
  title: "site.yaml or release.yaml names another place than the kit has",
  why: "A bundle takes the plug-in, its conf and the profile from the places that release.yaml and site.yaml name, and the kit's lock says what lies there. Where they differ, the bundle is refused, or brings a file under a name that nothing reads.",
  remedy: "Spell the places as kit.lock.yaml does.",
  clauses: ["C6", "C8", "D2"],
  fails: {
    file: RELEASE,
    replace: KIT,
    with: "kit: { plugin: plugin, conf: plugin/conf/other.properties }",
    beside: ["kit/not-locked"],
  },
  passes: [
    { file: RELEASE, replace: KIT, with: KIT.replace("plugin,", "plugin, conf: plugin/conf/connector.properties,") },
    {
      file: "environments/site.yaml",
      replace: "client: {",
      with: "profile: { file: PLM_Profile.mdzip, copies: ['{install}\\profiles', 'C:\\Users\\Public'] }\nclient: {",
    },
  ],
  check,
};
