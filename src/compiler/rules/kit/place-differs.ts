import {
  type Problem,
  type Scalar,
  defineDiagnostic,
  name,
  placeOf,
  plainNameFault,
  quotedName,
  say,
  words,
  yamlScalar,
} from "../../../kernel/index.ts";
import { kitPath, pluginFolder, strayFolder } from "../../kit/places.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { Site } from "../../model/site.ts";
import type { RepositoryRule } from "../rule.ts";

const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const problem = (leaf: Scalar, found: Args): Problem => placeDiffers.at(placeOf(leaf.span), found, { pointer: leaf.pointer });

/**
 * Returns the path of a release's conf inside its plug-in folder; null if release.yaml does not state the path, or if kit.lock.yaml does
 * not list it, or if it is outside the plug-in folder.
 */
function lockedConf(release: Release): string | null {
  const path = kitPath(release, "conf");
  const folder = pluginFolder(release);
  if (path === null || folder === null || !release.lock?.files.some((file) => file.path === path)) return null;
  return folder === "" || path.startsWith(`${folder}/`) ? path.slice(folder === "" ? 0 : folder.length + 1) : null;
}

/** Returns the conf's name in the kits if all kits have the same one and `connector.conf` of site.yaml is another; otherwise null. */
function confOfKits({ site, releases }: RepositoryView): string | null {
  const confs = new Set([...releases.values()].flatMap((release) => lockedConf(release) ?? []));
  const [conf, another] = confs;
  const own = another === undefined ? /^conf\/([^/]+)\.properties$/.exec(conf ?? "")?.[1] : undefined;
  return own === undefined || own === site?.connector.conf.text ? null : own;
}

/** Reports `connector.conf` of site.yaml once if it differs from the conf's name in the kits. */
function* siteConf(view: RepositoryView): Iterable<Problem> {
  const own = confOfKits(view);
  const first = [...view.releases.values()].find((release) => lockedConf(release) !== null);
  const stated = first?.kit.get("conf");
  if (own === null || !view.site || !first || !stated) return;
  const { conf } = view.site.connector;
  const related = [{ message: say`the conf of the kit`, place: placeOf(stated.span) }];
  yield { ...problem(conf, { seen: "conf", stated: conf.text, release: first.name, path: stated.text, own }), related };
}

/** Reports kit.conf and kit.logger of release.yaml if they differ from the paths that follow from site.yaml. */
function* confProblems(release: Release, site: Site, folder: string, bySite: boolean): Iterable<Problem> {
  const prefix = folder === "" ? "" : `${folder}/`;
  const wanted = { conf: `conf/${site.connector.conf.text}.properties`, logger: "conf/logger.properties" };
  for (const field of ["conf", "logger"] as const) {
    const leaf = release.kit.get(field);
    if (!leaf || kitPath(release, field) === `${prefix}${wanted[field]}`) continue;
    if (bySite && field === "conf" && lockedConf(release) !== null) continue;
    const found = { seen: "read", field, stated: leaf.text, wanted: `${prefix}${wanted[field]}` } as const;
    yield problem(leaf, { ...found, conf: site.connector.conf.text });
  }
}

function* lockProblems(release: Release, site: Site, folder: string): Iterable<Problem> {
  const files = release.lock?.files ?? [];
  const prefix = folder === "" ? "" : `${folder}/`;
  const stated = release.kit.get("plugin");
  if (stated && !files.some(({ path }) => path === `${prefix}plugin.xml`))
    yield problem(stated, { seen: "no-plugin", stated: stated.text, release: release.name });
  const own = lastOf(folder);
  if (stated && own.includes(".") && own !== site.connector.folder.text)
    yield problem(site.connector.folder, {
      seen: "folder",
      stated: site.connector.folder.text,
      release: release.name,
      own,
    });
  const profile = release.kit.get("profile");
  const path = kitPath(release, "profile");
  if (profile && path !== null && !files.some((file) => file.path === path))
    yield problem(profile, { seen: "no-profile", stated: profile.text, release: release.name });
  else if (site.profile.file && path !== null && lastOf(path) !== site.profile.file.text)
    yield problem(site.profile.file, {
      seen: "profile",
      stated: site.profile.file.text,
      release: release.name,
      own: lastOf(path),
    });
}

const STREAM = "after a colon Windows has a stream of the file";

/** Reports files of the plug-in in kit.lock.yaml with names that Windows does not allow, or that differ only in case. */
function* nameProblems(release: Release, folder: string): Iterable<Problem> {
  const seen = new Map<string, string>();
  const prefix = folder === "" ? "" : `${folder}/`;
  for (const { path, span } of release.lock?.files ?? []) {
    if (!path.startsWith(prefix)) continue;
    const part = path.split("/").find((name) => plainNameFault(name) !== null);
    const twin = seen.get(path.toLowerCase());
    seen.set(path.toLowerCase(), path);
    const fault = part === undefined ? null : part.includes(":") ? STREAM : plainNameFault(part);
    if (part !== undefined && fault !== null) yield placeDiffers.at(placeOf(span), { seen: "name", path, part, fault });
    else if (twin !== undefined) yield placeDiffers.at(placeOf(span), { seen: "case", path, twin });
  }
}

