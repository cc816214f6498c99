// What a process and its children have used, from /proc; null where there is none.
import { readdirSync, readFileSync } from "node:fs";

const TICK = 10; // milliseconds: USER_HZ is 100 on every Linux
const PAGE = 4096;

const read = (path) => {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
};

/** Fields of /proc/PID/stat behind the name, which may hold anything. */
const statOf = (pid) =>
  read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, "")
    .split(" ");

/** A process and all that it started. */
function familyOf(pid) {
  const children = new Map();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(statOf(name)?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const family = [pid];
  for (const one of family) family.push(...(children.get(one) ?? []));
  return family;
}

/** Milliseconds of processor time, of children that have ended, too. */
export function processorTime(pid) {
  if (statOf(pid) === undefined) return null;
  const ticks = familyOf(pid).map((one) => statOf(one)?.slice(11, 15).map(Number) ?? [0]);
  return ticks.flat().reduce((sum, each) => sum + each, 0) * TICK;
}

/** Bytes in memory now. */
export function residentBytes(pid) {
  if (statOf(pid) === undefined) return null;
  const pages = familyOf(pid).map((one) => Number(read(`/proc/${one}/statm`)?.split(" ")[1] ?? 0));
  return pages.reduce((sum, each) => sum + each, 0) * PAGE;
}
