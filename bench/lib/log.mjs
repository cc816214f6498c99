// A connector log with known errors, attempts to sign in and one cause at known lines.
import { closeSync, openSync, writeSync } from "node:fs";

const two = (number) => String(number).padStart(2, "0");

function timeOf(ms) {
  const seconds = Math.floor(ms / 1000) % 86_400;
  return `2026-03-04 ${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)},${String(ms % 1000).padStart(3, "0")}`;
}

/** Of every so many records one is this; the rest is what a connector says all day. */
const KINDS = [
  [
    10_007,
    "lost",
    (at) => [
      `${at} ERROR [main] c.e.Session - getTypeDescriptions`,
      "Communication with the server was lost while an operation was in progress. The server has probably terminated abnormally.",
    ],
  ],
  [
    12_011,
    "attempt",
    (at) => [
      `${at} INFO  [main] c.e.Session - Login Successfull`,
      `${at} INFO  [main] c.e.Session - loginToTeamcenter(): Finished`,
    ],
  ],
  [
    409,
    "error",
    (at, i) => [
      `${at} ERROR [main] c.e.Model - check-in`,
      `Dataset ${i} is locked by another user`,
      "\tat com.example.connector.Model.checkIn(Model.java:118)",
      "\tat com.example.connector.Model.run(Model.java:64)",
    ],
  ],
];

const usual = (at, i) => [
  `${at} DEBUG [pool-1-thread-${i % 12}] c.e.Model - item ${i} ${i % 3 ? "was read from the cache" : "was written"}`,
];

/** Writes a log of about `size` bytes; what is in it. */
export function writeLog(file, size) {
  const counts = { records: 0, lost: 0, attempt: 0, error: 0 };
  let [bytes, lines, first] = [0, 0, 0];
  const descriptor = openSync(file, "w");
  let text = "";
  for (let i = 1; bytes + text.length < size; i++) {
    const [, kind, words] = KINDS.find(([every]) => i % every === 0) ?? [0, "usual", usual];
    const added = words(timeOf(i * 7), i);
    if (kind === "lost") first ||= lines + 2;
    counts.records += kind === "attempt" ? 2 : 1;
    if (kind !== "usual") counts[kind]++;
    lines += added.length;
    text += `${added.join("\r\n")}\r\n`;
    if (text.length < 1 << 20) continue;
    bytes += writeSync(descriptor, text);
    text = "";
  }
  bytes += writeSync(descriptor, text);
  closeSync(descriptor);
  const { records, lost, attempt, error } = counts;
  const causes = lost === 0 ? [] : [{ id: "tier/backend-lost", count: lost, line: first }];
  return { file, bytes, lines, planted: { records, errors: lost + error, attempts: attempt, causes } };
}
