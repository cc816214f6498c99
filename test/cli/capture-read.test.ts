import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Git } from "../../src/platform/git.ts";
import { recordingWorld } from "../../src/platform/recording-world.ts";
import { DONE, eventLines, OK, type Step } from "../record/capture/recorded.ts";
import { cli } from "../support/host.ts";
import { temporaryFolder } from "../support/repository.ts";
import { eachNth } from "../support/runs.ts";

const PASSWORD = "hunter2&<hunter2>";
const CONNECTOR = "User-Agent: Apache-HttpClient/4.5.13 (Java/17.0.9)";
const post = (path: string, agent: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: plm.example.com:7001\r\n${agent}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const XML = post(
  "/tc/RestServices/Core-2008-06-Session/login",
  CONNECTOR,
  '<LoginInput username="ed" password="hunter2&amp;&lt;hunter2&gt;"/>',
);
const JSON_SIGN_IN = post(
  "/tc/JsonRestServices/Core-2011-06-Session/login",
  "User-Agent: Python-urllib/3.11",
  JSON.stringify({ body: { user: "ed", password: PASSWORD } }),
);
const zipped = gzipSync(`<LoginResponse says="${encodeURIComponent(PASSWORD)} of ed"><a>1</a></LoginResponse>`);
const ANSWER = Buffer.concat([
  Buffer.from(
    `HTTP/1.1 200 OK\r\nContent-Type: text/xml\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n${zipped.length.toString(16)}\r\n`,
  ),
  zipped,
  Buffer.from("\r\n0\r\n\r\n"),
]);
const FOUR_O_FOUR = "HTTP/1.1 404 Not Found\r\nContent-Length: 9\r\n\r\nno";

const CONNECTIONS: readonly (readonly Step[])[] = [
  [
    ["c2s", XML],
    ["s2c", ANSWER],
    ["c2s", "GET /tc/x HTTP/1.1\r\nHost: plm.example.com:7001\r\nAuthorization: Bearer abcdefghijkl\r\n\r\n"],
    ["s2c", FOUR_O_FOUR],
    ["fin", "s2c"],
    ["closed"],
  ],
  [["c2s", JSON_SIGN_IN], ["s2c", OK], ...DONE],
];

/** A store with one capture, as a relay leaves it. */
function store(connections = CONNECTIONS): { readonly cwd: string; readonly folder: string } {
  const cwd = temporaryFolder();
  const folder = join(cwd, "captures", "2026-11-22T12-00-00Z");
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const { events, raw } = eventLines(connections);
  writeFileSync(join(folder, "events.ndjson"), events);
  for (const [name, bytes] of raw) writeFileSync(join(folder, name), bytes);
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1_000_000, 1_000_000);
  return { cwd, folder };
}
const recording = recordingWorld({ env: () => undefined, openGit: (at, use) => Git.open(at, use) });
const run = (cwd: string, ...words: readonly string[]) => cli([...words, "--store", "captures"], { cwd, recording });
const read = async (cwd: string, ...words: readonly string[]) =>
  JSON.parse((await run(cwd, "capture", "read", "last", "--format", "json", ...words)).out);
const state = (folder: string) =>
  readdirSync(folder)
    .filter((name) => name !== "reveals.ndjson")
    .map((name) => [
      name,
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
      statSync(join(folder, name)).mtimeMs,
    ]);

