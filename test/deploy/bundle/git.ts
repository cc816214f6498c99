import { tmpdir } from "node:os";

/** Git looks for no repository above a temporary folder, whatever lies there. */
export const withoutGit = (): Readonly<Record<string, string>> => ({ GIT_CEILING_DIRECTORIES: tmpdir() });
