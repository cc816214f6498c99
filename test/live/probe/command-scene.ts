import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HttpGet } from "../../../src/platform/http.ts";
import type { Exchange } from "../../../src/platform/exchange.ts";
import { cli, type fakeHost } from "../../support/host.ts";
import { answer, inProcess, type Live } from "../../support/live/live.ts";
import { JANE, type Tier, tierOf, type TierOptions } from "../../support/live/tier.ts";
import { exampleRepository } from "../../support/repository.ts";

export const TC = "https://plm.example.com:8443";

/** A file server: it answers, and not with a page. */
export const files: Live = () => answer(404, "text/plain", "no ticket");
/** A web client's page. */
export const webClient: Live = () => answer(200, "text/html", "<!DOCTYPE html><html><head><title>Client</title></head></html>");

export interface Scene {
  readonly tier?: TierOptions;
  /** Servers beside or instead, by origin; null takes one away. */
  readonly servers?: Readonly<Record<string, Live | null>>;
  readonly folder?: string;
  /** null: nobody signs in. */
  readonly profile?: string | null;
  readonly password?: string;
  readonly dns?: Readonly<Record<string, readonly string[]>>;
  readonly get?: HttpGet;
  readonly host?: Partial<NonNullable<Parameters<typeof fakeHost>[0]>>;
}

export const PROFILE = `user: ${JANE.user}\npassword: { env: PLM_PASSWORD }\n`;

// biome-ignore lint/suspicious/noExplicitAny: a test looks at what is really in the document
type Printed = any;

export interface Probed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly tier: Tier;
  /** What --format json prints; absent in other forms. */
  readonly document: Printed;
  /** One probe of it. */
  of(id: string): Printed;
}

/** `probe demo ...` against a tier of ours, without any network. */
export async function probed(words: readonly string[], scene: Scene = {}): Promise<Probed> {
  const tier = tierOf(scene.tier);
  const folder = scene.folder ?? exampleRepository();
  const { profile = PROFILE } = scene;
  if (profile !== null) {
    writeFileSync(join(folder, "me.yaml"), profile);
    chmodSync(join(folder, "me.yaml"), 0o600);
  }
  const all: Readonly<Record<string, Live | null>> = {
    [TC]: tier.live,
    "https://plm.example.com:3000": webClient,
    "https://plm.example.com:4544": files,
    ...scene.servers,
  };
  const servers = Object.fromEntries(Object.entries(all).flatMap(([origin, live]) => (live ? [[origin, live]] : [])));
  const exchange: Exchange = inProcess(servers);
  const argv = ["probe", "demo", ...words, ...(profile === null ? [] : ["--profile", "./me.yaml"])];
  const { code, out, err } = await cli(argv, {
    cwd: folder,
    env: { PLM_PASSWORD: scene.password ?? JANE.password },
    dns: scene.dns ?? { "plm.example.com": ["10.20.0.11"] },
    exchange,
    ...scene.host,
  });
  const document = out.startsWith("{") ? JSON.parse(out) : null;
  const of = (id: string) => {
    const found = document.probes.find((one: Printed) => one.id === id);
    if (!found) throw new Error(`there is no ${id} in ${out}`);
    return found;
  };
  return { code, out, err, tier, document, of };
}

/** The same for one probe. */
export async function asked(id: string, scene: Scene = {}, words: readonly string[] = []) {
  const found = await probed(["--only", id, "--format", "json", ...words], scene);
  return { ...found, ...found.of(id) };
}
