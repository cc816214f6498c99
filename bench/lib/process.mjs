// Child processes, timed from outside: wall time, processor time, peak memory.
import { spawn } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";

const TIME = "/usr/bin/time";
const CAN_MEASURE = existsSync(TIME);
let serial = 0;

/** One process to its end. Output is dropped, errors are kept for the message. */
function once([program, ...args], folder, env) {
  const figures = join(folder, `figures-${++serial}`);
  const command = CAN_MEASURE ? [TIME, "-q", "-f", "%M %U %S", "-o", figures, program, ...args] : [program, ...args];
  return new Promise((resolve, reject) => {
    const child = spawn(command[0], command.slice(1), {
      cwd: folder,
      // temporary files lie where the others do: a plan lays the files of a commit there
      env: { ...process.env, TMPDIR: folder, ...env },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let errors = "";
    child.stderr.on("data", (chunk) => (errors += chunk));
    child.on("error", reject);
    child.on("close", (status) => {
      const [peak, user, system] = CAN_MEASURE
        ? readFileSync(figures, "utf8").trim().split("\n").at(-1).split(" ").map(Number)
        : [];
      rmSync(figures, { force: true });
      resolve({
        status,
        errors,
        peak: peak === undefined ? null : peak * 1024,
        cpu: user === undefined ? null : (user + system) * 1000,
      });
    });
  });
}

/**
 * Runs processes at the same time and waits for all.
 * @param {string[][]} commands program and arguments of each
 * @param {string} folder where they run
 * @param {{ ends?: number[], env?: Record<string, string> }} [how] exit codes that are no fault, and further variables
 * @returns {Promise<{ ms: number, cpu: number | null, peak: number | null }>} wall and processor milliseconds, bytes at the peak; null
 *   where the system has no /usr/bin/time
 */
export async function run(commands, folder, { ends: right = [0], env = {} } = {}) {
  const begin = performance.now();
  const ends = await Promise.all(commands.map((command) => once(command, folder, env)));
  const ms = performance.now() - begin;
  for (const [index, end] of ends.entries()) {
    if (!right.includes(end.status))
      throw new Error(`${commands[index].join(" ")} ended with ${end.status}: ${end.errors.slice(0, 2000)}`);
  }
  const sum = (name) => (ends.some((end) => end[name] === null) ? null : ends.reduce((total, end) => total + end[name], 0));
  return { ms, cpu: sum("cpu"), peak: sum("peak") };
}
