// The recording relay beside relays that record nothing (haproxy, socat, nginx) and one that records (mitmproxy), one server behind all of them.
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { processorTime, residentBytes } from "../lib/proc.mjs";
import { nginxServer, RELAYS } from "../lib/relays.mjs";
import { bar } from "../lib/report.mjs";
import { largest, median, mebibytes, smallest } from "../lib/statistics.mjs";
import { bulk, smallRequests, stalled, witnessed } from "../lib/traffic.mjs";

const MIB = 1024 * 1024;
const STALLED = 20;
const DIRECT = "no relay";

const installed = (program) => spawnSync(program, ["--version"]).error === undefined;

/** One relay's share of a round; each is started for it, so that no capture of another lies in memory. */
async function round(relay, server, folder, { seconds, times, size, warm }) {
  const started = relay ? await relay.start(folder, server.port) : server;
  const used = async (work) => {
    const before = processorTime(started.pid);
    const result = await work();
    return { ...result, cpu: processorTime(started.pid) - before };
  };
  try {
    const at = `http://127.0.0.1:${started.port}`;
    if (warm > 0) await smallRequests(`${at}/small`, { seconds: warm });
    const small = await used(() => smallRequests(`${at}/small`, { seconds }));
    const one = relay?.slow ? { name: "part", times: 1, bytes: size / 8 } : { name: "large", times, bytes: size };
    const large = await used(() => bulk(`${at}/${one.name}`, one));
    return { small, large };
  } finally {
    if (relay) await started.stop();
  }
}

async function memory(relay, server, folder, rest) {
  const started = await relay.start(folder, server.port);
  try {
    const idle = residentBytes(started.pid);
    return { idle, stalled: await stalled(started.port, STALLED, rest, () => residentBytes(started.pid)) };
  } finally {
    await started.stop();
  }
}

const sum = (path) => {
  const bytes = readFileSync(path);
  return `${bytes.length} ${createHash("sha256").update(bytes).digest("hex")}`;
};

/** What a capture holds, connection by connection, as the witness says it of both ends. */
const recorded = (capture) =>
  readdirSync(capture)
    .filter((name) => name.endsWith(".c2s.raw"))
    .map((name) => `${sum(join(capture, name))} ${sum(join(capture, name.replace("c2s", "s2c")))}`)
    .sort();

const EMPTY = createHash("sha256").digest("hex");

/** Whether clients, servers and the capture tell of the same bytes. */
async function fidelity(folder, how) {
  const [ours] = RELAYS;
  const { relay, clients, servers, bytes } = await witnessed((port) => ours.start(folder, port), how);
  const captured = recorded(relay.capture()).filter((each) => each !== `0 ${EMPTY} 0 ${EMPTY}`);
  const faults = [];
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  if (!same(clients, servers)) faults.push("what servers received and sent is not what clients sent and received");
  if (!same(clients, captured))
    faults.push(
      `what was recorded is not what clients sent and received: ${captured.length} connections against ${clients.length}`,
    );
  return { faults, connections: clients.length, bytes };
}

const range = (values, digits = 0) => {
  const [low, middle, high] = [smallest(values), median(values), largest(values)].map((each) => each.toFixed(digits));
  return values.length > 1 ? `${middle} (${low} to ${high})` : middle;
};

function rows(figures) {
  return [...figures].map(([name, { rounds, memory: held }]) => {
    const of = (pick) => rounds.map(pick);
    return [
      name,
      range(of(({ small }) => small.rate)),
      median(of(({ small }) => small.p50)).toFixed(2),
      median(of(({ small }) => small.p99)).toFixed(1),
      (median(of(({ small }) => small.cpu / small.requests)) * 1000).toFixed(1),
      range(of(({ large }) => large.rate / MIB)),
      (median(of(({ large }) => large.cpu / (large.bytes / MIB))) * 1024).toFixed(0),
      held ? `${mebibytes(held.idle)}, ${mebibytes(held.stalled)}` : "",
    ];
  });
}

const HEAD = [
  "",
  "small requests/s",
  "p50 ms",
  "p99 ms",
  "processor µs/request",
  "bulk MiB/s",
  "processor ms/GiB",
  "memory at rest, 20 stalled",
];

