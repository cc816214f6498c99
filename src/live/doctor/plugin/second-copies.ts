import { join } from "node:path";
import { LARGEST_TEXT, name, pluginId, say, words } from "../../../kernel/index.ts";
import { findCopies } from "../../../deploy/index.ts";
import type { Check } from "../check.ts";
import { existenceControl } from "../existence.ts";
import type { Looked } from "../looked.ts";
import { answer, describeCount } from "../words.ts";

/** Returns the id of the connector's plug-in from its plugin.xml, otherwise from site.yaml or the receipt; null if none has one. */
function idOf({ station: { files }, places }: Looked): string | null {
  const descriptor = join(places.plugin, "plugin.xml");
  if (files.stat(descriptor)?.kind !== "file") return places.id;
  return pluginId(files.read(descriptor, LARGEST_TEXT)) ?? places.id;
}

export const check: Check = {
  id: "plugin/second-copies",
  asks: "no other folder in any plug-in root carries the connector's id",
  otherwise:
    "every subfolder with a plugin.xml is loaded: a backup in a plug-in root, or a copy of a user's own, is a live plug-in in addition to the swapped one",
  control: "the live plug-in itself has to be found in its root by the same look",
  needs: [],
  order: 50,
  run(looked) {
    const { station, places } = looked;
    const id = idOf(looked);
    if (id === null)
      return answer("skip", say`nothing says the connector's id: neither its plugin.xml nor connector.id in site.yaml`);
    const targets = { install: places.install, live: places.plugin, plugins: places.plugins, roots: places.roots };
    const world = { files: station.files, windows: true };
    // the control: a search that does not exclude the folder of the installed connector must find that folder
    const all = findCopies(world, id, { ...targets, live: "" }, station.where);
    const control =
      station.files.stat(places.plugin)?.kind === "folder" && places.id !== null
        ? {
            did: say`the plug-in itself was looked for in the same way`,
            outcome: all.beside.length > 0 ? ("held" as const) : ("failed" as const),
            says: all.beside.length > 0 ? say`it is found` : say`it is not found in ${name(station.shown(places.plugins))}`,
          }
        : existenceControl(looked);
    const { beside, elsewhere } = findCopies(world, id, targets, station.where);
    const found = [...beside, ...elsewhere];
    if (found.length === 0) return answer("pass", say`${name(id)} is in one place`, { control });
    return answer("fail", say`${name(id)} is there ${describeCount(found.length + 1, "time")}, and the tool loads each`, {
      details: [
        ...beside.map((path) => say`${name(station.shown(path))} is next to the live folder`),
        ...elsewhere.map((path) => say`${name(station.shown(path))} lies in another plug-in root`),
      ],
      help:
        elsewhere.length > 0
          ? say`move each out of its plug-in root (it may belong to a user); a deploy refuses while one lies in another root`
          : words("install the swap bundle: it puts what is next to the live folder into quarantine"),
      control,
    });
  },
};
