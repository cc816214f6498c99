import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { dispatch } from "../../../src/cli/dispatch.ts";
import { recordingHost } from "../verdict/host.ts";

/** What a command ended with. */
export interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export type Run = (...words: readonly string[]) => Promise<Answer>;

/** Runs `tierwright log4j2 WORDS` in a new folder with these files, which is removed afterwards. */
export async function withFiles<T>(
  files: Readonly<Record<string, string | Buffer>>,
  use: (run: Run, folder: string) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "log4j2-command-"));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const run: Run = async (...words) => {
      const { host, texts } = recordingHost(folder);
      const code = await dispatch(["log4j2", ...words], host, resolve);
      return { code, ...texts };
    };
    return await use(run, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
