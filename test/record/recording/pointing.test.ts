import { describe, expect, test } from "vitest";
import { type InstalledValues, pointsAtRelay, relaySide, switchState } from "../../../src/record/recording/pointing.ts";

const listen = "127.80.12.7:8443";
const record = {
  id: "2026-11-22T16-57-44Z",
  environment: "production",
  relays: [{ role: "sign-in", listen, to: "https://plm.example.com:8443", mode: "plain" as const }],
  bundle: { there: "there.zip", back: "back.zip" },
  workstation: { install: "", connector: "", client: "", words: [] },
  store: [],
};
const installed = (signIn: string, url = signIn, files = "https://files.example.com:4544"): readonly InstalledValues[] => [
  { file: "connector", path: "connector.properties", values: new Map([["TC_SERVER_URL", signIn]]) },
  { file: "client", path: "client.properties", values: new Map(Object.entries({ URL: url, BOOTSTRAP_URLS: files })) },
];
const TIER = "https://plm.example.com:8443/tc";
const RELAY = `http://${listen}/tc`;

describe("[G6] which installed addresses lead to a relay", () => {
  test("no address, if the files name the tier", () => {
    expect(pointsAtRelay(installed(TIER), [{ record, running: true }])).toEqual([]);
  });

  test("each address is one entry, with its recording and whether that runs", () => {
    const found = pointsAtRelay(installed(TIER, RELAY, `https://files.example.com:4544 http://${listen}/fms`), [
      { record, running: false },
    ]);
    expect(found.map(({ key, address }) => `${key} ${address}`)).toEqual([`URL ${RELAY}`, `BOOTSTRAP_URLS http://${listen}/fms`]);
    expect(found[0]?.recording).toEqual({ record, running: false });
  });

  test("of two recordings with one address the running one", () => {
    const older = { record: { ...record, id: "2026-01-01T00-00-00Z" }, running: true };
    expect(pointsAtRelay(installed(RELAY), [{ record, running: false }, older])[0]?.recording?.record.id).toBe(
      "2026-01-01T00-00-00Z",
    );
  });

  test("an address of this machine that no recording has is reported, too", () => {
    expect(pointsAtRelay(installed("http://127.0.0.1:7001/tc"), []).map(({ recording }) => recording)).toEqual([null, null]);
  });

  test("a name that a recording in mode tls has for its own is the tier's name", () => {
    const own = {
      ...record,
      relays: [{ ...record.relays[0], role: "sign-in", listen: "127.80.12.7:8443", to: "", mode: "tls" as const }],
    };
    expect(pointsAtRelay(installed(TIER), [{ record: own, running: true }])).toEqual([]);
  });
});

describe("[G6] the installed values are judged, not the planned ones", () => {
  const keys = [
    { file: "connector", key: "TC_SERVER_URL", back: TIER },
    { file: "client", key: "URL", back: TIER },
  ] as const;
  test.each([
    ["there", installed(RELAY)],
    ["back", installed(TIER)],
    ["partial", installed(RELAY, TIER)],
    ["elsewhere", installed("https://other.example.com:8443/tc")],
    ["unknown", installed(RELAY).slice(0, 1)],
    ["unknown", []],
  ] as const)("%s", (state, values) => {
    expect(switchState(keys, values)).toBe(state);
  });

  test("an environment that decides no address says nothing of files", () => {
    expect(switchState([], installed(TIER))).toBe("unknown");
  });
});

describe("[G6] to which relays the addresses of this machine lead", () => {
  const keys = [
    { file: "connector", key: "TC_SERVER_URL", back: TIER },
    { file: "client", key: "URL", back: TIER },
    { file: "client", key: "BOOTSTRAP_URLS", back: "http://127.0.0.1:4544" },
  ] as const;
  const known = [{ record, running: true }];
  const OTHER = "http://127.0.0.1:7001/tc";
  test.each([
    ["there", "all of them to the running ones", [RELAY, RELAY, `http://${listen}/fms`]],
    ["partial", "one of them to another", [RELAY, OTHER, `http://${listen}/fms`]],
    ["elsewhere", "none of them to the running ones", [OTHER, OTHER, OTHER]],
    ["there", "an address of this machine is the environment's own", [RELAY, RELAY, "http://127.0.0.1:4544"]],
    ["partial", "the environment's own address of another key", [RELAY, "http://127.0.0.1:4544", `http://${listen}/fms`]],
  ] as const)("%s: %s", (state, _, [signIn, url, files]) => {
    expect(relaySide(keys, pointsAtRelay(installed(signIn, url, files), known), record.id)).toBe(state);
  });
});
