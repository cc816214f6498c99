import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pcapngOf } from "../../src/record/capture/export/pcapng.ts";
import { DONE, GET, OK, POST, recorded, type Step } from "../record/capture/recorded.ts";

const zipped = gzipSync("<a>1</a>");
const CHUNKED = Buffer.concat([
  Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n${zipped.length.toString(16)};ext=1\r\n`,
  ),
  zipped,
  Buffer.from("\r\n0\r\nTrailer: x\r\n\r\n"),
]);
const CONNECTIONS: readonly (readonly Step[])[] = [
  [
    ["c2s", POST.slice(0, 30)],
    ["c2s", POST.slice(30)],
    ["s2c", CHUNKED.subarray(0, 50)],
    ["s2c", CHUNKED.subarray(50)],
    ["c2s", GET],
    ["s2c", OK],
    ...DONE,
  ],
  [
    ["c2s", GET],
    ["s2c", Buffer.alloc(300_000, 0xc3)],
    ["reset", "server"],
  ],
  [["c2s", Buffer.from([...Array(256).keys()])], ["fin", "c2s"], ["s2c", OK], ["fin", "s2c"], ["closed"]],
];

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tierwright-tshark-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tshark = (...words: readonly string[]): string =>
  execFileSync("tshark", ["-r", join(folder, "x.pcapng"), ...words], {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    stdio: ["ignore", "pipe", "ignore"],
  });

/** What tshark puts together of one stream: lines of hexadecimal, those of the side that answers indented. */
function followed(stream: number): { readonly c2s: string; readonly s2c: string } {
  const lines = tshark("-q", "-z", `follow,tcp,raw,${stream}`).split("\n");
  const hex = lines.filter((line) => /^\t?[\da-f]+$/.test(line));
  return {
    c2s: hex.filter((line) => !line.startsWith("\t")).join(""),
    s2c: hex
      .filter((line) => line.startsWith("\t"))
      .map((line) => line.trim())
      .join(""),
  };
}

test("tshark is there", () => {
  expect(spawnSync("tshark", ["--version"]).status).toBe(0);
});

test("[G1] [G2] tshark reads an exported capture: every byte as it lies in the raw files, true checksums, HTTP", () => {
  const capture = recorded(CONNECTIONS);
  writeFileSync(join(folder, "x.pcapng"), Buffer.concat([...pcapngOf(capture, "tierwright")].map((one) => Buffer.from(one))));
  for (const [i, { raw }] of capture.connections.entries()) {
    const hex = (one: typeof raw.c2s) => Buffer.from(one?.read(0, one.length) ?? []).toString("hex");
    expect(followed(i)).toEqual({ c2s: hex(raw.c2s), s2c: hex(raw.s2c) });
  }
  const checks = ["-o", "ip.check_checksum:TRUE", "-o", "tcp.check_checksum:TRUE"];
  expect(tshark(...checks, "-Y", "ip.checksum.status != 1 || tcp.checksum.status != 1 || tcp.analysis.flags")).toBe("");
  expect(
    tshark("-d", "tcp.port==7001,http", "-Y", "http.request", "-T", "fields", "-e", "http.request.method").trim().split("\n"),
  ).toEqual(["POST", "GET", "GET"]);
  expect(tshark("-Y", "tcp.flags.reset == 1", "-T", "fields", "-e", "tcp.stream").trim()).toBe("1");
});