describe("capture read", () => {
  test("[G1] [G3] lists exchanges with their number and the broken ones, and one of them decoded", async () => {
    const { cwd, folder } = store();
    const before = state(folder);
    const list = await run(cwd, "capture", "read", "last");
    expect(list.code).toBe(0);
    expect(list.out).toContain("3 exchanges, 1 broken (short-body 1)");
    expect(list.out).toMatch(/Core-2008-06-Session\/login \(XML sign-in\)\s+200/);
    expect(list.out).toContain("close the switcher");
    const one = await run(cwd, "capture", "read", "2026-11", "1");
    expect(one.out).toContain('<LoginInput username="ed" password="(value not shown)"/>');
    expect(one.out).toContain('<LoginResponse says="(value not shown) of ed">\n  <a>1</a>\n</LoginResponse>');
    expect(one.out).toContain("User-Agent: Apache-HttpClient/4.5.13 (Java/17.0.9)");
    expect(state(folder)).toEqual(before);
  });

  test("[G1] [G2] as a document: decoded bodies, spans of the raw files, why it is broken", async () => {
    const { cwd, folder } = store();
    const { exchanges, total, broken } = await read(cwd);
    expect([total, broken]).toEqual([3, { total: 1, reasons: { "short-body": 1 } }]);
    expect(
      exchanges.map(({ n, connection, signIn, broken: why }: Record<string, unknown>) => [n, connection, signIn, why]),
    ).toEqual([
      [1, 1, "xml", null],
      [2, 1, null, "short-body"],
      [3, 2, "json", null],
    ]);
    const [first, second] = exchanges;
    expect(first.content).toEqual({ encoding: "gzip", ok: true });
    expect(first.response.body).toContain("<a>1</a>");
    const raw = readFileSync(join(folder, "0001.s2c.raw"));
    expect(first.response.span).toBe(null);
    const [revealed] = (await read(cwd, "1", "--reveal")).exchanges;
    const { offset, length } = revealed.response.span;
    expect(raw.subarray(offset, offset + length).equals(ANSWER)).toBe(true);
    expect(second.response).toMatchObject({ status: 404, body: "no", content: { ok: false, says: "its end is missing" } });
    expect(second.request.headers).toContainEqual(["Authorization", "Bearer (value not shown)"]);
  });

  test.each(
    eachNth(3, [
      [["--agent", "apache-http"], [1]],
      [["--sign-in", "json"], [3]],
      [["--sign-in", "xml"], [1]],
      [["--method", "get"], [2]],
      [
        ["--operation", "login"],
        [1, 3],
      ],
      [["--operation", "Core-2011-06-Session/login"], [3]],
      [["--status", "404"], [2]],
      [
        ["--status", "2xx"],
        [1, 3],
      ],
      [
        ["--since", "2026-11-22T12:00:00.005Z"],
        [2, 3],
      ],
      [
        ["--since", "11:00"],
        [1, 2, 3],
      ],
      [["--since", "2026-11-23"], []],
      [["--agent", "nobody"], []],
    ] as const),
  )("[G4] %j shows %j", async (words, expected) => {
    const { exchanges } = await read(store().cwd, ...words);
    expect(exchanges.map(({ n }: { readonly n: number }) => n)).toEqual(expected);
  });

  test("[G5] no form shows a password, and --reveal shows one exchange, noted before", async () => {
    const { cwd, folder } = store();
    const before = state(folder);
    const forms = [[], ["1"], ["2"], ["3"], ["1", "--raw"], ["3", "--raw"], ["--format", "json"], ["1", "--format", "json"]];
    for (const words of forms) {
      const { code, out, err } = await run(cwd, "capture", "read", "last", ...words);
      expect([words, code, err, /hunter2|abcdefghijkl/.test(out)]).toEqual([words, 0, "", false]);
    }
    expect(existsSync(join(folder, "reveals.ndjson"))).toBe(false);
    const raw = await run(cwd, "capture", "read", "last", "1", "--raw", "--reveal");
    expect(raw.out).toContain('password="hunter2&amp;&lt;hunter2&gt;"');
    expect((await run(cwd, "capture", "read", "last", "3", "--reveal")).out).toContain('"password": "hunter2&<hunter2>"');
    const notes = readFileSync(join(folder, "reveals.ndjson"), "utf8").trim().split("\n");
    expect(notes.map((line) => JSON.parse(line).exchange)).toEqual([1, 3]);
    expect(state(folder)).toEqual(before);
  });

  describe("[G5] a body that is no text", () => {
    const bytes = Buffer.from([0x00, 0x1b, 0x5b, 0x33, 0x31, 0x6d, 0x41, 0xff, 0xc8, 0x0a, 0x42]);
    const head = `HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${bytes.length}\r\n\r\n`;
    const asked = post("/tc/x", CONNECTOR, "a");
    const { cwd } = store([[["c2s", asked], ["s2c", Buffer.concat([Buffer.from(head), bytes])], ...DONE]]);

    test("is shown with --reveal, a character for each byte, and no control character among them", async () => {
      const { out } = await run(cwd, "capture", "read", "last", "1", "--reveal");
      expect(out).toContain("[31mA\u00ff\u00c8\nB\n");
      expect(out).toContain("(11 bytes: it is not text: each byte is shown as a character)");
      expect([...out].filter((one) => one < " " && one !== "\n")).toEqual([]);
      expect((await read(cwd, "1", "--reveal")).exchanges[0].response.body).toBe(bytes.toString("latin1"));
    });

    test("is not shown else", async () => {
      expect((await run(cwd, "capture", "read", "last", "1")).out).toContain("application/octet-stream: it is not text)");
      expect((await read(cwd, "1")).exchanges[0].response.body).toBe(null);
    });
  });

  test.each(
    eachNth(3, [
      [["capture", "read", "last", "--reveal"], "--reveal shows one exchange at a time"],
      [["capture", "read", "last", "--raw"], "--raw shows one exchange at a time"],
      [["capture", "read", "last", "9"], "there is no exchange '9'"],
      [["capture", "read", "2025"], "there is no capture '2025'"],
      [["capture", "read", "last", "--status", "9"], "--status cannot be '9'"],
      [["capture", "read", "last", "--since", "noon"], "--since cannot be 'noon'"],
      [["capture", "read", "last", "1", "--raw", "--format", "json"], "--raw does not support --format json"],
    ] as const),
  )("%j is refused", async (words, message) => {
    const { cwd } = store();
    const { code, out, err } = await run(cwd, ...words);
    expect([code, words.includes("json" as never) ? "" : out]).toEqual([2, ""]);
    expect(err + out).toContain(message);
  });

  test("[G5] what cannot be noted is not revealed", async () => {
    const { cwd, folder } = store();
    mkdirSync(join(folder, "reveals.ndjson"));
    const { code, out } = await run(cwd, "capture", "read", "last", "1", "--reveal");
    expect([code, out]).toEqual([2, ""]);
  });
});

