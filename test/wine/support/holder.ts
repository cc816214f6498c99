import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { inject } from "vitest";
import { scratch } from "../../deploy/swap/support/scratch.ts";
import { mount, windowsPath } from "./machine.ts";
import { wineEnvironment } from "./prefix.ts";

/** The path of something below `root` as it is on its drive. */
function onDrive(root: string, path: string): string {
  const [drive = "", ...rest] = relative(root, path).split("/");
  return [`${drive}:`, ...rest].join("\\");
}

/** 0x10000000: libuv's flag for a file that nobody else may open, move or replace. */
const PROGRAM = `const fs = require("fs");
const [how, path, ready, done] = process.argv.slice(2);
if (how === "stand") process.chdir(path);
else fs.openSync(path, fs.constants.O_RDWR | 0x10000000);
fs.writeFileSync(ready, "");
setInterval(() => fs.existsSync(done) && process.exit(0), 20);
`;

/** Another Windows program that has a file below `root` open, or stands in a folder. */
export async function holding(root: string, how: "open" | "stand", path: string): Promise<{ release(): Promise<void> }> {
  const unmount = mount(root);
  const windows = onDrive(root, path);
  const folder = scratch();
  const [program, ready, done] = ["holder.cjs", "ready", "done"].map((name) => join(folder, name)) as [string, string, string];
  writeFileSync(program, PROGRAM);
  const argv = [inject("node"), windowsPath(program), how, windows, windowsPath(ready), windowsPath(done)];
  const child = spawn("wine", argv, { env: wineEnvironment(inject("prefix")), stdio: "ignore" });
  const ended = once(child, "exit");
  while (!existsSync(ready)) {
    if (child.exitCode !== null) throw new Error(`the program that was to hold ${windows} ended with ${child.exitCode}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    async release() {
      writeFileSync(done, "");
      await ended;
      unmount();
    },
  };
}
