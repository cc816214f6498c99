// Reading and writing properties files in one warm process: speed, and how often each reader is right.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { answer, realFiles, same, wrong } from "../codec/correctness.mjs";
import { generated, ordinary } from "../codec/documents.mjs";
import { parsers } from "../codec/parsers.mjs";
import { java, javaAnswers } from "../lib/java.mjs";
import { run } from "../lib/process.mjs";
import { bar } from "../lib/report.mjs";
import { median, milliseconds, smallest } from "../lib/statistics.mjs";
import { corpus } from "../lib/tool.mjs";

const JAVA = "java.util.Properties";
const bytesOf = (written) => (typeof written === "string" ? Buffer.from(written, "latin1") : written);

/** Clears away the young objects that an earlier call left, so that no parser pays for another. */
function collector() {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc");
  return () => collect({ type: "minor" });
}

/** Milliseconds of each of `runs` warm calls, the rivals in turn; null for one that throws. */
function inTurn(calls, { warm, runs }) {
  const measured = new Map(calls.map(([name]) => [name, []]));
  const collect = collector();
  for (let round = -warm; round < runs; round++) {
    for (const [name, call] of calls) {
      if (measured.get(name) === null) continue;
      collect();
      const begin = performance.now();
      try {
        call();
      } catch {
        measured.set(name, null);
        continue;
      }
      if (round >= 0) measured.get(name).push(performance.now() - begin);
    }
  }
  return measured;
}

function javaTimes(program, path, runs) {
  const [command, ...args] = program.command("time", path, String(runs));
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`java: ${stderr}`);
  const [decode, encode] = stdout
    .trim()
    .split("\n")
    .map((line) => line.split(" ").map((nanoseconds) => Number(nanoseconds) / 1e6));
  return { decode, encode };
}

const speed = (ms, bytes) => (ms === null ? "throws" : `${(bytes / 1024 / 1024 / (ms / 1000)).toFixed(0)}`);
const cell = (values, pick, bytes) => (values === undefined ? "-" : speed(values === null ? null : pick(values), bytes));

/** What is to be read right, with the judge's answers; and what could not be judged. */
function judged(program, count) {
  const sets = [];
  const notes = [];
  const files = corpus();
  if (files) {
    const { documents, answers } = realFiles(files);
    sets.push({ name: `${documents.length} real files`, documents, answers });
  } else notes.push("NOT RUN: the corpus of real files is not beside this checkout.");
  if (program) {
    for (const [kind, documents] of generated(count))
      sets.push({ name: `${documents.length} ${kind}`, documents, answers: javaAnswers(program, documents) });
  } else notes.push("NOT RUN: Java is not installed, so generated documents have no judge and Java's own speed is unknown.");
  return { sets, notes };
}

/** Whether an encoder's and an editor's output says what it should. */
function written(parser, document, judge, key, value) {
  const verdicts = { encode: "-", edit: "-" };
  const { bytes, map } = document;
  if (parser.encode) verdicts.encode = same(judge(bytesOf(parser.encode(map))), map) ? "right" : "WRONG";
  if (parser.edit)
    verdicts.edit = same(judge(bytesOf(parser.edit(bytes, key, value))), new Map([...map, [key, value]])) ? "right" : "WRONG";
  return verdicts;
}

