import type { Mapping, Scalar } from "../source/tree.ts";

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
  /** An environment's shape: what an environment does not say. */
  readonly defaults: Mapping | null;
}

/** <TOOL>TCIntImportWorkingDir; the prefix is the site's tool.envPrefix. */
export function importWorkingDirKey(site: Site): string {
  return `${site.tool.envPrefix?.text ?? ""}TCIntImportWorkingDir`;
}
