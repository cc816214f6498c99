// A swap bundle of a large kit, as a whole process, against sha256sum and cp of the same bytes; memory at a quarter of the size.
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HEAD, interleave, row } from "../lib/interleave.mjs";
import { run } from "../lib/process.mjs";
import { bar } from "../lib/report.mjs";
import { mebibytes, times } from "../lib/statistics.mjs";
import { ROOT, tierwright } from "../lib/tool.mjs";

const MIB = 1024 * 1024;
const RELEASE = join("releases", "2506");

/** Bytes that no two files share and no compression helps with; the same seed gives the same. */
function pseudoRandom(seed, size) {
  const bytes = Buffer.allocUnsafe(size);
  let state = seed * 2654435761 + 1;
  for (let at = 0; at + 4 <= size; at += 4) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes.writeUInt32LE(state, at);
  }
  return bytes.fill(seed, size - (size % 4));
}

/** Sizes of jars as kits have them: many of a mebibyte or two, some of ten, one of forty; together `total` bytes. */
function jarSizes(total) {
  const pattern = [40, 10, 10, 10, 5, 5, 2, 2, 2, 2, 1, 1, 1, 1].map((size) => size * MIB);
  const sizes = [];
  for (let left = total, i = 0; left > 0; i++) {
    const size = Math.min(left, i === 0 ? Math.min(pattern[0], total / 4) : pattern[1 + (i % (pattern.length - 1))]);
    sizes.push(size);
    left -= size;
  }
  return sizes;
}

/** The sample with a kit of `total` bytes more in jars, all of them locked. */
function repositoryWith(folder, total) {
  for (const part of ["environments", "releases", "templates"]) cpSync(join(ROOT, part), join(folder, part), { recursive: true });
  const lib = join(folder, RELEASE, "kit", "plugin", "lib");
  const rows = jarSizes(total).map((size, i) => {
    const name = `library-${String(i).padStart(3, "0")}-1.0.jar`;
    const bytes = pseudoRandom(i + 1, size);
    writeFileSync(join(lib, name), bytes);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return `  - { path: plugin/lib/${name}, size: ${size}, sha256: "${sha256}" }\n`;
  });
  appendFileSync(join(folder, RELEASE, "kit.lock.yaml"), rows.join(""));
  return folder;
}

const kitBytes = (repository) => {
  const kit = join(repository, RELEASE, "kit");
  const files = readdirSync(kit, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
};

/** `sha256sum` of every file of the kit and `cp` of the kit, one after the other. */
function sumAndCopy(repository, folder) {
  const copy = join(folder, "copy");
  const script = 'find "$1" -type f -exec sha256sum {} + >"$2.sums" && cp -R "$1" "$2"';
  return {
    name: "sha256sum + cp",
    before: () => rmSync(copy, { recursive: true, force: true }),
    go: () => run([["sh", "-c", script, "sh", join(repository, RELEASE, "kit"), copy]], folder),
  };
}

function bundling(name, repository, out) {
  return {
    name,
    before: () => rmSync(out, { recursive: true, force: true }),
    go: () =>
      run(
        [tierwright("bundle", "production", "-C", repository, "--out", out, "--serial", "1", "--quiet")],
        out.replace(/[^/\\]+$/, ""),
      ),
  };
}

/** The zip's own sum beside it has to be right, and the zip must hold the kit. */
function faultsOf(out, least) {
  const zip = readFileSync(join(out, "production-2506.zip"));
  const [line = ""] = readFileSync(join(out, "production-2506.zip.sha256"), "utf8").split("\n");
  const sum = createHash("sha256").update(zip).digest("hex");
  return [
    ...(line === `${sum} *production-2506.zip` ? [] : ["the sum beside the bundle is not the bundle's"]),
    ...(zip.length > least ? [] : [`the bundle has ${zip.length} bytes, the jars alone have ${least}`]),
  ];
}

export const benchmark = {
  name: "bundle",
  async run({ folder, smoke, rounds = smoke ? 1 : 7 }) {
    const total = (smoke ? 8 : 300) * MIB;
    const large = repositoryWith(join(folder, "large"), total);
    const small = repositoryWith(join(folder, "small"), total / 4);
    mkdirSync(join(folder, "outputs"));
    const names = { large: `bundle, kit of ${mebibytes(total)}`, small: `bundle, kit of ${mebibytes(total / 4)}` };
    const rivals = [
      sumAndCopy(large, folder),
      bundling(names.large, large, join(folder, "outputs", "large")),
      bundling(names.small, small, join(folder, "outputs", "small")),
      { name: "node -e 0", go: () => run([[process.execPath, "-e", "0"]], folder) },
    ];
    const bytes = kitBytes(large);
    const figures = await interleave(rivals, { rounds, warm: 1 });
    const [anchor, big, quarter] = rivals.map(({ name }) => figures.get(name));
    const memory =
      big.peak === null
        ? "peak memory was not measured"
        : `peak memory ${mebibytes(big.peak)} against ${mebibytes(quarter.peak)} for a quarter of the bytes`;
    return {
      tables: [{ head: HEAD, rows: [...figures].map(([name, each]) => row(name, each)) }],
      bars: [
        bar("bundle of the kit, against sha256sum + cp of the same bytes (medians)", big.median / anchor.median, 1.3, "times"),
        ...(big.peak === null ? [] : [bar("peak memory for four times the bytes", big.peak / quarter.peak, 1.2, "times")]),
      ],
      notes: [
        `The kit has ${bytes.toLocaleString("en")} bytes. A run checks the repository, proves the kit against its lock, writes and hashes the zip, and writes bill of materials, report and scripts.`,
        `${memory}; time ${times(big.median / quarter.median)} for four times the bytes.`,
      ],
      faults: [...faultsOf(join(folder, "outputs", "large"), total), ...faultsOf(join(folder, "outputs", "small"), total / 4)],
    };
  },
};
