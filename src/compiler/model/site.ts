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
     * The file of the tool's installation and the pattern in it that give the installed tool release; null if site.yaml states none: then
     * the installed release cannot be proven.
     */
    readonly versionFrom: { readonly file: Scalar; readonly pattern: Scalar } | null;
    /** Further folders in which the modeling tool looks for plug-ins. */
    readonly pluginRoots: readonly Scalar[];
  };
  readonly connector: { readonly folder: Scalar; readonly id: Scalar | null; readonly conf: Scalar };
  readonly client: { readonly file: Scalar; readonly log4j2: Scalar | null };
  readonly profile: {
    /** True if site.yaml has the key `profile`, even without a value. */
    readonly isStated: boolean;
    readonly file: Scalar | null;
    readonly copies: readonly Scalar[];
  };
  /** The path of the connector's log on workstations; null if site.yaml states none. */
  readonly log: { readonly connector: Scalar | null };
  /** Default values of the site for all environments: the lowest YAML layer. */
  readonly defaults: Mapping | null;
}

const IMPORT_KEY = /^\w*TCIntImportWorkingDir$/;

/**
 * Returns the connector's key <TOOL>TCIntImportWorkingDir, with `tool.envPrefix` of site.yaml as <TOOL>. Without `tool.envPrefix`, returns
 * the key of that form in the kit's conf, provided that the conf has exactly one.
 */
export function importWorkingDirKey(site: Site, release: Pick<Release, "base"> | null = null): string {
  const prefix = site.tool.envPrefix?.text;
  const own = prefix === undefined ? [...(release?.base.connector?.document.load().map.keys() ?? [])] : [];
  const [only, another] = own.filter((key) => IMPORT_KEY.test(key));
  return only !== undefined && another === undefined ? only : `${prefix ?? ""}TCIntImportWorkingDir`;
}
