// Every place with an old address in a gibibyte of text, as a whole process, beside grep and ripgrep with the same spellings.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HEAD, interleave, row } from "../lib/interleave.mjs";
import { run } from "../lib/process.mjs";
import { bar } from "../lib/report.mjs";
import { mebibytes, times } from "../lib/statistics.mjs";
import { ROOT, tierwright } from "../lib/tool.mjs";

const MIB = 1024 * 1024;
const OLD = "http://plm.example.com:8080";

/** What stands in the files, one of each in every file: what grep and ripgrep are given word by word. */
const SPELLINGS = [
  "http://plm.example.com:8080",
  "HTTP://PLM.Example.com:8080",
  "http\\://plm.example.com\\:8080",
  "http:\\/\\/plm.example.com:8080",
  "http%3A%2F%2Fplm.example.com%3A8080",
  "http%253A%252F%252Fplm.example.com%253A8080",
  "http&#58;&#x2f;&#x2f;plm.example.com&#58;8080",
  "http\\u003a//plm.example.com:8080",
];

/** Lines as logs and settings have them: the new address is in many, the old one in none. */
const LINES = [
  "2026-11-22 12:00:01,123 INFO [main] Client - sent a request to https://plm.example.com/tc in 123 ms, path=/x?a=b&c=%20\n",
  "2026-11-22 12:00:02,456 DEBUG [pool-3-thread-1] Transfer - 1048576 bytes to https\\://files.example.com\\:4544, ok\n",
  "    at com.example.connection.Session.open(Session.java:118) ~[client-1.0.jar!/:?]\n",
  "STAGING_DIR=D:\\\\plm\\\\staging\n",
  '{"level":"INFO","message":"signed in","user":"anna","url":"https://plm.example.com:8443/tc/RestServices"}\n',
  '<parameter name="tcsso.federation_reply_url" value="https://plm.example.com:7001/tcsso/weblogin/oidc_callback"/>\n',
];

/** Most files of a search hold no place. */
const ONE_IN = 8;

/** A file of about `size` bytes: these spellings of the old address spread over it, a line each. */
function textOf(size, spellings) {
  const block = LINES.join("");
  const part = block.repeat(Math.ceil(size / block.length / (SPELLINGS.length + 1)));
  return (
    spellings.map((spelling) => `${part}address=${spelling}/tc\n`).join("") + part.repeat(SPELLINGS.length + 1 - spellings.length)
  );
}

/** The sample with `total` bytes of text in files of `each` beside its documents. */
function repositoryWith(folder, total, each) {
  for (const part of ["environments", "releases", "templates"]) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  const logs = join(folder, "collected");
  mkdirSync(logs);
  const [some, none] = [textOf(each, SPELLINGS), textOf(each, [])];
  const files = Math.ceil(total / each);
  let [places, bytes] = [0, 0];
  for (let i = 0; i < files; i++) {
    const holds = i % ONE_IN === 0;
    writeFileSync(join(logs, `collected-${String(i).padStart(3, "0")}.log`), holds ? some : none);
    places += holds ? SPELLINGS.length : 0;
    bytes += (holds ? some : none).length;
  }
  return { folder, logs, files, places, bytes };
}

const searching = (name, { folder }) => ({
  name,
  go: () => run([tierwright("cutover", OLD, "-C", folder, "--format", "json")], folder, { ends: [1] }),
});

/** A rival with the list of spellings. Its lines go into a file: grep stops at the first one where nobody reads them. */
function rival(name, command, list, { logs, folder }) {
  const whole = ["sh", "-c", 'out=$1; shift; "$@" >"$out"', "sh", join(folder, "..", "lines"), ...command, "-f", list, logs];
  return { name, command: [...command, "-f", list, logs], go: () => run([whole], folder, { env: { LC_ALL: "C" } }) };
}

const installed = (program) => spawnSync(program, ["--version"]).status === 0;

