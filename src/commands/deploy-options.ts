import { resolve } from "node:path";
import type { Where } from "../swap/places.ts";
import type { Invocation, OptionSpec } from "./command.ts";
import { UsageError } from "../diagnostic/refusal.ts";
import { isWindowsPath } from "../swap/paths.ts";

export const PLACE_OPTIONS: readonly OptionSpec[] = [
  {
    name: "root",
    value: "DIR",
    summary: "work below DIR: C:\\Users\\Public is DIR/C/Users/Public (rehearsals, tests, any system)",
  },
  { name: "install", value: "DIR", summary: "the tool's folder, where it is not the one that the bundle names" },
];

/** "C:\\X\\" --what-if arrives as C:\\X" --what-if: Windows takes a backslash before a quotation mark for a mark that belongs to the value. */
function plain(name: string, value: string | undefined): string | undefined {
  if (value === undefined || !value.includes('"') || !(isWindowsPath(value) || value.includes("\\"))) return value;
  throw new UsageError(
    `--${name} holds a quotation mark: ${value}`,
    `a backslash before the closing quotation mark makes it a part of the value, and what follows is swallowed: write --${name} "C:\\X" without the last backslash`,
  );
}

/** Where the command line says to work. */
export function whereOf({ options, directory }: Invocation): Where {
  const path = (name: string) => plain(name, options.get(name));
  const root = path("root");
  return {
    root: root === undefined ? null : resolve(directory, root),
    install: path("install") ?? null,
    clientFile: path("client-file") ?? null,
    cwd: directory,
  };
}
