import { join } from "node:path";
import type { Site } from "../../compiler/index.ts";
import { Layout, type Receipt, type Where, isProfile, nativePath } from "../../deploy/index.ts";
import { nameOf } from "./paths.ts";
import { receiptHere } from "./receipt.ts";
import type { Station } from "./station.ts";

/**
 * Returns the layout of .swap, the folder in which deploys keep journal and receipts. Paths in the receipts are converted to paths of the
 * copy or archive that is checked.
 */
export function layoutOf({ where, windows, source }: Station, install: string): Layout {
  const named = [install, ...(where.clientFile === null ? [] : [where.clientFile])];
  const anchor = { root: where.root, windows, named, gathered: source === "archive" };
  return new Layout(join(install, ".swap"), anchor, (receipt) => receiptHere(receipt, install, where));
}

/**
 * The paths of connector and client library for one installation of the modeling tool, as paths of the machine, copy or archive that is
 * checked.
 */
export interface Places {
  readonly install: string;
  readonly plugins: string;
  /** The folder of the connector's plug-in in the installation of the modeling tool. */
  readonly plugin: string;
  /** The id of the connector's plug-in, as plugin.xml has it; null if it is unknown. */
  readonly id: string | null;
  readonly conf: string;
  readonly logger: string | null;
  readonly client: string;
  readonly log4j2: string | null;
  /** The paths at which copies of the kit's profile, an .mdzip file that the modeling tool loads, have to lie, each with the file name. */
  readonly profiles: readonly string[];
  /** The file name of the kit's profile; null if it is unknown. */
  readonly profileName: string | null;
  /** Further folders in which the modeling tool looks for plug-ins, in addition to its own `plugins` folder. */
  readonly roots: readonly string[];
  readonly swap: string;
}

/** Returns the paths that site.yaml describes, for a given installation folder of the modeling tool. */
export function placesOfSite(site: Site, install: string, where: Where): Places {
  const plugins = join(install, "plugins");
  const plugin = join(plugins, site.connector.folder.text);
  const native = (path: string): string => {
    const rest = /^\{install\}[\\/]*(.*)$/s.exec(path)?.[1];
    return rest === undefined ? nativePath(path, where) : join(install, rest.replaceAll("\\", "/"));
  };
  const profileName = site.profile.file?.text ?? null;
  return {
    install,
    plugins,
    plugin,
    id: site.connector.id?.text ?? null,
    conf: join(plugin, "conf", `${site.connector.conf.text}.properties`),
    logger: join(plugin, "conf", "logger.properties"),
    client: native(where.clientFile ?? site.client.file.text),
    log4j2: site.client.log4j2 && native(site.client.log4j2.text),
    profiles: profileName === null ? [] : site.profile.copies.map(({ text }) => join(native(text), profileName)),
    profileName,
    roots: site.tool.pluginRoots.map(({ text }) => native(text)),
    swap: join(install, ".swap"),
  };
}

/** Returns the paths that the last deploy recorded in its receipt, for use outside a config repository, where no site.yaml names them. */
export function placesOfReceipt({ plugin, paths, state }: Receipt, install: string, where: Where): Places {
  const folder = join(install, "plugins", plugin.folder);
  const outside = state?.files ?? [];
  const profiles = outside.filter(isProfile).map(({ path }) => nativePath(path, where));
  return {
    install,
    plugins: join(install, "plugins"),
    plugin: folder,
    id: plugin.id,
    conf: join(folder, plugin.conf),
    logger: plugin.logger === null ? null : join(folder, plugin.logger),
    client: where.clientFile ?? nativePath(paths.client, where),
    log4j2: outside.find(({ id }) => id === "log4j2")?.path ?? null,
    profiles,
    profileName: profiles[0] === undefined ? null : nameOf(profiles[0]),
    roots: (paths.roots ?? []).map((path) => nativePath(path, where)),
    swap: join(install, ".swap"),
  };
}