/** The places that a repository's own search gives have to be the planted ones, and the lines of a rival, too. */
function faultsOf(repository, rivals) {
  const [program, ...args] = tierwright("cutover", OLD, "-C", repository.folder, "--format", "json");
  const { stdout } = spawnSync(program, args, { encoding: "utf8", maxBuffer: 64 * MIB });
  const { count, places } = JSON.parse(stdout);
  const found = new Set(places.map(({ spelling }) => spelling));
  const faults = SPELLINGS.filter((spelling) => !found.has(spelling)).map((spelling) => `${spelling} was not found`);
  if (count !== repository.places) faults.push(`${count} places were found, and ${repository.places} are there`);
  for (const { name, command } of rivals) {
    const lines = spawnSync(command[0], command.slice(1), { encoding: "utf8", maxBuffer: 64 * MIB })
      .stdout.trim()
      .split("\n").length;
    if (lines !== repository.places) faults.push(`${name} finds ${lines} lines, and ${repository.places} are there`);
  }
  return faults;
}

/** The rivals are given the spellings, so there is no bar. */
function against(name, ours, theirs) {
  const cpu = ours.cpu === null ? "" : `, ${times(ours.cpu / theirs.cpu)} of its processor time`;
  return `against ${name}: ${times(ours.median / theirs.median)} of its time${cpu} (no bar)`;
}

export const benchmark = {
  name: "cutover",
  async run({ folder, smoke, rounds = smoke ? 1 : 3 }) {
    const total = (smoke ? 4 : 1024) * MIB;
    const each = (smoke ? 1 : 16) * MIB;
    const large = repositoryWith(join(folder, "large"), total, each);
    const small = repositoryWith(join(folder, "small"), total / 4, each);
    const list = join(folder, "spellings");
    writeFileSync(list, `${SPELLINGS.join("\n")}\n`);
    const grep = installed("grep") ? [rival("grep -F", ["grep", "-rnF"], list, large)] : [];
    const anyCase = installed("grep") ? [rival("grep -F -i", ["grep", "-rnFi"], list, large)] : [];
    const rg = installed("rg") ? [rival("ripgrep -F", ["rg", "-nF", "--no-ignore", "--hidden"], list, large)] : [];
    const others = [...grep, ...anyCase, ...rg];
    const names = { large: `cutover, ${mebibytes(large.bytes)}`, small: `cutover, ${mebibytes(small.bytes)}` };
    const faults = faultsOf(large, others);
    const figures = await interleave([searching(names.large, large), searching(names.small, small), ...others], { rounds });
    rmSync(large.folder, { recursive: true });
    const [big, quarter] = [figures.get(names.large), figures.get(names.small)];
    return {
      tables: [
        {
          head: [...HEAD, "MiB/s"],
          rows: [...figures].map(([name, one]) => line(name, one, name === names.small ? small : large)),
        },
      ],
      bars: [
        ...(big.peak === null ? [] : [bar("peak memory for four times the bytes", big.peak / quarter.peak, 1.2, "times")]),
        ...others.map(({ name }) => against(name, big, figures.get(name))),
      ],
      notes: [
        `The text has ${large.bytes.toLocaleString("en")} bytes in ${large.files} files, and ${large.places} places: each of ${SPELLINGS.length} spellings once in one file of ${ONE_IN}. grep and ripgrep are given these ${SPELLINGS.length} and find no other; \`cutover\` gets the address alone, and reads a file with a place twice.`,
        "`cutover` also compiles the sample's environments and searches the result.",
        ...(rg.length === 0 ? ["NOT RUN: ripgrep (rg) is not installed."] : []),
        ...(grep.length === 0 ? ["NOT RUN: grep is not installed."] : []),
      ],
      faults,
    };
  },
};

const line = (name, figures, { bytes }) => [...row(name, figures), (bytes / MIB / (figures.median / 1000)).toFixed(0)];
