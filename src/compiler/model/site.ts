import type { Mapping, Scalar } from "../../kernel/index.ts";
import type { Release } from "./release.ts";

export interface Site {
  readonly path: string;
  readonly requires: Scalar | null;
  readonly tool: {
    readonly name: Scalar | null;
    readonly envPrefix: Scalar | null;
    readonly install: Scalar;
    /**
     * The file and pattern that give the installed tool release; null if the site declares none: then the installed release is unproven.
     */
    readonly versionFrom: { readonly file: Scalar; readonly pattern: Scalar } | null;
    /** Further folders that the tool scans for plug-ins. */
    readonly pluginRoots: readonly Scalar[];
  };
  readonly connector: { readonly folder: Scalar; readonly id: Scalar | null; readonly conf: Scalar };
  readonly client: { readonly file: Scalar; readonly log4j2: Scalar | null };
  readonly profile: {
    /** True if the document has the key, even without a value. */
    readonly isStated: boolean;
    readonly file: Scalar | null;
    readonly copies: readonly Scalar[];
  };
  /** The path of the connector's log, or null if the site does not declare it. */
  readonly log: { readonly connector: Scalar | null };
  /** Default values of the site for all environments: the lowest YAML layer. */
  readonly defaults: Mapping | null;
}

const IMPORT_KEY = /^\w*TCIntImportWorkingDir$/;

/**
 * Returns the key <TOOL>TCIntImportWorkingDir with the site's tool.envPrefix. If the site declares none, the key of the kit's conf counts,
 * provided that the conf has exactly one such key.
 */
export function importWorkingDirKey(site: Site, release: Pick<Release, "base"> | null = null): string {
  const prefix = site.tool.envPrefix?.text;
  const own = prefix === undefined ? [...(release?.base.connector?.document.load().map.keys() ?? [])] : [];
  const [only, another] = own.filter((key) => IMPORT_KEY.test(key));
  return only !== undefined && another === undefined ? only : `${prefix ?? ""}TCIntImportWorkingDir`;
}
