import { describe, expect, test } from "vitest";
import { readOldAddress } from "../../../src/diagnose/cutover/old-address.ts";
import { search } from "../../../src/diagnose/cutover/search.ts";

const OLD = readOldAddress("http://plm.example.com:8080");
const MIB = 1024 * 1024;
const HANGS_AFTER = 240_000;

test(
  "[E12] 256 MiB of text is searched in memory that does not grow with it",
  async () => {
    const line =
      "2026-11-22 12:00:01,123 INFO [main] Client - sent a request to https://plm.example.com/tc in 123 ms, path=/x?a=b&c=%20\n";
    const lines = Math.floor(MIB / line.length);
    const chunk = Buffer.from(line.repeat(lines));
    const last = Buffer.from("the last line: http\\://plm.example.com\\:8080/tc\n");
    let most = 0;
    const count = Math.ceil((256 * MIB) / chunk.length);
    const stream = function* () {
      for (let i = 0; i < count; i++) {
        if (i % 16 === 0) most = Math.max(most, process.memoryUsage().rss);
        yield chunk;
      }
      yield last;
    };
    const before = process.memoryUsage().rss;
    const { hits, bytes } = await search(OLD, stream);
    expect(bytes).toBeGreaterThan(256 * MIB);
    expect(hits).toEqual([{ line: count * lines + 1, column: 16, spelling: "http\\://plm.example.com\\:8080" }]);
    expect(most - before).toBeLessThan(160 * MIB);
  },
  HANGS_AFTER,
);

test(
  "[E12] one line of 64 MiB has its place in the right column",
  async () => {
    const chunk = Buffer.from("ü€😀x".repeat(MIB / 8));
    const units = 5 * (MIB / 8);
    const count = Math.ceil((64 * MIB) / chunk.length);
    const stream = function* () {
      for (let i = 0; i < count; i++) yield chunk;
      yield Buffer.from("http://plm.example.com:8080\n");
    };
    const { hits } = await search(OLD, stream);
    expect(hits).toMatchObject([{ line: 1, column: count * units + 1 }]);
  },
  HANGS_AFTER,
);

describe("[E12] a text that was made to hold the search up does not", () => {
  const units = [
    "\\",
    "%",
    "%25",
    "%5C",
    "&",
    "&amp;",
    "&#",
    "&#x",
    "\\u005c",
    "\\\\u",
    "\\uuuu",
    "\\\n",
    "=\n",
    "h\\\n",
    "\0",
    "http://",
    "http://a@",
    "plm%",
    "plm%example%",
    "http:&#47;&#47;\\\\",
    "&bsol;",
    "%26%23",
    "\xef\xbc\x90",
  ];
  test.each(units)(
    "%j, again and again",
    async (unit) => {
      const size = 32 * 1024;
      const text = `${unit.repeat(Math.ceil(size / unit.length)).slice(0, size)} plm.example.com http://plm.example.com:8080`;
      const { hits } = await search(OLD, () => [Buffer.from(text, "latin1")]);
      expect(hits).toHaveLength(1);
    },
    HANGS_AFTER,
  );
});
