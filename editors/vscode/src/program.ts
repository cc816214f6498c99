import { posix, win32 } from "node:path";

/** What the extension knows of the machine that it runs on. */
export interface Machine {
  readonly platform: string;
  /** The variable PATH. */
  readonly path: string;
  /** Returns whether a path is a file. */
  isFile(path: string): boolean;
}

/** How the language server is started. */
export interface Start {
  readonly command: string;
  readonly args: readonly string[];
  readonly options: { readonly cwd?: string; readonly shell?: true };
}

/** The program, or the places in which none was found. */
export type Program = { readonly start: Start } | { readonly lookedIn: readonly string[] };

const ARGUMENTS = ["lsp", "--stdio"];

/** Returns how a file is started: a batch file of npm needs Windows' shell, with its path in quotes. */
function startOf(file: string, cwd: string | undefined, { platform }: Machine): Start {
  const batch = platform === "win32" && /\.(?:cmd|bat)$/i.test(file);
  return {
    command: batch ? `"${file}"` : file,
    args: ARGUMENTS,
    options: { ...(cwd !== undefined && { cwd }), ...(batch && { shell: true }) },
  };
}

/**
 * Returns the program that serves a workspace: the one that the setting names, else that of a workspace folder, else the one on the PATH.
 * Relative entries of the PATH do not count, because they would mean another program in each folder.
 */
export function findProgram(setting: string, folders: readonly string[], machine: Machine): Program {
  const windows = machine.platform === "win32";
  const { join, isAbsolute, delimiter } = windows ? win32 : posix;
  const [first] = folders;
  const inFolders = (path: string) => folders.map((folder) => ({ file: join(folder, path), cwd: folder }));
  const onPath = machine.path.split(delimiter).filter(isAbsolute);
  const names = windows ? ["tierwright.exe", "tierwright.cmd"] : ["tierwright"];
  const candidates =
    setting !== ""
      ? isAbsolute(setting)
        ? [{ file: setting, cwd: first }]
        : inFolders(setting)
      : [
          ...inFolders(join("node_modules", ".bin", windows ? "tierwright.cmd" : "tierwright")),
          ...onPath.flatMap((folder) => names.map((name) => ({ file: join(folder, name), cwd: first }))),
        ];
  const found = candidates.find(({ file }) => machine.isFile(file));
  if (found) return { start: startOf(found.file, found.cwd, machine) };
  const places =
    setting === ""
      ? [...inFolders(join("node_modules", ".bin")).map(({ file }) => file), "the PATH"]
      : candidates.map(({ file }) => file);
  return { lookedIn: places };
}

/** Returns the message about a missing program, with what to do. */
export function missingProgram(setting: string, lookedIn: readonly string[]): string {
  const places = lookedIn.join(", ") || "no folder is open";
  return setting === ""
    ? `The program tierwright is missing (looked in: ${places}). Run "npm install" in the repository, or name the program in the setting tierwright.path.`
    : `The setting tierwright.path names "${setting}", which is no file (looked for: ${places}). Correct it, or delete it to use the workspace's own program.`;
}
