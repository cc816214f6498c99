import {
  LOCK,
  PLUGIN,
  type PluginText,
  type Problem,
  type Scalar,
  type Severity,
  type Text,
  defineDiagnostic,
  name,
  placeOf,
  quotedName,
  lockRow,
  say,
  words,
  yamlScalar,
} from "../../../kernel/index.ts";
import { type DescriptorFault, filesBelow, descriptorFaults } from "../../kit/descriptor.ts";
import { pluginFolder, strayFolder } from "../../kit/places.ts";
import type { PluginFile } from "../../model/files.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { Site } from "../../model/site.ts";
import type { RepositoryRule } from "../rule.ts";

const placeIn = ({ source }: PluginFile, at: PluginText | null) => (at ? source.placeOf(at.start, at.end) : source.placeOf(0));

const SEVERITIES: Readonly<Record<DescriptorFault["kind"], Severity>> = {
  outside: "error",
  absent: "error",
  inert: "warning",
  unlisted: "info",
};

/** Returns the plug-in id that site.yaml names, with its field: connector.id or, if that is absent, connector.folder. */
const wantedOf = ({ connector }: Site): { readonly field: "id" | "folder"; readonly leaf: Scalar } =>
  connector.id ? { field: "id", leaf: connector.id } : { field: "folder", leaf: connector.folder };

/**
 * Reports a kit's plug-in id that differs from site.yaml's. The finding points to site.yaml, because people change site.yaml and never a
 * kit's text. If another kit has site.yaml's id, or this kit has no id, the finding points to this kit's plugin.xml.
 */
function* idFault(
  plugin: PluginFile,
  id: PluginText | null,
  release: Release,
  { site, releases }: RepositoryView,
): Iterable<Problem> {
  if (!site) return;
  const { field, leaf } = wantedOf(site);
  if (id?.text === leaf.text) return;
  const { path } = plugin;
  const isKitWrong = [...releases.values()].some((other) => idOf(other) === leaf.text);
  if (id && !isKitWrong) {
    const related = [{ message: say`the kit's id`, place: placeIn(plugin, id) }];
    const found = { seen: "site", field, id: id.text, wanted: leaf.text, path } as const;
    yield pluginDescriptor.at(placeOf(leaf.span), found, { pointer: leaf.pointer, related });
    return;
  }
  const related = [{ message: say`the id that the site names`, place: placeOf(leaf.span) }];
  const found = { seen: "id", field, path, id: id?.text ?? null, wanted: leaf.text, release: release.name } as const;
  yield pluginDescriptor.at(placeIn(plugin, id), found, { related });
}

/**
 * Reports the faults of the plugin.xml of a release.
 * @param isIdKnown True if a finding in site.yaml already reports the plug-in id of all kits.
 */
function* checkPlugin(plugin: PluginFile, release: Release, view: RepositoryView, isIdKnown: boolean): Iterable<Problem> {
  const { descriptor, problem } = plugin.parsed;
  if (!descriptor) {
    const found = { seen: "unreadable", path: plugin.path, why: problem.message } as const;
    yield pluginDescriptor.at(plugin.source.placeOf(problem.offset), found);
    return;
  }
  if (!isIdKnown) yield* idFault(plugin, descriptor.id, release, view);
  const folder = pluginFolder(release);
  // without kit.lock.yaml the files of the plug-in folder are unknown
  const paths =
    release.lock && folder !== null && !strayFolder(release, folder)
      ? filesBelow(
          folder,
          release.lock.files.map(({ path }) => path),
        )
      : null;
  for (const { kind, at, what } of descriptorFaults(descriptor, paths ?? [])) {
    if (paths === null && (kind === "absent" || kind === "unlisted")) continue;
    const found = { seen: kind, path: plugin.path, what };
    yield pluginDescriptor.at(placeIn(plugin, at), found, { severity: SEVERITIES[kind] });
  }
}

const idOf = ({ base }: Release): string | undefined => base.plugin?.parsed.descriptor?.id?.text;

/** Reports site.yaml's plug-in id if there are two or more kits and every one of them has the same other id. */
function* siteFault({ site, releases }: RepositoryView): Iterable<Problem> {
  if (!site) return;
  const { field, leaf } = wantedOf(site);
  const ids = [...releases.values()].flatMap((release) => idOf(release) ?? []);
  const [id] = ids;
  if (id === undefined || ids.length < 2 || id === leaf.text || ids.some((other) => other !== id)) return;
  const found = { seen: "site", field, id, wanted: leaf.text, path: null } as const;
  yield pluginDescriptor.at(placeOf(leaf.span), found, { pointer: leaf.pointer });
}

/**
 * Relates the findings on a plugin.xml to the finding kit/base-differs about the same file. A single error shows which value was edited, so
 * kit/base-differs follows from it. Several errors mean that plugin.xml is another file altogether, so they follow from kit/base-differs.
 */
function related(plugin: PluginFile, problems: readonly Problem[]): readonly Problem[] {
  const file = plugin.path;
  const only = problems.filter(({ severity = "error" }) => severity === "error").length === 1;
  return problems.map((problem) =>
    only && (problem.severity ?? "error") === "error"
      ? { ...problem, explains: [{ is: "text", file }], follows: [{ is: "release", file }] }
      : {
          ...problem,
          follows: [
            { is: "release", file },
            { is: "edit", file },
          ],
        },
  );
}

