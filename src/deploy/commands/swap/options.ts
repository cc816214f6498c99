import { resolve } from "node:path";
import type { Where } from "../../swap/protocol/targets.ts";
import type { Invocation, OptionSpec } from "../../../report/index.ts";

export const PLACE_OPTIONS: readonly OptionSpec[] = [
  {
    name: "root",
    value: "DIR",
    summary: "work below DIR: C:\\Users\\Public is DIR/C/Users/Public (rehearsals, tests, any system)",
  },
  { name: "install", value: "DIR", summary: "the tool's folder, where it is not the one that the bundle names" },
];

/** PLACE_OPTIONS and --client-file, for commands that look at a workstation without a bundle that names its files. */
export const WORKSTATION_OPTIONS: readonly OptionSpec[] = [
  ...PLACE_OPTIONS,
  { name: "client-file", value: "FILE", summary: "the client file, where it is not the one that the environment names" },
];

/** Returns the place of work from the command line's options. */
export function whereOf({ options, directory }: Pick<Invocation, "options" | "directory">): Where {
  const root = options.get("root");
  return {
    root: root === undefined ? null : resolve(directory, root),
    install: options.get("install") ?? null,
    clientFile: options.get("client-file") ?? null,
    cwd: directory,
  };
}