/** How many times ours another one does: the median of the rounds, each measured side by side. */
const ratio = (figures, name, pick) =>
  median(figures.get(name).rounds.map((one, i) => pick(one) / pick(figures.get(RELAYS[0].name).rounds[i])));

function barsOf(figures) {
  const small = ({ small: { rate } }) => rate;
  const large = ({ large: { rate } }) => rate;
  const against = (name, what, pick, limit) =>
    figures.has(name) ? [bar(`${what} of ${name} for one of ours`, ratio(figures, name, pick), limit, "times")] : [];
  const held = figures.get(RELAYS[0].name).memory;
  return [
    ...against("haproxy (tcp)", "small requests", small, 1.25),
    ...against("socat", "small requests", small, 1),
    ...against("haproxy (tcp)", "bulk bytes", large, 1.67),
    ...(held?.stalled ? [bar("memory with 20 stalled downloads", held.stalled / MIB, 150, "MiB")] : []),
  ];
}

/** The server's files, wrk and curl: without one of them only what is recorded is looked at. */
async function speeds(folder, missing, { smoke, rounds, size, times }) {
  const files = join(folder, "files");
  mkdirSync(files);
  writeFileSync(join(files, "small"), Buffer.alloc(512, "s"));
  writeFileSync(join(files, "large"), Buffer.alloc(size, "large file\n"));
  writeFileSync(join(files, "part"), Buffer.alloc(size / 8, "large file\n"));
  const server = await nginxServer(folder, files);
  const relays = RELAYS.filter((relay) => relay.here());
  const figures = new Map([DIRECT, ...relays.map(({ name }) => name)].map((name) => [name, { rounds: [], memory: null }]));
  const how = smoke ? { seconds: 1, warm: 0 } : { seconds: 3, warm: 1 };
  try {
    for (let i = 0; i < rounds; i++) {
      for (const relay of [null, ...relays]) {
        if (relay?.slow && i > 0 && smoke) continue;
        figures.get(relay?.name ?? DIRECT).rounds.push(await round(relay, server, folder, { ...how, times, size }));
      }
    }
    for (const relay of relays) figures.get(relay.name).memory = await memory(relay, server, folder, smoke ? 300 : 3000);
  } finally {
    await server.stop();
  }
  for (const relay of RELAYS.filter((one) => !relays.includes(one))) missing.push(`${relay.name} (Debian: ${relay.package})`);
  return figures;
}

export const benchmark = {
  name: "relay",
  async run({ folder, smoke, rounds = smoke ? 1 : 5 }) {
    const missing = ["wrk", "curl", "nginx"].filter((program) => !installed(program));
    const size = (smoke ? 4 : 64) * MIB;
    const proof = await fidelity(
      folder,
      smoke ? { connections: 4, exchanges: 100, largest: MIB } : { connections: 16, exchanges: 400, largest: 8 * MIB },
    );
    const canMeasure = missing.length === 0;
    const figures = canMeasure ? await speeds(folder, missing, { smoke, rounds, size, times: smoke ? 2 : 16 }) : null;
    rmSync(join(folder, "captures"), { recursive: true, force: true });
    return {
      tables: figures ? [{ head: HEAD, rows: rows(figures) }] : [],
      bars: figures ? barsOf(figures) : [],
      notes: [
        `Recorded and compared: ${proof.connections} connections, ${proof.bytes.toLocaleString("en")} bytes; client, server and raw files ${proof.faults.length === 0 ? "are the same bytes" : "DIFFER"}.`,
        "nginx answers behind each relay; wrk (one thread, 32 connections) requests 512 bytes, curl large files. Each relay restarts for each round; figures are medians, ratios medians of each round's ratio.",
        "haproxy, socat and nginx record nothing. mitmproxy records in memory or writes at the end of a connection; ours writes before it sends.",
        ...missing.map((name) => `NOT RUN: ${name} is not installed.`),
        ...(canMeasure ? [] : ["NOT RUN: no speed was measured."]),
      ],
      faults: proof.faults,
    };
  },
};
