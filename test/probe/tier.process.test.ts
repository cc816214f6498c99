import { spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import type http from "node:http";
import { join, resolve } from "node:path";
import zlib from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServerCertificate, selfSigned } from "../support/certificate.ts";
import { answer, type Live, type LocalServer, serveListener, serveLocally } from "../support/live/live.ts";
import { JANE, type TierOptions, tierOf } from "../support/live/tier.ts";
import { exampleRepository } from "../support/repository.ts";

/* The built command against a tier of ours with real connections, good and broken in the shapes that people meet. */

const ORIGIN = "https://plm.example.com:8443";
/** Where answers lead that want credentials to follow them: another name, the same name at another port, and plain http. */
const OTHERS = ["sso.example.com:443", "plm.example.com:9443", "plm.example.com:80"];
const LOGIN = "POST /tc/RestServices/Core-2008-06-Session/login";
const SIGNED_IN = [
  "tier/sign-in",
  "tier/release",
  "tier/type-descriptions",
  "tier/json-sign-in",
  "tier/roles",
  "tier/session-analytics",
];
const WRONG = "wrong-horse-0815";

interface Told {
  readonly id: string;
  readonly outcome: string;
  readonly says: string;
  readonly help: string | null;
  readonly exchanges: readonly { readonly url: string; readonly error: string | null }[];
}

interface Probed {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly probes: readonly Told[];
  /** Of the tier; requests that a listener of its own got are not among them. */
  readonly asked: readonly string[];
}

interface Given {
  readonly tier?: TierOptions;
  /** In the tier's place. */
  readonly listener?: (request: http.IncomingMessage, response: http.ServerResponse) => void;
  /** It shows a certificate that nobody trusts. */
  readonly stranger?: true;
  readonly password?: string;
  readonly only?: readonly string[];
  readonly words?: readonly string[];
  /** A busy machine may need all of the time for the connection alone. */
  readonly hangs?: true;
  readonly format?: "json" | "text" | "sarif" | "junit" | "markdown";
}

let tls: ServerCertificate;
let folder: string;
/** One server for all that nobody may ask. */
let decoy: LocalServer;
const strayed: string[] = [];

beforeAll(async () => {
  tls = selfSigned("plm.example.com", "sso.example.com");
  folder = exampleRepository();
  writeFileSync(join(folder, "ca.pem"), tls.cert);
  writeFileSync(join(folder, "me.yaml"), `user: ${JANE.user}\npassword: { env: PLM_PASSWORD }\n`);
  chmodSync(join(folder, "me.yaml"), 0o600);
  const counts: Live = ({ method, url }) => {
    strayed.push(`${method} ${url.href}`);
    return answer(200, "text/html", "<html></html>");
  };
  decoy = await serveLocally(counts, { tls });
});

afterAll(() => decoy.close());

function command(argv: readonly string[], password: string): Promise<Pick<Probed, "code" | "out" | "err">> {
  return new Promise((done, fail) => {
    const proxies = /^(?:https?|no|all)_proxy$/i;
    const env = Object.fromEntries(
      Object.entries(process.env).filter(([key]) => !proxies.test(key) && key !== "NODE_EXTRA_CA_CERTS"),
    );
    const child = spawn(process.execPath, [resolve("build/cli.js"), ...argv], {
      cwd: folder,
      env: { ...env, PLM_PASSWORD: password, NO_COLOR: "1" },
    });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (part: Buffer) => out.push(part));
    child.stderr.on("data", (part: Buffer) => err.push(part));
    child
      .on("error", fail)
      .on("close", (code) =>
        done({ code: code ?? -1, out: Buffer.concat(out).toString("utf8"), err: Buffer.concat(err).toString("utf8") }),
      );
  });
}

