import type { FileRole } from "../model/files.ts";

/** One key of workstation.set, whatever is to be said of it: its name, its value or its place. */
export const setTopic = (environment: string, file: FileRole, key: string): string =>
  `workstation.set of ${environment}: ${file} ${key}`;