export const benchmark = {
  name: "codec",
  async run({ folder, smoke, rounds = smoke ? 2 : 15, count = smoke ? 200 : 20_000 }) {
    const program = java(folder);
    const { parsers: all, missing } = await parsers(folder);
    const document = ordinary(smoke ? 20_000 : 1024 * 1024);
    const size = document.bytes.length;
    const keys = [...document.map.keys()];
    const [key, value] = [keys[keys.length >> 1], "D:\\new value = #1 \xe4"];
    const warm = smoke ? 1 : 12;
    const calls = (kind, call) => all.filter((each) => each[kind]).map((each) => [each.name, () => call(each)]);
    const figures = {
      decode: inTurn(
        calls("read", (each) => each.read(document.bytes)),
        { warm, runs: rounds },
      ),
      encode: inTurn(
        calls("encode", (each) => each.encode(document.map)),
        { warm, runs: rounds },
      ),
      edit: inTurn(
        calls("edit", (each) => each.edit(document.bytes, key, value)),
        { warm, runs: rounds },
      ),
    };
    const { sets, notes } = judged(program, count);
    const judge = program ? (bytes) => javaAnswers(program, [bytes])[0] : (bytes) => answer(all[0], bytes);
    const rights = new Map(all.map((each) => [each.name, written(each, document, judge, key, value)]));
    const wrongs = new Map(
      all.map((each) => [
        each.name,
        [wrong(each, [document.bytes], [document.map]), ...sets.map(({ documents, answers }) => wrong(each, documents, answers))],
      ]),
    );

    if (program) {
      const path = join(folder, "ordinary.properties");
      writeFileSync(path, document.bytes);
      const times = javaTimes(program, path, rounds);
      for (const kind of ["decode", "encode"]) figures[kind].set(JAVA, times[kind]);
      wrongs.set(JAVA, [0, ...sets.map(() => 0)]);
      rights.set(JAVA, { encode: "right", edit: "-" });
      const whole = await run([program.command("once", path)], folder);
      notes.push(`Java ${program.version} as a whole process, one load and one store: ${milliseconds(whole.ms)}.`);
    }
    for (const each of all) each.end?.();

    const speeds = [...wrongs.keys()].map((name) => [
      name,
      ...["decode", "encode", "edit"].flatMap((kind) => [
        cell(figures[kind].get(name), smallest, size),
        cell(figures[kind].get(name), median, size),
      ]),
      rights.get(name).encode,
      rights.get(name).edit,
    ]);
    const counts = [...wrongs].map(([name, numbers]) => [name, ...numbers.map(String)]);
    const faults = wrongs
      .get("tierwright")
      .flatMap((number, index) =>
        number === 0
          ? []
          : [`tierwright reads ${number} of ${["the ordinary file", ...sets.map((each) => each.name)][index]} wrongly`],
      );
    for (const [kind, verdict] of Object.entries(rights.get("tierwright")))
      if (verdict !== "right") faults.push(`tierwright: ${kind} is ${verdict}`);
    if (missing.length > 0) notes.push(`NOT RUN: ${missing.join(", ")} not installed; npm ci --prefix bench brings them.`);
    return {
      tables: [
        {
          head: [
            "MiB/s, higher is better",
            "decode best",
            "median",
            "encode best",
            "median",
            "edit one key, best",
            "median",
            "encoded",
            "edited",
          ],
          rows: speeds,
        },
        { head: ["documents read otherwise than Java", "ordinary file", ...sets.map((each) => each.name)], rows: counts },
      ],
      bars: bars(figures, rights, wrongs),
      notes: [
        `In one process, ${warm} warm-up rounds, then ${rounds} rounds in turn; an ordinary file of ${size} bytes with ${document.map.size} entries. Ours decodes every entry with its places; encoding makes a file from such a map, editing sets one key.`,
        "java-properties reads files only: its time includes writing one. `encoded`, `edited`: whether Java reads the result correctly.",
        ...notes,
      ],
      faults,
    };
  },
};

/** Against the fastest npm parser whatever it reads, and against the fastest that gets the ordinary file right. */
function bars(figures, rights, wrongs) {
  const result = [];
  for (const kind of ["decode", "encode", "edit"]) {
    const ours = median(figures[kind].get("tierwright"));
    const others = [...figures[kind]].filter(([name, values]) => name !== "tierwright" && name !== JAVA && values !== null);
    others.sort(([, a], [, b]) => median(a) - median(b));
    const isRight = ([name]) => (kind === "decode" ? wrongs.get(name)[0] === 0 : rights.get(name)[kind] === "right");
    const rivals = new Set([others[0], others.find(isRight)].filter((each) => each !== undefined));
    for (const [name, values] of rivals) {
      const errors =
        kind === "decode"
          ? `${wrongs.get(name).reduce((sum, each) => sum + each, 0)} documents read wrongly`
          : `its result is ${rights.get(name)[kind]}`;
      const which = isRight([name]) ? "the fastest npm parser that does it right" : "the fastest npm parser of all";
      result.push(bar(`${kind}: our time over that of ${which}, ${name} (${errors})`, ours / median(values), 1, "times"));
    }
    const java = figures[kind].get(JAVA);
    if (java) result.push(`${kind}: ${(ours / median(java)).toFixed(2)} times the time of ${JAVA} in a warm JVM (no bar)`);
  }
  return result;
}
