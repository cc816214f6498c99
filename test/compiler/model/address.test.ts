import { expect, test } from "vitest";
import { isLoopback } from "../../../src/compiler/model/address.ts";

test.each(["localhost", "LOCALHOST", "127.0.0.1", "127.9.0.255", "[::1]", "::1", "[0:0:0:0:0:0:0:1]", "[::ffff:127.0.0.1]"])(
  "[E6] %s is the machine itself",
  (host) => expect(isLoopback(host)).toBe(true),
);

test.each(["localhost.example.com", "127.0.0.1.example.com", "127.1", "127.0.0.256", "0x7f.0.0.1", "10.0.0.1", "[::2]", ""])(
  "[E6] '%s' is on a network",
  (host) => expect(isLoopback(host)).toBe(false),
);
