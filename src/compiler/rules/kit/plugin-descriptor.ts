import {
  LOCK,
  PLUGIN,
  type PluginText,
  type Problem,
  type Severity,
  defineDiagnostic,
  name,
  placeOf,
  quotedName,
  lockRow,
  say,
  words,
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

function* idFault(plugin: PluginFile, id: PluginText | null, site: Site | null): Iterable<Problem> {
  const wanted = site && (site.connector.id ?? site.connector.folder);
  if (!wanted || id?.text === wanted.text) return;
  const related = [{ message: say`the id that the site names`, place: placeOf(wanted.span) }];
  const found = { seen: "id", path: plugin.path, id: id?.text ?? null, wanted: wanted.text } as const;
  yield pluginDescriptor.at(placeIn(plugin, id), found, { related });
}

function* checkPlugin(plugin: PluginFile, release: Release, site: Site | null): Iterable<Problem> {
  const { descriptor, problem } = plugin.parsed;
  if (!descriptor) {
    const found = { seen: "unreadable", path: plugin.path, why: problem.message } as const;
    yield pluginDescriptor.at(plugin.source.placeOf(problem.offset), found);
    return;
  }
  yield* idFault(plugin, descriptor.id, site);
  const folder = pluginFolder(release);
  // without a lock the files of the folder are unknown
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

/** Reports the site's id if several kits agree on another one: then the site is wrong. */
function* siteFault({ site, releases }: RepositoryView): Iterable<Problem> {
  const wanted = site && (site.connector.id ?? site.connector.folder);
  const ids = [...releases.values()].flatMap((release) => idOf(release) ?? []);
  const [id] = ids;
  if (!wanted || id === undefined || ids.length < 2 || id === wanted.text || ids.some((other) => other !== id)) return;
  const found = { seen: "site", id, wanted: wanted.text } as const;
  yield pluginDescriptor.at(placeOf(wanted.span), found, { pointer: wanted.pointer });
}

/** Relates findings to an edit of the file: a single error names what was edited; with several errors the file is a different one altogether. */
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
    if (plugin) yield* related(plugin, [...checkPlugin(plugin, release, ofSite.length > 0 ? null : view.site)]);
  }
}

type Args =
  /** A fault of a library or of the class loader in plugin.xml. */
  | { readonly seen: DescriptorFault["kind"]; readonly path: string; readonly what: string }
  /** The id of plugin.xml, and the one that the site names. */
  | { readonly seen: "id"; readonly path: string; readonly id: string | null; readonly wanted: string }
  /** The id of all kits, and the one that the site names. */
  | { readonly seen: "site"; readonly id: string; readonly wanted: string }
  | { readonly seen: "unreadable"; readonly path: string; readonly why: string };

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
        message: say`connector.id of site.yaml is ${quotedName(found.wanted)}, and every kit of this repository has ${quotedName(found.id)}`,
        notes: [say`a deploy replaces the plug-in of that id only, so the new one ${words(BESIDE)}`],
        help: say`write ${name(found.id)}`,
      };
    const path = name(found.path);
    switch (found.seen) {
      case "id":
        return {
          message: say`${path} ${found.id === null ? say`has no id` : say`has the id ${quotedName(found.id)}`}; site.yaml has ${quotedName(found.wanted)}`,
          notes: [say`a deploy replaces the plug-in of that id only, so this one ${words(BESIDE)}`],
          help: say`correct connector.id in site.yaml, or take the kit of the right plug-in`,
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
