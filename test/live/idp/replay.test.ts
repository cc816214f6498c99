import { describe, expect, test } from "vitest";
import { exchange as send } from "../../../src/platform/exchange-send.ts";
import { NoAnswer } from "../../../src/live/idp/transport.ts";
import { formRequest } from "../../../src/live/idp/requests.ts";
import { selfSigned } from "../../support/certificate.ts";
import { inProcess } from "../../support/live/live.ts";
import { Replay } from "../../support/live/replay.ts";
import {
  needRecordings,
  RECORDED_ORIGIN,
  type Recorded,
  readTape,
  type Tape,
  tapeNames,
  VERSIONS,
} from "../../support/live/tapes.ts";

/* The replay of recordings, on a tape that was made up here, so that it is proven where the recordings are absent, too. */

const entry = (
  method: string,
  target: string,
  body: string,
  sent: string | null = null,
  headers: Recorded["request"]["headers"] = [],
) => ({
  request: { method, target, headers, body: sent },
  response: {
    status: 200,
    headers: [
      ["Content-Type", "text/plain;charset=UTF-8"],
      ["content-length", "9"],
    ] as const,
    body,
  },
});

const REALM = "/admin/realms/r";
const TAPE: Tape = {
  scenario: "made up",
  server: "none",
  exchanges: [
    entry("GET", REALM, "first"),
    entry("GET", REALM, "second"),
    entry("PUT", REALM, "stored", '{"a":1,"b":2}'),
    entry("GET", REALM, "third"),
    entry("GET", "/realms/r/auth?state=one&x=1", `${RECORDED_ORIGIN}/back?state=one`),
    entry("GET", "/realms/r", "page", null, [["Accept", "text/html"]]),
    entry("GET", "/realms/r", "data", null, [["Accept", "application/json"]]),
    { request: { method: "DELETE", target: REALM, headers: [], body: null }, response: null },
  ],
};

const asking =
  (replay: Replay) =>
  async (method: "GET" | "PUT" | "DELETE", path: string, body?: string, headers: Record<string, string> = {}) => {
    const url = `https://elsewhere.example.com${path}`;
    return (
      await replay.transport({ method, url, headers, body: body === undefined ? null : Buffer.from(body) })
    ).body.toString();
  };

describe("[F13] the replay of a recording", () => {
  test("answers reads as they stood at the last write, in order, and the last one again", async () => {
    const ask = asking(new Replay(TAPE));
    expect([await ask("GET", REALM), await ask("GET", REALM), await ask("GET", REALM)]).toEqual(["first", "second", "second"]);
    expect([await ask("PUT", REALM, "{}"), await ask("GET", REALM)]).toEqual(["stored", "third"]);
  });

  test("names what no recording answers, with the nearest ones; another server answers instead where one is given", async () => {
    const replay = new Replay(TAPE);
    await expect(asking(replay)("GET", `${REALM}/users`)).rejects.toThrow(
      `no tape of made up answers GET ${REALM}/users; nearest are:\n  GET ${REALM}\n`,
    );
    expect(replay.unmatched).toHaveLength(1);
    const other = new Replay(TAPE, { otherwise: () => ({ status: 200, headers: {}, body: Buffer.from("other") }) });
    expect(await asking(other)("GET", `${REALM}/users`)).toBe("other");
    expect(other.unmatched).toHaveLength(1);
  });

  test("compares what is sent where it is told to, by what it says", async () => {
    const ask = asking(new Replay(TAPE, { bodies: true }));
    expect(await ask("PUT", REALM, '{ "b": 2, "a": 1 }')).toBe("stored");
    await expect(ask("PUT", REALM, '{"a":1}')).rejects.toThrow(/with this body: \{"a":1\}\n {2}recorded: \{"a":1,"b":2\}/);
  });

  test("compares writes alone where it is told to", async () => {
    const ask = asking(new Replay(TAPE, { bodies: "writes" }));
    expect(await ask("GET", REALM, "whatever")).toBe("first");
    await expect(ask("PUT", REALM, '{"a":1}')).rejects.toThrow(/with this body/);
  });

  test("lets a parameter be what it is, repeats it, and has the address that it is given", async () => {
    const ask = asking(new Replay(TAPE, { random: ["state"], origin: "https://127.0.0.1:1" }));
    expect(await ask("GET", "/realms/r/auth?x=1&state=two")).toBe("https://127.0.0.1:1/back?state=two");
    await expect(ask("GET", "/realms/r/auth?x=2&state=two")).rejects.toThrow(/no tape/);
  });

  test("tells requests apart by a header where it is told to", async () => {
    const ask = asking(new Replay(TAPE, { headers: ["accept"] }));
    expect(await ask("GET", "/realms/r", undefined, { accept: "application/json" })).toBe("data");
  });

  test("ends without an answer where the recorded client went away", async () => {
    await expect(asking(new Replay(TAPE))("DELETE", REALM)).rejects.toBeInstanceOf(NoAnswer);
  });

  test("is a server of this machine, too, over TLS", async () => {
    const replay = new Replay(TAPE);
    const tls = selfSigned("localhost");
    const server = await replay.serve(tls);
    try {
      const get = (path: string) => {
        const url = `https://localhost:${server.port}${path}`;
        const via = [{ host: "localhost", port: server.port, address: "127.0.0.1", toPort: server.port }];
        return send(
          { method: "GET", url, headers: {}, body: null, via, ca: tls.cert, patience: 5_000, largest: 10_000 },
          () => undefined,
        );
      };
      const answer = await get(REALM);
      expect([answer.status, answer.type, answer.charset, answer.body.toString()]).toEqual([200, "text/plain", "utf-8", "first"]);
      const missing = await get("/nothing");
      expect([missing.status, missing.body.toString()]).toEqual([501, replay.unmatched[0]]);
    } finally {
      await server.close();
    }
  });
});

test("[F13] every recording can be read, and answers its own requests in their order", async () => {
  needRecordings("no recording is played.");
  const wrong: string[] = [];
  for (const name of VERSIONS.flatMap(tapeNames)) {
    const tape = readTape(name);
    const ask = inProcess({ [RECORDED_ORIGIN]: new Replay(tape).live });
    for (const { request, response } of tape.exchanges) {
      if (!response) continue;
      const { method, target, body } = request;
      const sent = {
        method: method as "GET",
        url: `${RECORDED_ORIGIN}${target}`,
        headers: {},
        body: body === null ? null : Buffer.from(body),
      };
      const { status } = await ask({ ...sent, via: [], ca: null, patience: 1, largest: 1_000_000 });
      if (status !== response.status) wrong.push(`${name}: ${method} ${target}: ${status} for ${response.status}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("[F13] a recorded sign-in of an administrator gives a token", async () => {
  const replay = new Replay(readTape("26.7.3/product-plan-no-realm"));
  const answer = await replay.transport(
    formRequest(RECORDED_ORIGIN, "master", { grant_type: "password", username: "a", password: "b" }),
  );
  expect(answer.status).toBe(200);
});