function* check(view: RepositoryView): Iterable<Problem> {
  const { site, releases } = view;
  const ofSite = [...siteConf(view)];
  yield* ofSite;
  for (const release of releases.values()) {
    // without a lock there is nothing to compare with; kit/not-locked reports it
    if (!site || !release.lock?.files.length) continue;
    const folder = pluginFolder(release);
    if (folder === null) {
      yield placeDiffers.at(placeOf(release.release.span), { seen: "unstated", path: release.path });
      continue;
    }
    // with a wrong kit.plugin, every path inside the plug-in folder would be reported, too
    if (!strayFolder(release, folder)) yield* confProblems(release, site, folder, ofSite.length > 0);
    yield* lockProblems(release, site, folder);
    yield* nameProblems(release, folder);
  }
}

const RELEASE = "releases/2506/release.yaml";
const KIT = "kit: { plugin: plugin, profile: plugin/lib/PLM_Profile.mdzip }";

type Args =
  /** release.yaml states another path for kit.conf or kit.logger than the connector reads; `conf` is connector.conf of site.yaml. */
  | {
      readonly seen: "read";
      readonly field: "conf" | "logger";
      readonly stated: string;
      readonly wanted: string;
      readonly conf: string;
    }
  /** connector.conf of site.yaml (`stated`) differs from the conf of the kits: its path in `release`, and its name (`own`). */
  | { readonly seen: "conf"; readonly stated: string; readonly release: string; readonly path: string; readonly own: string }
  | { readonly seen: "no-plugin" | "no-profile"; readonly stated: string; readonly release: string }
  /** connector.folder or profile.file of site.yaml (`stated`) differs from the name in the kit (`own`). */
  | { readonly seen: "folder" | "profile"; readonly stated: string; readonly release: string; readonly own: string }
  /** Paths of the plug-in with a part that Windows does not allow, or that differ only in case. */
  | { readonly seen: "name"; readonly path: string; readonly part: string; readonly fault: string }
  | { readonly seen: "case"; readonly path: string; readonly twin: string }
  | { readonly seen: "unstated"; readonly path: string };

const NO_FILE = say`compare with the vendor's archive and import the kit again`;

const placeDiffers = defineDiagnostic({
  id: "kit/place-differs",
  severity: "error",
  title: "site.yaml or release.yaml names a place that the kit does not have",
  why: "A bundle takes the plug-in, conf and profile from these places. Where they differ from the kit's lock, the bundle is refused, or brings a file under a name that nothing reads.",
  remedy: "Spell the places as kit.lock.yaml does.",
  clauses: ["C6", "C8", "D2"],
  message: (found: Args) => {
    switch (found.seen) {
      case "read": {
        const site = say`connector.conf of site.yaml is ${quotedName(found.conf)}`;
        return {
          message: say`kit.${words(found.field)} is ${quotedName(found.stated)}, and the connector reads ${name(found.wanted)}`,
          notes: [
            ...(found.field === "conf" ? [site] : []),
            say`it is ambiguous which file the connector reads, so no bundle is built`,
          ],
          help: say`write ${words(found.field)}: ${name(yamlScalar(found.wanted))} below kit${found.field === "conf" ? say`, or import the kit that has it` : say``}`,
        };
      }
      case "conf":
        return {
          message: say`connector.conf is ${quotedName(found.stated)}, and the kit of release ${name(found.release)} has the conf ${quotedName(found.path)}`,
          notes: [say`it is ambiguous which file the connector reads, so no bundle is built`],
          help: say`write conf: ${name(yamlScalar(found.own))} below connector, or take the kit of the right plug-in`,
        };
      case "no-plugin":
        return {
          message: say`kit.plugin is ${quotedName(found.stated)}, and the lock of release ${name(found.release)} has no plugin.xml there`,
          notes: [say`the tool would not load what a bundle brings`],
          help: say`name the folder that holds plugin.xml, as kit.lock.yaml spells it`,
        };
      case "no-profile":
        return {
          message: say`kit.profile is ${quotedName(found.stated)}, and the lock of release ${name(found.release)} has no such file`,
          notes: [say`a bundle would bring no profile`],
          help: say`name the profile as kit.lock.yaml spells it`,
        };
      case "folder":
        return {
          message: say`connector.folder is ${quotedName(found.stated)}, and the kit of release ${name(found.release)} has its plug-in in ${quotedName(found.own)}`,
          notes: [say`a bundle would be installed next to the plug-in that it must replace`],
          help: say`write folder: ${name(yamlScalar(found.own))}, or take the kit of the right plug-in`,
        };
      case "profile":
        return {
          message: say`profile.file is ${quotedName(found.stated)}, and the profile of release ${name(found.release)} is ${quotedName(found.own)}`,
          notes: [say`it would be installed under a name that the tool does not look for`],
          help: say`write file: ${name(yamlScalar(found.own))}`,
        };
      case "name":
        return {
          message: say`${quotedName(found.path)} of the kit cannot be a file on Windows`,
          notes: [say`${quotedName(found.part)}: ${words(found.fault)}`, say`no bundle could be built of it`],
          help: NO_FILE,
        };
      case "case":
        return {
          message: say`${quotedName(found.path)} of the kit cannot be a file on Windows`,
          notes: [say`it and ${quotedName(found.twin)} differ only in case`, say`no bundle could be built of it`],
          help: NO_FILE,
        };
      case "unstated":
        return {
          message: say`${name(found.path)} does not name the plug-in folder of the kit`,
          notes: [say`its lock does not list exactly one plugin.xml`, say`no bundle can be built of it`],
          help: say`set \`kit.plugin\` to the folder that holds plugin.xml`,
        };
    }
  },
  fails: {
    file: RELEASE,
    replace: KIT,
    with: KIT.replace("plugin,", "plugin, conf: plugin/conf/other.properties,"),
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
});

export const rule: RepositoryRule = { ...placeDiffers, scope: "repository", check };
