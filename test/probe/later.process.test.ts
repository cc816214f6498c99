import { spawn } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import type http from "node:http";
import { join, resolve } from "node:path";
import zlib from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { type ServerCertificate, selfSigned } from "../support/certificate.ts";
import { serveListener } from "../support/live/live.ts";
import { JANE, tierOf } from "../support/live/tier.ts";
import { exampleRepository } from "../support/repository.ts";

/* The built command against a tier whose sign-in is good, and whose answer to the request after it is broken. */

const ORIGIN = "https://plm.example.com:8443";
const LOGIN = "POST /tc/RestServices/Core-2008-06-Session/login";
const TYPES = "/tc/RestServices/Core-2011-06-Session/getTypeDescriptions";

type Breaks = (response: http.ServerResponse) => void;

let tls: ServerCertificate;
let folder: string;

beforeAll(() => {
  tls = selfSigned("plm.example.com");
  folder = exampleRepository();
  writeFileSync(join(folder, "ca.pem"), tls.cert);
  writeFileSync(join(folder, "me.yaml"), `user: ${JANE.user}\npassword: { env: PLM_PASSWORD }\n`);
  chmodSync(join(folder, "me.yaml"), 0o600);
});

function command(argv: readonly string[]): Promise<{ readonly code: number; readonly out: string; readonly err: string }> {
  return new Promise((done, fail) => {
    const { NODE_EXTRA_CA_CERTS: _extra, ...env } = process.env;
    const child = spawn(process.execPath, [resolve("build/cli.js"), ...argv], {
      cwd: folder,
      env: { ...env, PLM_PASSWORD: JANE.password, NO_COLOR: "1" },
    });
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on("data", (part: Buffer) => out.push(part));
    child.stderr.on("data", (part: Buffer) => err.push(part));
    child
      .on("error", fail)
      .on("close", (code) => done({ code: code ?? -1, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }));
  });
}

/** `probe demo`: the sign-in, what is broken after it, and one more that is whole. */
async function probed(breaks: Breaks, words: readonly string[]) {
  const { live } = tierOf();
  const asked: string[] = [];
  const server = await serveListener(async (request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    if (request.url === TYPES) return breaks(response.on("error", () => undefined));
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, [value].flat().join(", ")]));
    const method = request.method ?? "GET";
    const given = await live({ method, url: new URL(request.url ?? "/", ORIGIN), headers, body: Buffer.concat(parts) });
    response.writeHead(given.status, given.headers as http.OutgoingHttpHeaders).end(given.body);
  }, tls);
  try {
    const connect = ["--connect", `plm.example.com:8443:127.0.0.1:${server.port}`, "--ca", "ca.pem"];
    const only = "tier/sign-in,tier/type-descriptions,tier/session-analytics";
    const argv = ["probe", "demo", "--only", only, "--profile", "./me.yaml", "--format", "json", ...connect, ...words];
    const { code, out, err } = await command(argv);
    if (!out.startsWith("{")) throw new Error(`${code}: ${out}${err}`);
    expect(err).not.toMatch(/\n\s+at |undefined|\[object|Warning/);
    expect(asked.filter((one) => one === LOGIN)).toHaveLength(1);
    const { probes } = JSON.parse(out) as { readonly probes: readonly Record<"id" | "outcome" | "says" | "help", string>[] };
    return { code, told: Object.fromEntries(probes.map((one) => [one.id, `${one.outcome}: ${one.says}`])), probes };
  } finally {
    await server.close();
  }
}

const XML = { "content-type": "application/xml" };
const TOO_LARGE = /^not-proven: .*its answer has more than 4194304 bytes/;

describe("[F1][F3] a good sign-in, and then an answer that is broken", () => {
  test.each<readonly [words: string, breaks: Breaks, code: number, said: RegExp, options: readonly string[]]>([
    [
      "a flood behind gzip",
      (response) => {
        const bomb = zlib.gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x20), { level: 9 });
        response.writeHead(200, { ...XML, "content-encoding": "gzip" }).end(bomb);
      },
      0,
      /^not-proven: .*4194304/,
      [],
    ],
    ["the same, and what is not proven counts", (response) => flood(response), 1, TOO_LARGE, ["--strict"]],
    [
      "half an answer",
      (response) => {
        response.writeHead(200, { ...XML, "content-length": 1000 });
        response.write("<TypeSchema", () => response.destroy());
      },
      0,
      /^not-proven: .*its answer ends after 11 bytes, before its end/,
      [],
    ],
    ["50 MB that nobody announced", (response) => flood(response), 0, TOO_LARGE, []],
    [
      "a byte now and then",
      (response) => {
        response.writeHead(200, XML);
        const drip = setInterval(() => response.write(" "), 50);
        response.on("close", () => clearInterval(drip));
      },
      3,
      /^not-proven: .*it did not answer fully within \d|^not-proven: it did not end within 10 seconds/,
      ["--timeout", "10"],
    ],
    [
      "a document type",
      (response) =>
        void response.writeHead(200, XML).end('<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><TypeSchema>&c;</TypeSchema>'),
      1,
      /^refuted: sign-in succeeded, and the request after it did not: .*it has a document type \(<!DOCTYPE\)/,
      [],
    ],
  ])("%s", async (_words, breaks, code, said, options) => {
    const found = await probed(breaks, options);
    expect(found.told["tier/sign-in"]).toMatch(/^proven: /);
    expect(found.told["tier/type-descriptions"]).toMatch(said);
    expect(found.probes.find(({ id }) => id === "tier/type-descriptions")?.help).not.toBe("");
    // one answer that is broken takes nothing away from the next; where time is short, a busy machine may
    if (!options.includes("--timeout")) expect(found.told["tier/session-analytics"]).toMatch(/^proven: /);
    expect(found.code).toBe(code);
  });
});

function flood(response: http.ServerResponse): void {
  response.writeHead(200, XML);
  for (let i = 0; i < 50; i++) response.write(Buffer.alloc(1_000_000, 0x20));
  response.end();
}
