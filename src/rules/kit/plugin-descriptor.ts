import type { Problem, Severity } from "../../diagnostic/finding.ts";
import type { PluginText } from "../../formats/plugin/descriptor.ts";
import { type DescriptorFault, below, descriptorFaults } from "../../kit/descriptor.ts";
import { pluginFolder, strayFolder } from "../../kit/places.ts";
import type { PluginFile } from "../../model/files.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import type { Site } from "../../model/site.ts";
import { placeOf } from "../../source/tree.ts";
import type { RepositoryRule } from "../rule.ts";
import { LOCK, PLUGIN, row } from "./example-kit.ts";

const placeIn = ({ source }: PluginFile, at: PluginText | null) => (at ? source.placeOf(at.start, at.end) : source.placeOf(0));

const WORDS: Readonly<
  Record<DescriptorFault["kind"], { readonly severity: Severity; say(what: string): string; readonly help: string }>
> = {
  outside: {
    severity: "error",
    say: (what) =>
      `lists the library '${what}', which leads out of the plug-in folder: what is loaded would depend on the machine`,
    help: "ask the vendor for a kit whose libraries lie in the plug-in folder",
  },
  absent: {
    severity: "error",
    say: (what) => `lists ${what}, and the kit has no such file: classes of it are not found when the tool needs them`,
    help: "compare with the vendor's archive: the file was lost on the way, or the descriptor belongs to another release",
  },
  inert: {
    severity: "warning",
    say: (what) =>
      `declares class-lookup="${what}" without ownClassloader="true": that has no effect, so the tool's own jars win over the plug-in's`,
    help: "report it to the vendor; do not edit the kit: a bundle installs what was locked",
  },
  unlisted: {
    severity: "info",
    say: (what) => `does not list ${what}, which lies in the plug-in folder: extra, its effect is unknown`,
    help: "nothing to do when the vendor's archive has it; else it is a left-over of another release",
  },
};

function* idFault(plugin: PluginFile, id: PluginText | null, site: Site | null): Iterable<Problem> {
  const wanted = site && (site.connector.id ?? site.connector.folder);
  if (!wanted || id?.text === wanted.text) return;
  yield {
    at: placeIn(plugin, id),
    message: `${plugin.path} ${id ? `has the id '${id.text}'` : "has no id"}, and site.yaml says '${wanted.text}': a deploy replaces the plug-in of that id only, so this one would lie beside the installed one and both would be loaded`,
    help: "correct connector.id in site.yaml, or take the kit of the right plug-in",
    related: [{ message: "the id that the site names", place: placeOf(wanted.span) }],
  };
}

function* checkPlugin(plugin: PluginFile, release: Release, site: Site | null): Iterable<Problem> {
  const { descriptor, problem } = plugin.parsed;
  if (!descriptor) {
    yield {
      at: plugin.source.placeOf(problem.offset),
      message: `${plugin.path} cannot be read as a plug-in descriptor: ${problem.message}. The tool would skip the whole plug-in`,
      help: "restore it from the kit",
    };
    return;
  }
  yield* idFault(plugin, descriptor.id, site);
  const folder = pluginFolder(release);
  // without a lock nobody knows which files the folder has
  const paths =
    release.lock && folder !== null && !strayFolder(release, folder)
      ? below(
          folder,
          release.lock.files.map(({ path }) => path),
        )
      : null;
  for (const { kind, at, what } of descriptorFaults(descriptor, paths ?? [])) {
    if (paths === null && (kind === "absent" || kind === "unlisted")) continue;
    const { severity, say, help } = WORDS[kind];
    yield { at: placeIn(plugin, at), severity, message: `${plugin.path} ${say(what)}`, help };
  }
}

const idOf = ({ base }: Release): string | undefined => base.plugin?.parsed.descriptor?.id?.text;

/** Where several kits agree on an id and the site names another, it is the site that is wrong. */
function* siteFault({ site, releases }: RepositoryView): Iterable<Problem> {
  const wanted = site && (site.connector.id ?? site.connector.folder);
  const ids = [...releases.values()].flatMap((release) => idOf(release) ?? []);
  const [id] = ids;
  if (!wanted || id === undefined || ids.length < 2 || id === wanted.text || ids.some((other) => other !== id)) return;
  yield {
    at: placeOf(wanted.span),
    pointer: wanted.pointer,
    message: `site.yaml says that the plug-in's id is '${wanted.text}', and every kit of this repository has '${id}': a deploy replaces the plug-in of that id only, so the new one would lie beside the installed one and both would be loaded`,
    help: `write ${id}`,
  };
}

function* check(view: RepositoryView): Iterable<Problem> {
  const ofSite = [...siteFault(view)];
  yield* ofSite;
  for (const release of view.releases.values()) {
    if (release.base.plugin) yield* checkPlugin(release.base.plugin, release, ofSite.length > 0 ? null : view.site);
  }
}

export const rule: RepositoryRule = {
  scope: "repository",
  id: "kit/plugin-descriptor",
  severity: "error",
  title: "plugin.xml does not fit the site or the files beside it",
  why: "The tool loads every folder that has a plugin.xml and only the libraries that it lists. Another id means a second plug-in instead of a replaced one; a listed jar that is absent fails only when a class of it is needed; LocalFirst without ownClassloader is declared but inert.",
  remedy: "Take the vendor's own archive. The id is connector.id of site.yaml, or connector.folder where that is left out.",
  clauses: ["C6"],
  fails: { file: PLUGIN, replace: 'id="com.example.plm.connector"', with: 'id="com.example.plm.other"' },
  passes: [{ file: LOCK, replace: "files:\n", with: `files:\n${row("plugin/readme.txt")}` }],
  check,
};
