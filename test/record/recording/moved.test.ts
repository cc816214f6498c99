import { describe, expect, test } from "vitest";
import { movedAddresses, relaysFor } from "../../../src/record/recording/moved.ts";

const addresses = (signIn: string, ...fileTransfer: string[]) => ({ environment: "production", signIn, fileTransfer });
const SIGN_IN = "https://plm.example.com:8443/tc";

describe("[B9] [G6] relays for the addresses of an environment", () => {
  test("one relay for each server, one loopback address for each host", () => {
    const given = addresses(
      SIGN_IN,
      "https://plm.example.com:4544",
      "https://files.example.com/fsc",
      "https://PLM.example.com:8443",
    );
    const relays = relaysFor(given, "plain");
    expect(relays.map(({ role, host, port }) => `${role} ${host}:${port}`)).toEqual([
      "sign-in plm.example.com:8443",
      "file-transfer plm.example.com:4544",
      "file-transfer-2 files.example.com:443",
    ]);
    const [signIn, files, other] = relays;
    expect(signIn?.at).toBe(files?.at);
    expect(other?.at).not.toBe(files?.at);
    expect(relays.map(({ listens }) => listens)).toEqual([8443, 4544, 10443]);
    expect(movedAddresses(given, relays, "plain").map(({ relay }) => relay)).toEqual([
      `http://${signIn?.at}:8443/tc`,
      `http://${signIn?.at}:4544`,
      `http://${other?.at}:10443/fsc`,
      `http://${signIn?.at}:8443`,
    ]);
  });

  test("[G6] the same every time, and another address for the same host of another environment: two tiers share no cookies", () => {
    const [one] = relaysFor(addresses(SIGN_IN), "plain");
    const [two] = relaysFor({ ...addresses(SIGN_IN), environment: "pilot" }, "plain");
    expect(relaysFor(addresses(SIGN_IN), "plain")[0]).toEqual(one);
    expect(one?.at).toMatch(/^127\.\d+\.\d+\.\d+$/);
    expect(two?.at).not.toBe(one?.at);
  });

  test("mode tls keeps every address, and the server's own port", () => {
    const given = addresses("https://plm.example.com/tc");
    const relays = relaysFor(given, "tls");
    expect(relays[0]?.listens).toBe(443);
    expect(movedAddresses(given, relays, "tls").map(({ relay }) => relay)).toEqual(["https://plm.example.com/tc"]);
  });

  test.each([
    ["plm.example.com:8443", "it is not an address like https://HOST:PORT"],
    ["iiop://plm.example.com:1572", "a relay records http and https, and this is iiop"],
    ["https://plm.example.com:0/tc", "its port is invalid"],
    ["http://127.0.0.1:7001/tc", "is this machine itself"],
  ])("[G6] an entry that cannot be moved refuses all of it: %s", (entry, words) => {
    expect(() => relaysFor(addresses(SIGN_IN, entry), "plain")).toThrow(words);
  });

  test("one server with http and with https is refused", () => {
    expect(() => relaysFor(addresses(SIGN_IN, "http://plm.example.com:8443"), "plain")).toThrow(
      "one port can only speak one of them",
    );
  });

  test("a password in an address is not shown", () => {
    expect(() => relaysFor(addresses(SIGN_IN, "ftp://user:hunter2@files.example.com"), "plain")).toThrow(/^(?!.*hunter2)/);
  });
});
