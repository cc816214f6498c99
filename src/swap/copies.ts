import { join } from "node:path";
import type { BundleManifest } from "../bundle/manifest.ts";
import { PropertiesDocument } from "../formats/properties/document.ts";
import { refused } from "./outcome.ts";
import { type Where, nativePath, type Places } from "./places.ts";
import type { SwapFiles } from "./world.ts";

/** The id in a plugin.xml, or null. Enough of XML for an attribute of the root element. */
export function pluginId(bytes: Buffer): string | null {
  const text = bytes.toString("utf8").replace(/<!--[\s\S]*?-->/g, "");
  return (
    /<plugin\b[^>]*?\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/
      .exec(text)
      ?.slice(1)
      .find((group) => group !== undefined) ?? null
  );
}

function namesIn(files: SwapFiles, folder: string): readonly string[] {
  return files.look(folder)?.kind === "folder" ? [...files.list(folder)].sort() : [];
}

/** -Dmd.plugins.dir in JAVA_ARGS of bin/*.properties: a list that replaces the tool's own roots. */
function argumentRoots(files: SwapFiles, { install }: Places, where: Where): readonly string[] {
  const bin = join(install, "bin");
  return namesIn(files, bin)
    .filter((name) => name.toLowerCase().endsWith(".properties"))
    .flatMap((name) => {
      const path = join(bin, name);
      if (files.look(path)?.kind !== "file") return [];
      const args = PropertiesDocument.parse(files.read(path)).load().map.get("JAVA_ARGS")?.value ?? "";
      const list = /-Dmd\.plugins\.dir=(?:"([^"]*)"|(\S+))/.exec(args);
      return (list?.[1] ?? list?.[2] ?? "").split(";").filter((item) => item !== "");
    })
    .map((path) => nativePath(path, where));
}

/** <config>/plugins of every user: AppData/Local/.<tool>/<version>/plugins. */
function userRoots(files: SwapFiles, where: Where): readonly string[] {
  const users = nativePath("C:\\Users", where);
  return namesIn(files, users).flatMap((user) => {
    const local = join(users, user, "AppData", "Local");
    return namesIn(files, local)
      .filter((name) => name.startsWith("."))
      .flatMap((tool) => namesIn(files, join(local, tool)).map((version) => join(local, tool, version, "plugins")));
  });
}

/** Folders beside the live one, in any root that the tool scans, that carry the same plug-in id (D6, FACTS 2). */
export function secondCopies(files: SwapFiles, manifest: BundleManifest, places: Places, where: Where): readonly string[] {
  const roots = [...new Set([...places.roots, ...argumentRoots(files, places, where), ...userRoots(files, where)])];
  const copies = roots.flatMap((root) =>
    namesIn(files, root)
      .map((name) => join(root, name))
      .filter((folder) => folder !== places.live)
      .filter((folder) => {
        const descriptor = join(folder, "plugin.xml");
        return files.look(descriptor)?.kind === "file" && pluginId(files.read(descriptor)) === manifest.plugin.id;
      }),
  );
  const elsewhere = copies.filter((folder) => !folder.startsWith(join(places.plugins, "/")));
  if (elsewhere.length > 0) {
    throw refused(
      `a second copy of ${manifest.plugin.id} lies in another plug-in root: the tool would load that one, too`,
      "move it out of that root (it may belong to a user), then run this again; nothing was written",
      elsewhere,
    );
  }
  return copies;
}
