import { HttpFault } from "../../../platform/index.ts";
import { parseAddress } from "../../../compiler/index.ts";
import type { Probing } from "../probe.ts";
import { tierOf } from "./in-session.ts";
import { toldReleases } from "./told-release.ts";

/** Paths of the tier at which people look for its release (docs/probe.md). Without sign-in, a tier should show it at none of them. */
const PATHS = ["/", "/version.json", "/tc/version", "/manifest.json"];

export interface VersionPath {
  readonly url: string;
  /** The HTTP status of the answer; null if there was none. */
  readonly status: number | null;
  /** Every PLM release that the answer names. */
  readonly releases: readonly string[];
  readonly error: HttpFault | null;
}

export interface VersionPaths {
  readonly paths: readonly VersionPath[];
  readonly asked: number;
  /** The addresses that answered with a release, once for each release. */
  readonly shown: readonly { readonly url: string; readonly release: string }[];
}

function urlsOf(probing: Probing): readonly string[] {
  const tier = tierOf(probing);
  if (!URL.canParse(tier)) return [];
  const { origin } = new URL(tier);
  const client = probing.addresses.webClient?.text ?? "";
  const webClient = parseAddress(client) && URL.canParse(client) ? [new URL(client).href] : [];
  return [...new Set([...PATHS.map((path) => `${origin}${path}`), ...webClient])];
}

/** Requests each address of `PATHS` once for all probes of a command, without credentials, and returns the answers to every probe. */
export const versionPaths = (probing: Probing): Promise<VersionPaths> => probing.once("version paths", () => asked(probing));

async function asked(probing: Probing): Promise<VersionPaths> {
  const paths: VersionPath[] = [];
  for (const url of urlsOf(probing)) {
    try {
      const received = await probing.ask({ method: "GET", url });
      paths.push({ url, status: received.status, releases: toldReleases(received), error: null });
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      paths.push({ url, status: null, releases: [], error });
    }
  }
  const shown = paths.flatMap(({ url, releases }) => releases.map((release) => ({ url, release })));
  return { paths, asked: paths.length, shown };
}
