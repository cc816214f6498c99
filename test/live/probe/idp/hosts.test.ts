import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { probe } from "../../../../src/live/probe/idp/discovery.ts";
import { discoveryOf, LIVE } from "../../../compiler/sso/scene.ts";
import type { Live } from "../../../support/live/live.ts";
import { Replay } from "../../../support/live/replay.ts";
import { needRecordings, RECORDED_ORIGIN, RECORDINGS, readTape } from "../../../support/live/tapes.ts";
import { json, page } from "../../../support/live/web.ts";
import { asked, type Given, read, REALM } from "../scene.ts";
import { type Faults, signInServers } from "../sso/scene.ts";

const judged = async (faults: Faults, given: Partial<Given> = {}) => {
  const found = await asked(probe, { exchange: signInServers(faults).exchange, ...given });
  return { found, words: read(found) };
};

/** The server itself has another address than its container's network here, as in the recordings. */
const LOOPBACK = "192.0.2.1:8443";

describe("[F13][F4] discovery by a name, an address and another port", () => {
  test.each<readonly [words: string, faults: Faults, said: RegExp]>([
    [
      "one answer for everybody",
      {},
      /^proven: asked by its name, with Host: 192\.0\.2\.1:8443 and with Host: idp\.example\.com:9999 it answers the same/,
    ],
    [
      "a port that follows the request",
      { idp: { fault: "port-follows-host" } },
      /^refuted: asked by its name and with Host: idp\.example\.com:9999 it answers two documents: authorization_endpoint is '.*:8443\/.*' and '.*:9999\/.*'.*\nhelp: a host name without a scheme lets its addresses follow the port of the request: give the identity provider its name, .*KC_HOSTNAME=https:\/\/idp\.example\.com:8443/,
    ],
    [
      "a back channel that follows the request",
      { idp: { fault: "back-channel-follows-host" } },
      /^refuted: asked by its name and with Host: 192\.0\.2\.1:8443 it answers two documents: jwks_uri .* token_endpoint .* userinfo_endpoint .*\nhelp: give .*KC_HOSTNAME_BACKCHANNEL_DYNAMIC=false/,
    ],
    [
      "addresses that follow the request wholly",
      { idp: { fault: "issuer-follows-host" } },
      /^refuted: asked by its name and with Host: 192\.0\.2\.1:8443 .* issuer is /,
    ],
    [
      "another port that a proxy refuses",
      refusing("idp.example.com:9999", 404),
      /^not-proven: asked with Host: idp\.example\.com:9999, the name with another port, it answers 404 with a page .*; the hosts that were answered cannot reveal a disagreement with it\nhelp: /,
    ],
    [
      "a refused address, where the port tells all the same",
      refusing(LOOPBACK, 421, "port-follows-host"),
      /^refuted: asked by its name and with Host: idp\.example\.com:9999 it answers two documents/,
    ],
  ])("%s", async (_words, faults, said) => {
    expect((await judged(faults)).words).toMatch(said);
  });

  test("a realm whose own port is that other one is asked by one more", async () => {
    const realm = REALM.replace(":8443", ":9999");
    const yaml = LIVE.replaceAll("idp.example.com:8443", "idp.example.com:9999");
    const hosts: string[] = [];
    const live: Live = ({ headers, url }) => {
      hosts.push(headers.host ?? "");
      return url.pathname.includes("nobody-made") ? json({}, 404) : json(JSON.parse(discoveryOf(realm)));
    };
    const { words } = await judged({ servers: { "https://idp.example.com:9999": live } }, { yaml, discovery: null });
    expect(words).toMatch(/^proven: .* and with Host: idp\.example\.com:9998 it answers/);
    expect(hosts).toEqual(["idp.example.com:9999", "192.0.2.1:9999", "idp.example.com:9998", "idp.example.com:9999"]);
  });
});

function refusing(host: string, status: number, fault?: "port-follows-host"): Faults {
  return {
    ...(fault ? { idp: { fault } } : {}),
    before: { [RECORDED_ORIGIN]: (live) => (request) => (request.headers.host === host ? page("no", status) : live(request)) },
  };
}

