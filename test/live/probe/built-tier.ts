import { chmodSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, expect } from "vitest";
import { built, measured } from "../../support/built.ts";
import { type ServerCertificate, selfSigned } from "../../support/certificate.ts";
import { type LiveRequest, type Raw, serveLocally } from "../../support/live/live.ts";
import { localProxy } from "../../support/live/proxy.ts";
import { JANE, type Person, type TierOptions, tierOf } from "../../support/live/tier.ts";
import { exampleRepository, writeFiles } from "../../support/repository.ts";

/* The built command against a tier of ours, over TLS, with servers beside it that nobody may ask. */

export const ORIGIN = "https://plm.example.com:8443";
/** Where answers lead that want credentials to follow them: another name, the same name at another port, and plain http. */
const OTHERS = ["sso.example.com:443", "plm.example.com:9443", "plm.example.com:80"];
export const LOGIN = "POST /tc/RestServices/Core-2008-06-Session/login";
/** What one sign-in is good for. */
export const SIGNED_IN = [
  "tier/sign-in",
  "tier/release",
  "tier/type-descriptions",
  "tier/json-sign-in",
  "tier/roles",
  "tier/session-analytics",
];

export interface Told {
  readonly id: string;
  readonly outcome: string;
  readonly says: string;
  readonly help: string | null;
  readonly exchanges: readonly { readonly url: string; readonly error: string | null }[];
}

export interface Probed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly probes: readonly Told[];
  /** 'outcome: says' of one. */
  said(id: string): string;
  readonly asked: readonly string[];
  /** What the tier itself was asked, whole. */
  readonly requests: readonly LiveRequest[];
  /** MiB that it has had at most. */
  readonly peak: number;
  /** What the proxy was asked. */
  readonly proxied: readonly string[];
}

export interface Given {
  readonly tier?: TierOptions;
  /** In the tier's place for every request, or for those to one operation. */
  readonly broken?: Raw | { readonly operation: string; readonly how: Raw };
  /** Its answers come in chunks of so many bytes. */
  readonly pieces?: number;
  /** Another certificate than the one that --ca names; with `trusted` that one is named. */
  readonly shows?: { readonly certificate: ServerCertificate; readonly trusted?: boolean };
  /** Further addresses of the environment that lead to the same server. */
  readonly also?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  readonly person?: Person;
  /** Where the profile says that the password is; absent: in the environment. */
  readonly where?: string;
  /** Further lines of the profile. */
  readonly profile?: string;
  readonly password?: string;
  readonly only?: readonly string[];
  readonly words?: readonly string[];
  /** The tier is asked through a proxy that HTTPS_PROXY names: one that opens a tunnel, or one that wants a password. */
  readonly proxy?: "tunnels" | "refuses";
  /** Nobody may be reached in the end, or for want of time. */
  readonly unreached?: true;
  readonly format?: "json" | "text" | "sarif" | "junit" | "markdown";
}

interface Decoy {
  readonly port: string;
  readonly heard: string[];
  close(): void;
}

/** A server that counts who comes, whatever they speak. */
async function decoyServer(): Promise<Decoy> {
  const heard: string[] = [];
  const server = createServer((socket) => {
    heard.push("somebody came");
    socket.on("error", () => undefined).end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: String((server.address() as AddressInfo).port), heard, close: () => void server.close() };
}

/** `probe demo` as the built command, for all tests of a file. */
export function builtProbe(): (given?: Given) => Promise<Probed> {
  let tls: ServerCertificate;
  let folder: string;
  let decoy: Decoy;
  beforeAll(async () => {
    tls = selfSigned("plm.example.com", "sso.example.com");
    folder = exampleRepository();
    decoy = await decoyServer();
  });
  afterAll(() => decoy.close());

  function prepare({ person = JANE, shows, where = "{ env: PLM_PASSWORD }", profile = "", files = {} }: Given): void {
    writeFiles(folder, files);
    writeFileSync(join(folder, "ca.pem"), shows?.trusted === true ? shows.certificate.cert : tls.cert);
    writeFileSync(join(folder, "me.yaml"), `user: ${person.user}\npassword: ${where}\n${profile}`);
    chmodSync(join(folder, "me.yaml"), 0o600);
  }

  return async (given = {}) => {
    const { broken, person = JANE, only = SIGNED_IN, words = [], format = "json", pieces, shows } = given;
    const { password = person.password, unreached = false } = given;
    prepare(given);
    const { live, requests } = tierOf({ people: [person], ...given.tier });
    const asked: string[] = [];
    const server = await serveLocally(live, {
      tls: shows?.certificate ?? tls,
      origin: ORIGIN,
      ...(pieces === undefined ? {} : { pieces }),
      instead: ({ method, url = "" }) => {
        asked.push(`${method} ${url}`);
        if (typeof broken === "function") return broken;
        return broken && url.endsWith(`/${broken.operation}`) ? broken.how : undefined;
      },
    });
    const memory = measured(folder);
    const proxy = given.proxy && (await localProxy(given.proxy === "tunnels" ? server.port : null));
    try {
      const to = ["plm.example.com:8443", ...(given.also ?? [])].map((one) => `${one}:127.0.0.1:${server.port}`);
      const there = proxy ? [] : to;
      const connect = [...there, ...OTHERS.map((one) => `${one}:127.0.0.1:${decoy.port}`)];
      const where = [...connect.flatMap((one) => ["--connect", one]), "--ca", "ca.pem", "--profile", "./me.yaml"];
      const argv = ["probe", "demo", "--only", only.join(), ...where, "--format", format, ...words];
      const { code, out, err } = await built(argv, folder, {
        ...memory.env,
        PLM_PASSWORD: password,
        ...(proxy ? { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` } : {}),
      });
      const probes =
        out.startsWith("{") && format === "json" ? (JSON.parse(out) as { readonly probes: readonly Told[] }).probes : [];
      // whatever the case is: the sign-in comes first and once, and nothing that opens something is in any output
      if (!unreached || asked.length > 0) expect(asked[0]).toBe(LOGIN);
      expect(asked.filter((one) => one === LOGIN)).toEqual(asked.slice(0, 1));
      expectNoSecret(out + err, password);
      expect(err).not.toMatch(/\n\s+at |undefined|\[object|Warning/);
      expect(decoy.heard).toEqual([]);
      const said = (id: string): string => {
        const one = probes.find((probe) => probe.id === id);
        return one ? `${one.outcome}: ${one.says}` : `not run: ${out}${err}`;
      };
      return { code, out, err, probes, asked, requests, said, peak: memory.peak(), proxied: proxy?.heard ?? [] };
    } finally {
      proxy?.close();
      await server.close();
    }
  };
}

/** Neither the password, in the ways in which it could be written, nor a cookie of a session. */
function expectNoSecret(text: string, password: string): void {
  const ways = [password, encodeURIComponent(password), Buffer.from(password).toString("base64"), "S000001", "x-0001"];
  for (const secret of ways) expect(text).not.toContain(secret);
}
