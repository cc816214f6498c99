import type { BundleManifest } from "../../bundle/manifest.ts";
import { wrongUse } from "../../../kernel/index.ts";
import type { Invocation } from "../../../report/index.ts";

export interface BundleSource {
  readonly serial: number;
  readonly source: BundleManifest["source"];
  /** The reason why the source commit is unknown; null if it is known. */
  readonly unknown: string | null;
}

const HELP = "give --serial a whole number: the time of the source in seconds since 1970";

function whole(text: string, name: string): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(number)) throw wrongUse(`${name} cannot be '${text}'`, HELP);
  return number;
}

/**
 * Returns the source of the bundle and its serial: --serial, else SOURCE_DATE_EPOCH, else the committer time of the commit
 * (docs/bundles.md). Throws a refusal (exit code 2) if there is no serial, because two bundles could not be ordered.
 * @param otherwise the serial if nothing states one; null to refuse
 */
export async function bundleSource(
  { options, host, directory }: Invocation,
  otherwise: number | null = null,
): Promise<BundleSource> {
  const given = options.get("serial");
  const epoch = host.env("SOURCE_DATE_EPOCH") || undefined;
  const stated = given !== undefined ? whole(given, "--serial") : epoch !== undefined ? whole(epoch, "SOURCE_DATE_EPOCH") : null;
  const state = await host.git(directory);
  if (state.kind === "commit") {
    return { serial: stated ?? state.time, source: { commit: state.commit, changed: state.changed }, unknown: null };
  }
  const serial = stated ?? otherwise;
  if (serial === null) throw wrongUse(`the bundle has no serial: no --serial, no SOURCE_DATE_EPOCH, and ${state.why}`, HELP);
  return { serial, source: { commit: null, changed: false }, unknown: state.why };
}