describe("a capture that is damaged", () => {
  test("[G2] is read as far as it goes, and says what is missing", async () => {
    const { cwd, folder } = store();
    truncateSync(join(folder, "events.ndjson"), statSync(join(folder, "events.ndjson")).size - 60);
    rmSync(join(folder, "0002.s2c.raw"));
    writeFileSync(join(folder, "0003.c2s.raw"), "GET /late HTTP/1.1\r\n\r\n");
    const { exchanges, damage, broken } = await read(cwd);
    expect(exchanges.map((one: Record<string, unknown>) => one.broken)).toEqual([null, "short-body", "recorder", "relay"]);
    expect(broken.total).toBe(3);
    expect(damage.join("\n")).toMatch(
      /1 line of events.ndjson cannot be read[\s\S]*from the server is missing[\s\S]*connection 3: no event reports the last bytes from the client \(up to 1 KB\)/,
    );
  });

  test("[G2] without events its bytes are read all the same", async () => {
    const { cwd, folder } = store();
    rmSync(join(folder, "events.ndjson"));
    const { exchanges, damage, state: ended } = await read(cwd);
    expect([ended, damage[0]]).toEqual(["ended", expect.stringContaining("events.ndjson is missing")]);
    expect(exchanges).toHaveLength(3);
    expect(exchanges[0].response.body).toContain("<a>1</a>");
  });

  test("[G3] one that was killed does not seem to run because its process number is another's by now", async () => {
    const { cwd, folder } = store();
    const free = await recording.listen({ host: "127.0.0.1", port: 0 }, (client) => client.reset());
    const { port } = free.at;
    const killed = readFileSync(join(folder, "events.ndjson"), "utf8")
      .replace(/\{"event":"stopped".*\n/, "")
      .replace('"pid":4194305', `"pid":${process.ppid}`)
      .replace("127.0.0.1:8080", `127.0.0.1:${port}`);
    writeFileSync(join(folder, "events.ndjson"), killed);
    expect((await read(cwd)).state).toBe("running");
    free.close();
    await expect.poll(async () => (await read(cwd)).state).toBe("ended");
  });

  test("what is no capture is said to be none", async () => {
    const { cwd } = store();
    mkdirSync(join(cwd, "captures", "zzz"));
    const { code, err } = await run(cwd, "capture", "read", "zzz");
    expect([code, err]).toEqual([2, expect.stringContaining("is not a capture")]);
  });
});

describe("capture list", () => {
  test("[G1] [G3] lists every capture with exchanges and broken ones", async () => {
    const { cwd } = store();
    mkdirSync(join(cwd, "captures", "other"));
    const { code, out } = await run(cwd, "capture", "list");
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(
        /^2026-11-22T12-00-00Z {2}stopped; 127.0.0.1:8080 to plm.example.com:7001\n {2}3 exchanges, 1 broken \(short-body 1\)/,
      ),
    ]);
    const document = JSON.parse((await run(cwd, "capture", "list", "--format", "json")).out);
    expect(document.captures).toMatchObject([
      { id: "2026-11-22T12-00-00Z", total: 3, broken: { total: 1 }, signIns: { xml: 1, json: 1 } },
    ]);
    expect(JSON.stringify(document)).not.toMatch(/hunter2/);
  });

  test("[G3] an empty capture is said to be one", async () => {
    const { cwd } = store([]);
    expect((await run(cwd, "capture", "list")).out.replace(/\s+/g, " ")).toContain(
      "0 exchanges, 0 broken: the client was not switched to the relay, or was not restarted afterwards",
    );
    expect((await run(cwd, "capture", "read", "last")).out).toContain("no exchange: the client was not switched");
  });

  test("a store that is not there is refused where it was named", async () => {
    const [cwd, today] = [temporaryFolder(), ["--older-than", "30"]];
    writeFileSync(join(cwd, "file"), "");
    const verbs = [
      ["capture", "list"],
      ["capture", "read", "last"],
      ["diagnose", "--capture", "last"],
      ["record", "status"],
    ];
    for (const words of [...verbs, ["record", "stop"], ["capture", "prune", ...today]])
      for (const store of ["nowhere", "file", "file/below"]) {
        const { code, err } = await cli([...words, "--store", store], { cwd, recording });
        expect([words, code, err]).toEqual([words, 2, expect.stringContaining(`there is no store ${join(cwd, store)}`)]);
      }
  });

  test("[G3] a store that a link leads to is read", async () => {
    const { cwd } = store();
    symlinkSync(join(cwd, "captures"), join(cwd, "link"));
    for (const words of [
      ["capture", "list"],
      ["capture", "read", "last"],
      ["record", "status"],
    ]) {
      const { code, out } = await cli([...words, "--store", "link"], { cwd, recording });
      expect([words, code, out]).toEqual([words, 0, expect.stringMatching(/3 (?:whole )?exchanges/)]);
    }
  });
});
