/**
 * Loaded before a program's own code (NODE_OPTIONS): counts its calls that change the disk, ends it by SIGKILL before the one whose number is
 * TIERWRIGHT_TEST_KILL, and writes how many there were to the file that TIERWRIGHT_TEST_CALLS names.
 */
const fs = require("node:fs");

const { TIERWRIGHT_TEST_KILL: at, TIERWRIGHT_TEST_CALLS: path } = process.env;
const write = fs.writeFileSync;
let calls = 0;
for (const name of [
  "chmodSync",
  "ftruncateSync",
  "linkSync",
  "mkdirSync",
  "renameSync",
  "rmSync",
  "rmdirSync",
  "unlinkSync",
  "writeSync",
]) {
  const own = fs[name];
  fs[name] = (...words) => {
    if (words[0] === 1 || words[0] === 2) return own(...words); // what it prints
    if (++calls === Number(at)) process.kill(process.pid, "SIGKILL");
    return own(...words);
  };
}
process.on("exit", () => path && write(path, String(calls)));
