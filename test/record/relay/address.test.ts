import { describe, expect, test } from "vitest";
import { listenOf, loops, endpointText, upstreamText, upstreamOf } from "../../../src/record/relay/address.ts";
import { AT } from "./fake-wire.ts";

const LOOSE = false;

describe("--listen", () => {
  test.each([
    ["127.0.0.1:8080", "127.0.0.1", 8080],
    ["127.9.0.3:0", "127.9.0.3", 0],
    ["[::1]:8080", "::1", 8080],
    ["Localhost:65535", "localhost", 65_535],
  ])("takes %s", (text, host, port) => {
    expect(listenOf(text, LOOSE)).toEqual({ host, port });
  });

  test.each(["0.0.0.0:8080", "[::]:8080", "10.1.2.3:8080", "127.0.0.1.example.com:1"])(
    "refuses %s without a word more",
    (text) => {
      expect(() => listenOf(text, LOOSE)).toThrow(/--listen/);
    },
  );

  test("--listen accepts an address that other machines reach with --allow-remote", () => {
    expect(listenOf("0.0.0.0:8080", true)).toEqual({ host: "0.0.0.0", port: 8080 });
  });

  test.each(["8080", "127.0.0.1", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "::1:8080", "plm.example.com:80", "a b:1"])(
    "refuses '%s'",
    (text) => {
      expect(() => listenOf(text, true)).toThrow(`--listen cannot be '${text}'`);
    },
  );
});

describe("--to", () => {
  test.each([
    ["plm.example.com:7001", "plm.example.com:7001"],
    ["http://plm.example.com:7001/", "plm.example.com:7001"],
    ["http://PLM.example.com", "plm.example.com:80"],
    ["https://plm.example.com", "https://plm.example.com:443"],
    ["https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"],
    ["[::1]:7001", "[::1]:7001"],
  ])("takes %s", (text, meant) => {
    expect(upstreamText(upstreamOf(text, null))).toBe(meant);
  });

  test.each([
    ["plm.example.com", /HOST:PORT/],
    ["plm.example.com:0", /HOST:PORT/],
    ["http://plm.example.com:0", /HOST:PORT/],
    ["ftp://plm.example.com", /HOST:PORT/],
    ["http://", /HOST:PORT/],
    ["https://user:pass@plm.example.com", /password/],
    ["https://plm.example.com/tc", /leave out the path/],
    ["https://plm.example.com/?a=b", /leave out the path/],
  ])("refuses %s", (text, help) => {
    expect(() => upstreamOf(text, null)).toThrow(expect.objectContaining({ code: 2, help: expect.stringMatching(help) }));
  });

  test("has certificates with TLS alone", () => {
    expect(upstreamOf("https://plm.example.com", "PEM").tls).toEqual({ ca: "PEM" });
    expect(() => upstreamOf("http://plm.example.com", "PEM")).toThrow("--ca");
    expect(() => upstreamOf("plm.example.com:1", "PEM")).toThrow("--ca");
  });
});

test("an IPv6 address is shown in brackets", () => {
  expect([endpointText(AT("::1", 1)), endpointText(AT("127.0.0.1", 1))]).toEqual(["[::1]:1", "127.0.0.1:1"]);
});

describe("a loop", () => {
  const own = ["127.0.0.1", "10.0.0.5", "::1", "fe80::1"];
  test.each([
    ["127.0.0.1", ["127.0.0.1"], true],
    ["127.0.0.1", ["10.0.0.9", "127.0.0.1"], true],
    ["127.0.0.1", ["::ffff:127.0.0.1"], true],
    ["127.0.0.1", ["127.0.0.2"], false],
    ["127.0.0.1", ["0.0.0.0"], true],
    ["localhost", ["::1"], true],
    ["0.0.0.0", ["10.0.0.5"], true],
    ["0.0.0.0", ["127.0.0.7"], true],
    ["0.0.0.0", ["10.0.0.9"], false],
    ["::", ["::1"], true],
  ])("on %s to %s: %s", (host, addresses, expected) => {
    expect(loops(AT(host, 8080), addresses, 8080, own)).toBe(expected);
    expect(loops(AT(host, 8080), addresses, 8081, own)).toBe(false);
  });
});
