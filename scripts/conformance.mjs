/**
 * Runs the conformance suite of the swap protocol and writes to docs/swap-faults.json how many faults each runner executed. A run is
 * complete if deploy.ps1 and the executable were tried (TIERWRIGHT_PWSH names a PowerShell, TIERWRIGHT_EXECUTABLE the file) and nothing
 * failed: only then are all rows replaced. A run without a failure that tried fewer runners replaces the rows of those, if the other rows
 * are of the same protocol. `--executable` plays only the cases made for the executable and replaces its rows; `--keep` leaves the file
 * unchanged. The last line on stdout has the counts. Lines `NOT RUN: ...` name the runners that were not tried.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./bundle/options.mjs";
import { merged, OTHERS, untried } from "./conformance/rows.mjs";
import { loadSources } from "./generate/sources.mjs";

const ONLY_EXECUTABLE = process.argv.includes("--executable");
const PAGE = join(ROOT, "docs", "swap-faults.json");
/** Returns a digest of the swap protocol: counts of an older protocol are outdated and need another run. */
export async function protocolDigest() {
  const { protocolSha256 } = await loadSources('export { protocolSha256 } from "./test/deploy/swap/support/protocol.ts";');
  return protocolSha256();
}

function vitest(env, report) {
  const program = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const files = ONLY_EXECUTABLE ? ["test/conformance/executable.test.ts"] : [];
  const words = [
    "run",
    ...files,
    "--project=conformance",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${report}`,
  ];
  const child = spawn(process.execPath, [program, ...words], { cwd: ROOT, env: { ...process.env, ...env }, stdio: "inherit" });
  return new Promise((resolve) => child.once("exit", resolve));
}

async function counts(folder) {
  const { testResults } = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
  const lines = (await readFile(join(folder, "faults.jsonl"), "utf8").catch(() => ""))
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  const passed = testResults.flatMap((file) => file.assertionResults).filter(({ status }) => status === "passed");
  const names = [...new Set(["built-in", ...lines.map(({ runner }) => runner)])];
  return names.map((name) => {
    const cases = passed.filter(({ ancestorTitles }) =>
      ancestorTitles.some((title) => [name, `'${name}'`].includes(title) || title.startsWith(`${name}: `)),
    ).length;
    const faults = {};
    for (const { runner, kind, executed } of lines) if (runner === name) faults[kind] = (faults[kind] ?? 0) + executed;
    return { name, cases, faults };
  });
}

const folder = await mkdtemp(join(tmpdir(), "tierwright-conformance-"));
try {
  const code = await vitest({ TIERWRIGHT_FAULTS: join(folder, "faults.jsonl") }, join(folder, "report.json"));
  const runners = (await counts(folder)).filter(({ name }) => !ONLY_EXECUTABLE || name.includes("executable"));
  const missing = untried(runners, ONLY_EXECUTABLE);
  const protocol = await protocolDigest();
  const earlier = JSON.parse(await readFile(PAGE, "utf8"));
  const rows = !ONLY_EXECUTABLE && missing.length === 0 ? runners : merged(earlier, { protocol, runners });
  if (code === 0 && rows && !process.argv.includes("--keep"))
    await writeFile(PAGE, `${JSON.stringify({ protocol, runners: rows }, null, 2)}\n`);
  for (const name of missing)
    console.log(`NOT RUN: ${name}: ${OTHERS[name]}; its rows in docs/swap-faults.json stay as they are: the run is not complete`);
  const total = runners.flatMap(({ faults }) => Object.values(faults)).reduce((sum, count) => sum + count, 0);
  console.log(
    `${total} faults executed: ${runners.map(({ name, faults }) => `${name} ${Object.values(faults).reduce((a, b) => a + b, 0)}`).join(", ")}`,
  );
  process.exitCode = code;
} finally {
  await rm(folder, { recursive: true, force: true });
}