function* check(view: RepositoryView): Iterable<Problem> {
  const ofSite = [...siteFault(view)];
  yield* ofSite;
  for (const release of view.releases.values()) {
    const { plugin } = release.base;
    if (plugin) yield* related(plugin, [...checkPlugin(plugin, release, view, ofSite.length > 0)]);
  }
}

type Args =
  /** A fault of plugin.xml in its libraries or class loader. */
  | { readonly seen: DescriptorFault["kind"]; readonly path: string; readonly what: string }
  /** The id in plugin.xml differs from the one that site.yaml names, and plugin.xml is at fault. */
  | {
      readonly seen: "id";
      readonly field: "id" | "folder";
      readonly path: string;
      readonly id: string | null;
      readonly wanted: string;
      readonly release: string;
    }
  /** site.yaml's plug-in id (`wanted`) differs from that of one kit (`path`: its plugin.xml) or of all kits (`path` is null). */
  | {
      readonly seen: "site";
      readonly field: "id" | "folder";
      readonly id: string;
      readonly wanted: string;
      readonly path: string | null;
    }
  | { readonly seen: "unreadable"; readonly path: string; readonly why: string };

/** Returns the help: the line of site.yaml to change. The plug-in folder's name can differ from the id on purpose; then add `id`. */
function siteHelp(field: "id" | "folder", id: string, isOneKit: boolean): Text {
  const line = field === "id" ? say`write id: ${name(id)}` : say`write folder: ${name(id)}`;
  const added = field === "id" ? say`` : say`, or add id: ${name(id)} if the folder on workstations has another name`;
  return say`${line} below connector in site.yaml${added}${isOneKit ? say`; if this is the kit of another plug-in, import the right one` : say``}`;
}

const BESIDE = "would be installed next to the old one, and both would be loaded";

const pluginDescriptor = defineDiagnostic({
  id: "kit/plugin-descriptor",
  severity: "error",
  because: ["kit/base-differs", "kit/release-differs"],
  title: "plugin.xml does not fit the site or its neighbouring files",
  why: "The tool loads every folder with a plugin.xml, and only the libraries it lists. Another id means a second plug-in instead of a replaced one; a listed but absent jar fails only when a class of it is needed; LocalFirst without ownClassloader is declared but has no effect.",
  remedy: "Take the vendor's own archive. The id is connector.id of site.yaml, or connector.folder without one.",
  clauses: ["C6"],
  message: (found: Args) => {
    if (found.seen === "site")
      return {
        message: say`connector.${words(found.field)} of site.yaml is ${quotedName(found.wanted)}, and the plug-in has another id`,
        notes: [
          say`${found.path === null ? say`every kit of this repository` : name(found.path)} has the id ${quotedName(found.id)}`,
          say`a deploy replaces the plug-in of that id only, so the new one ${words(BESIDE)}`,
        ],
        help: siteHelp(found.field, yamlScalar(found.id), found.path !== null),
      };
    const path = name(found.path);
    switch (found.seen) {
      case "id":
        return {
          message: say`${path} ${found.id === null ? say`has no id` : say`has the id ${quotedName(found.id)}`}; connector.${words(found.field)} of site.yaml is ${quotedName(found.wanted)}`,
          notes: [say`a deploy replaces the plug-in of that id only, so this one ${words(BESIDE)}`],
          help: say`import the vendor's archive of that plug-in for release ${name(found.release)}; do not edit the kit: a bundle installs what was locked`,
        };
      case "unreadable":
        return {
          message: say`${path} cannot be read as a plug-in descriptor`,
          notes: [words(found.why), say`the tool would skip the whole plug-in`],
          help: say`restore it from the kit`,
        };
      case "outside":
        return {
          message: say`${path} lists the library ${quotedName(found.what)}, which is outside the plug-in folder`,
          notes: [say`the loaded library would depend on the machine`],
          help: say`ask the vendor for a kit with all libraries inside the plug-in folder`,
        };
      case "absent":
        return {
          message: say`${path} lists ${name(found.what)}, and the kit has no such file`,
          notes: [say`the tool would fail when it needs a class of it`],
          help: say`compare with the vendor's archive: the file was lost on the way, or the descriptor belongs to another release`,
        };
      case "inert":
        return {
          message: say`${path} declares class-lookup="${name(found.what)}" without ownClassloader="true"`,
          notes: [say`that has no effect, so the tool's own jars win over the plug-in's`],
          help: say`report it to the vendor; do not edit the kit: a bundle installs what was locked`,
        };
      case "unlisted":
        return {
          message: say`${path} does not list ${name(found.what)}, which is in the plug-in folder`,
          notes: [say`it is an extra file, and its effect is unknown`],
          help: say`nothing to do when the vendor's archive has it; else it is a left-over of another release`,
        };
    }
  },
  fails: { file: PLUGIN, replace: 'id="com.example.plm.connector"', with: 'id="com.example.plm.other"' },
  passes: [{ file: LOCK, replace: "files:\n", with: `files:\n${lockRow("plugin/readme.txt")}` }],
});

export const rule: RepositoryRule = { ...pluginDescriptor, scope: "repository", check };