async function probed(given: Given = {}): Promise<Probed> {
  const {
    listener,
    password = JANE.password,
    only = SIGNED_IN,
    words = [],
    hangs = false,
    stranger = false,
    format = "json",
  } = given;
  const tier = tierOf(given.tier);
  const heard: string[] = [];
  const server = listener
    ? await serveListener((request, response) => {
        heard.push(`${request.method} ${request.url}`);
        request.resume();
        listener(request, response);
      }, tls)
    : await serveLocally(tier.live, { tls: stranger ? selfSigned("plm.example.com") : tls, origin: ORIGIN });
  try {
    const connect = [`plm.example.com:8443:127.0.0.1:${server.port}`, ...OTHERS.map((one) => `${one}:127.0.0.1:${decoy.port}`)];
    const where = [...connect.flatMap((one) => ["--connect", one]), "--ca", "ca.pem", "--profile", "./me.yaml"];
    const argv = ["probe", "demo", "--only", only.join(), ...where, "--format", format, ...words];
    const { code, out, err } = await command(argv, password);
    const probes =
      out.startsWith("{") && format === "json" ? (JSON.parse(out) as { readonly probes: readonly Told[] }).probes : [];
    const asked = listener ? heard : tier.asked;
    // whatever the case is: the sign-in comes first and once, and nothing that opens something is in any output
    if (!(hangs || stranger) || asked.length > 0) expect(asked[0]).toBe(LOGIN);
    expect(asked.filter((one) => one === LOGIN)).toEqual(asked.slice(0, 1));
    for (const text of [out, err])
      for (const secret of [
        password,
        encodeURIComponent(password),
        Buffer.from(password).toString("base64"),
        "S000001",
        "x-0001",
      ])
        expect(text).not.toContain(secret);
    expect(err).not.toMatch(/\n\s+at |undefined|\[object/);
    expect(strayed).toEqual([]);
    return { code, out, err, probes, asked };
  } finally {
    await server.close();
  }
}

const said = ({ probes }: Probed, id: string): string => {
  const one = probes.find((probe) => probe.id === id);
  return one ? `${one.outcome}: ${one.says}` : "not run";
};

describe("[F1][F3][F11] the built command asks a tier", () => {
  test("a certificate that nobody here trusts: no byte of the sign-in is sent, and its fingerprint is told", async () => {
    const found = await probed({ only: ["tier/sign-in"], stranger: true });
    expect(said(found, "tier/sign-in")).toMatch(/^not-proven: .*it shows a self-signed certificate that is not trusted here/);
    expect([found.code, found.asked]).toEqual([3, []]);
  });

  test("a good one: everything is proven with 0, after one sign-in that is the first request", async () => {
    const found = await probed();
    expect(found.probes.map(({ id, outcome }) => `${id} ${outcome}`)).toEqual(SIGNED_IN.map((id) => `${id} proven`));
    expect(found.code).toBe(0);
    expect(found.err).toContain(`\nsigns in as jdoe at ${ORIGIN}/tc: one attempt, whatever comes of it\n`);
    // the three servers that nobody may ask are none of the environment's
    expect(found.err.match(/^--connect is about .*, where demo names no server/gm)).toHaveLength(3);
  });

  test.each(["text", "sarif"] as const)("no secret is in the form %s, of a refused sign-in neither", async (format) => {
    const found = await probed({ format, password: WRONG, words: format === "text" ? ["--details"] : [] });
    expect(found.code).toBe(1);
    expect(found.out).toContain("515143");
  });

  const page = "<html><head><title>Guest network</title></head><body>Accept the terms</body></html>";
  const bomb = zlib.gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20), { level: 9 });

  test.each<readonly [words: string, given: Given, code: number, signIn: RegExp]>([
    ["a wrong password", { password: WRONG }, 1, /^refuted: .*515143.*The login attempt failed/],
    ["405 and 'prolog'", { tier: { instead: "prolog" } }, 1, /^refuted: .* 405 .*another release than the connector's/],
    [
      "1003",
      { tier: { faults: { login: { type: "InternalServerException", code: 1003, message: "No server." } } } },
      1,
      /^refuted: .*1003.*not at network, address or connector/,
    ],
    ["a login page", { tier: { instead: "login-page" } }, 1, /^refuted: .*a page answers in the tier's place .*'Sign in'/],
    [
      "a captive portal for every address",
      { listener: (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end(page) },
      1,
      /^refuted: .*a page answers in the tier's place .*'Guest network'/,
    ],
    [
      "a redirect to another name",
      { tier: { instead: "redirect" } },
      1,
      /^refuted: .*302, to https:\/\/sso\.example\.com\/login\), which was not/,
    ],
    ...([301, 307] as const).map(
      (status) =>
        [
          `a redirect (${status}) to another port of the same name`,
          {
            listener: (_request: http.IncomingMessage, response: http.ServerResponse) =>
              response.writeHead(status, { location: "https://plm.example.com:9443/tc" }).end(),
          },
          1,
          /^refuted: .*to https:\/\/plm\.example\.com:9443\/tc\), which was not followed/,
        ] as const,
    ),
    [
      "a redirect to plain http",
      { listener: (_request, response) => response.writeHead(307, { location: "http://plm.example.com/tc" }).end() },
      1,
      /^refuted: .*to http:\/\/plm\.example\.com\/tc\), which was not followed/,
    ],
    ["a server that hangs", { listener: () => undefined, words: ["--timeout", "3"], hangs: true }, 3, /^not-proven: /],
    [
      "a flood behind gzip",
      {
        listener: (_request, response) =>
          response.writeHead(200, { "content-type": "application/xml", "content-encoding": "gzip" }).end(bomb),
      },
      1,
      /^refuted: .*4194304/,
    ],
    [
      "half an answer",
      {
        listener: (_request, response) => {
          response.writeHead(200, { "content-type": "application/xml", "content-length": 1000 });
          response.write("<LoginResponse", () => response.destroy());
        },
      },
      1,
      /^refuted: .*its answer ends after 14 bytes, before its end/,
    ],
    [
      "a length that is not that of the answer",
      {
        listener: (_request, response) => {
          response.socket?.end(
            "HTTP/1.1 200 OK\r\ncontent-type: application/xml\r\ncontent-length: 5000\r\n\r\n<LoginResponse/>",
          );
        },
      },
      1,
      /^refuted: .*its answer ends after 16 bytes, before its end/,
    ],
    [
      "two lengths at once",
      {
        listener: (_request, response) => {
          response.socket?.end("HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 9\r\n\r\n<a/>");
        },
      },
      1,
      /^refuted: .*what it sent is no HTTP answer/,
    ],
    [
      "50 MB, announced",
      {
        listener: (_request, response) =>
          response.writeHead(200, { "content-type": "application/xml", "content-length": 50_000_000 }).write("<a>"),
      },
      1,
      /^refuted: .*its answer has 50000000 bytes, and 4194304 is the most/,
    ],
    [
      "50 MB in chunks that nobody announced",
      {
        listener: (_request, response) => {
          response.on("error", () => undefined).writeHead(200, { "content-type": "application/xml" });
          for (let i = 0; i < 50; i++) response.write(Buffer.alloc(1_000_000, 0x20));
          response.end();
        },
      },
      1,
      /^refuted: .*its answer has more than 4194304 bytes/,
    ],
    [
      "a byte now and then",
      {
        listener: (_request, response) => {
          response.writeHead(200, { "content-type": "application/xml" });
          const drip = setInterval(() => response.write(" "), 50);
          response.on("close", () => clearInterval(drip));
        },
        words: ["--timeout", "2"],
        hangs: true,
      },
      3,
      /^not-proven: .*it did not answer fully within \d|^not-proven: it did not end within 2 seconds/,
    ],
    [
      "bytes that are no text of the encoding that they name",
      {
        listener: (_request, response) =>
          response
            .writeHead(200, { "content-type": "application/xml; charset=utf-8" })
            .end(Buffer.from("<LoginResponse>\xe9</LoginResponse>", "latin1")),
      },
      1,
      /^refuted: .*it says that it is UTF-8, and byte 17 of it is not/,
    ],
    [
      "a document type that would grow without end",
      {
        listener: (_request, response) =>
          response
            .writeHead(200, { "content-type": "application/xml" })
            .end('<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;&b;">]><LoginResponse>&c;</LoginResponse>'),
      },
      1,
      /^refuted: .*it has a document type \(<!DOCTYPE\), which no answer of a tier has; nothing of it was read/,
    ],
    [
      "a proxy on the way that wants a password of its own",
      { listener: (_request, response) => response.writeHead(407, { "proxy-authenticate": "Basic" }).end() },
      3,
      /^not-proven: .*a proxy on the way wants a user and password of its own \(407\)/,
    ],
    [
      "a redirect to itself",
      { listener: (request, response) => response.writeHead(302, { location: request.url ?? "" }).end() },
      1,
      /^refuted: .*it leads elsewhere \(302, to \/tc\/RestServices.*which was not followed/,
    ],
  ])("%s", async (_words, given, code, signIn) => {
    const found = await probed({ ...given, only: ["tier/sign-in", "tier/release", "tier/roles"] });
    expect(said(found, "tier/sign-in")).toMatch(signIn);
    expect(found.code).toBe(code);
    // nobody is signed in: what needs it asks nothing
    for (const id of ["tier/release", "tier/roles"])
      expect(found.probes.find((one) => one.id === id)).toMatchObject({ outcome: "not-proven", exchanges: [] });
    expect(found.asked.filter((one) => one.startsWith("POST"))).toEqual(found.asked.slice(0, 1));
  });
});
