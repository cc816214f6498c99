import { dirname, basename, join, relative, isAbsolute } from "node:path";
import { homeFolder } from "./home-folder.ts";
import type { SweepWorld } from "./sweep-machine.ts";
import { sweepFiles } from "./sweep-files.ts";

/** Returns this machine as a sweep uses it. */
export function sweepWorld(): SweepWorld {
  const home = homeFolder();
  return {
    files: sweepFiles(),
    windows: process.platform === "win32",
    tops: home === "" ? [] : [home],
    join,
    split: (path) => ({ folder: dirname(path), name: basename(path) }),
    contains(outer, inner) {
      const way = relative(outer, inner);
      return way === "" || !(isAbsolute(way) || /^\.\.(?:[\\/]|$)/.test(way));
    },
  };
}
