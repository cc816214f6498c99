import { HttpFault } from "../../io/http.ts";
import { parseAddress } from "../../model/address.ts";
import { releaseIn } from "../../soa/release.ts";
import type { Probing } from "../probe.ts";
import { tierOf } from "./in-session.ts";

/** Addresses that people try when they look for a version (docs/probe.md). None of them says one without sign-in. */
const PATHS = ["/", "/version.json", "/tc/version", "/manifest.json"];

/** A page may have any number in it; one that a name of a version stands before is one. */
const VERSION = /"?\b(?:display_?)?(?:version|release|build)"?\s*[:=>]\s*"?([^"<>,;}\n]{1,60})/gi;

export interface VersionPath {
  readonly url: string;
  /** null: nobody answered. */
  readonly status: number | null;
  readonly release: string | null;
  readonly error: HttpFault | null;
}

export interface VersionPaths {
  readonly paths: readonly VersionPath[];
  readonly asked: number;
  /** Those that name a release. */
  readonly shown: readonly { readonly url: string; readonly release: string }[];
}

function releaseOn(text: string): string | null {
  for (const [, value = ""] of text.matchAll(VERSION)) {
    const release = releaseIn(value);
    if (release !== null) return release;
  }
  return null;
}

function urlsOf(probing: Probing): readonly string[] {
  const tier = tierOf(probing);
  if (!URL.canParse(tier)) return [];
  const { origin } = new URL(tier);
  const client = probing.addresses.webClient?.text ?? "";
  const webClient = parseAddress(client) && URL.canParse(client) ? [new URL(client).href] : [];
  return [...new Set([...PATHS.map((path) => `${origin}${path}`), ...webClient])];
}

/** Asks them once each in a run, without credentials. */
export const versionPaths = (probing: Probing): Promise<VersionPaths> => probing.once("version paths", () => asked(probing));

async function asked(probing: Probing): Promise<VersionPaths> {
  const paths: VersionPath[] = [];
  for (const url of urlsOf(probing)) {
    try {
      const { status, body } = await probing.ask({ method: "GET", url });
      paths.push({ url, status, release: releaseOn(body.subarray(0, 200_000).toString("latin1")), error: null });
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      paths.push({ url, status: null, release: null, error });
    }
  }
  const shown = paths.flatMap(({ url, release }) => (release === null ? [] : [{ url, release }]));
  return { paths, asked: paths.length, shown };
}
