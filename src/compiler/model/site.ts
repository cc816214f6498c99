import type { Mapping, Scalar } from "../../kernel/index.ts";
import type { Release } from "./release.ts";

export interface Site {
  readonly path: string;
  readonly requires: Scalar | null;
  readonly tool: {
    readonly name: Scalar | null;
    readonly envPrefix: Scalar | null;
    readonly install: Scalar;
    /** Where the installed tool row can be read; null: it is not proven (D7). */
    readonly versionFrom: { readonly file: Scalar; readonly pattern: Scalar } | null;
    /** Further folders that the tool scans for plug-ins (D6). */
    readonly pluginRoots: readonly Scalar[];
  };
  readonly connector: { readonly folder: Scalar; readonly id: Scalar | null; readonly conf: Scalar };
  readonly client: { readonly file: Scalar; readonly log4j2: Scalar | null };
  readonly profile: { readonly file: Scalar | null; readonly copies: readonly Scalar[] };
  /** Where the connector writes its log, where the site says it. */
  readonly log: { readonly connector: Scalar | null };
  /** An environment's shape: what an environment does not say. */
  readonly defaults: Mapping | null;
}

const IMPORT_KEY = /^\w*TCIntImportWorkingDir$/;

/**
 * <TOOL>TCIntImportWorkingDir. The prefix is the site's tool.envPrefix; a site that does not say it takes the key that the kit's conf has,
 * where there is one alone.
 */
export function importWorkingDirKey(site: Site, release: Pick<Release, "base"> | null = null): string {
  const prefix = site.tool.envPrefix?.text;
  const own = prefix === undefined ? [...(release?.base.connector?.document.load().map.keys() ?? [])] : [];
  const [only, another] = own.filter((key) => IMPORT_KEY.test(key));
  return only !== undefined && another === undefined ? only : `${prefix ?? ""}TCIntImportWorkingDir`;
}