describe("[F13][F4] a realm's own Frontend URL", () => {
  const OWN =
    /^refuted: the issuer is 'https:\/\/front\.example\.com\/realms\/engineering', and '.*' was asked: the realm has its own Frontend URL \(frontendUrl\), because realm master keeps the requested name; issuer and endpoints follow it, the administration does not; .*\nhelp: write https:\/\/front\.example\.com in idp\.base .* or clear 'Frontend URL'/;

  test("is named where the server itself keeps the name that was asked", async () => {
    const { words, found } = await judged({ idp: { fault: "frontend-url" } });
    expect(words).toMatch(OWN);
    expect(found.facts.frontendUrl).toBe(true);
  });

  test.each<readonly [words: string, master: Live]>([
    ["the server has another name altogether", () => json({ issuer: "https://front.example.com/realms/master" })],
    ["realm master is hidden", () => page("Not Found", 404)],
  ])("is not, where %s", async (_words, master) => {
    const { words, found } = await judged({
      idp: { fault: "frontend-url" },
      before: {
        [RECORDED_ORIGIN]: (live) => (request) =>
          request.url.pathname.startsWith("/realms/master/") ? master(request) : live(request),
      },
    });
    expect(words).toMatch(/^refuted: the issuer is .*\nhelp: the issuer is the one name for everybody/);
    expect(words).not.toMatch(/Frontend URL/);
    expect(found.facts.frontendUrl).toBe(false);
  });

  test("is seen in what a real server answers", async () => {
    const tape = readTape("26.7.3/discovery-frontend-url");
    const otherwise: Live = ({ url }) =>
      url.pathname.startsWith("/realms/master/") ? json({ issuer: `${RECORDED_ORIGIN}/realms/master` }) : page("no", 404);
    const replay = new Replay(tape, { otherwise });
    const { words } = await judged({ servers: { [RECORDED_ORIGIN]: replay.live } });
    expect(words).toMatch(
      /^refuted: the issuer is 'https:\/\/proxy\.example\.com:8560\/realms\/engineering', .* its own Frontend URL/,
    );
  });
});

describe("[F13][F4] what real servers answer under each setting of their name", () => {
  /** Whether discovery says one thing: by the setting of hostnames.tsv. */
  const SETTINGS: Readonly<Record<string, RegExp>> = {
    "hostname-alone": /^refuted: .*Host: idp\.example\.com:9999 .*\nhelp: a host name without a scheme/,
    "hostname-dynamic": /^refuted: .*Host: 192\.0\.2\.1:8443 .* issuer is /,
    "hostname-backchannel-dynamic":
      /^refuted: .*Host: 192\.0\.2\.1:8443 .*: (?=.*jwks_uri)(?=.*token_endpoint)(?=.*userinfo_endpoint)(?!.* issuer is '[^']*' and)/,
    "proxy-headers": /^refuted: .* issuer is /,
    "hostname-admin": /^proven: /,
    "admin-api-off": /^proven: /,
    "relative-path": /^proven: /,
    "relative-path-not-in-hostname":
      /^refuted: the issuer is 'https:\/\/idp\.example\.com:8443\/realms\/engineering', and '.*\/auth\/realms\/engineering' was asked/,
  };
  const FIELDS = ["issuer", "authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri", "end_session_endpoint"];
  const PATHS = ["", "auth", "token", "userinfo", "certs", "logout"];

  /** A server as the rows of one setting describe it; the recorded address of the machine is that of this network. */
  function serverOf(version: string, setting: string): Live {
    const rows = readFileSync(`${RECORDINGS}hostnames.tsv`, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => line.split("\t"))
      .filter(([v, s, , further]) => v === version && s === setting && further === "");
    return ({ headers, url }) => {
      const host = headers.host === LOOPBACK ? "127.0.0.1:8443" : headers.host;
      if (url.pathname.includes("nobody-made")) return json({ error: "Realm does not exist" }, 404);
      const row =
        rows.find(([, , recorded]) => recorded === host) ?? rows.find(([, , recorded]) => recorded === "other.example.com:8443");
      if (!row) return page("no row", 500);
      const [, , , , path = "", ...origins] = row;
      const address = (i: number) => `${origins[i]}${path}${i === 0 ? "" : `/protocol/openid-connect/${PATHS[i]}`}`;
      return json(Object.fromEntries(FIELDS.map((field, i) => [field, address(i)])));
    };
  }

  /** These were tried with the newer version alone. */
  const NEWER = new Set(["proxy-headers", "relative-path-not-in-hostname"]);
  const versionsOf = (setting: string) => (NEWER.has(setting) ? ["26.7.3"] : ["26.7.3", "26.0.7"]);

  test.each(
    Object.entries(SETTINGS).flatMap(([setting, said]) =>
      versionsOf(setting).map((version) => [version, setting, said] as const),
    ),
  )("%s %s", async (version, setting, said) => {
    needRecordings("hostnames.tsv is not read.");
    const below = setting.startsWith("relative-path") ? "/auth" : "";
    const yaml = LIVE.replace("base: https://idp.example.com:8443", `base: https://idp.example.com:8443${below}`);
    const servers = { [RECORDED_ORIGIN]: serverOf(version, setting) };
    expect((await judged({ servers }, { yaml, discovery: null })).words).toMatch(said);
  });
});
