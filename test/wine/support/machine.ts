import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { scratch } from "../../deploy/swap/support/scratch.ts";
import { wineEnvironment } from "./prefix.ts";

/** A path of this system as Windows' programs see it. */
export const windowsPath = (path: string): string => `Z:${path.replaceAll("/", "\\")}`;

/** The executable for Windows, as its programs see it: TIERWRIGHT_WINE_EXECUTABLE names its file. Empty: there is none. */
export const EXECUTABLE = process.env.TIERWRIGHT_WINE_EXECUTABLE ? windowsPath(process.env.TIERWRIGHT_WINE_EXECUTABLE) : "";

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Leads a link somewhere, whatever was there. */
function lead(link: string, target: string): void {
  rmSync(link, { force: true, recursive: true });
  symlinkSync(target, link);
}

const users = new Map<string, number>();

/**
 * Leads the drives below `root`: C:\ is root/C. Windows' own folder is there only while a program runs, so that what is below `root` is what
 * the test and the program put there. Gives what takes it away again.
 */
export function mount(root: string): () => void {
  const prefix = inject("prefix");
  const own = join(root, "C", "windows");
  mkdirSync(join(root, "C"), { recursive: true });
  for (const drive of ["C", "D", "E"]) lead(join(prefix, "dosdevices", `${drive.toLowerCase()}:`), join(root, drive));
  if (!users.get(root)) lead(own, join(prefix, "drive_c", "windows"));
  users.set(root, (users.get(root) ?? 0) + 1);
  return () => {
    const left = (users.get(root) ?? 0) - 1;
    users.set(root, left);
    if (left === 0) rmSync(own);
  };
}

/** A run of a Windows program. Output goes to files: Node cannot write into a pipe that Wine made. */
export async function onWindows(root: string, argv: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const unmount = mount(root);
  const folder = scratch();
  const files = [join(folder, "out"), join(folder, "err")] as const;
  const [out, err] = [openSync(files[0], "w"), openSync(files[1], "w")];
  try {
    const child = spawn("wine", [...argv], {
      env: { ...wineEnvironment(inject("prefix")), ...env },
      stdio: ["ignore", out, err],
      cwd: folder,
    });
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject).once("close", resolve);
    });
    return { code, out: readFileSync(files[0], "utf8"), err: readFileSync(files[1], "utf8") };
  } finally {
    closeSync(out);
    closeSync(err);
    unmount();
  }
}
