import { isReadFailure } from "../../kernel/index.ts";
import type { SwapFiles, ToolProcess } from "../../platform/index.ts";
import type { Where } from "../../deploy/index.ts";

/**
 * The origin of a workstation's files: the machine that the command runs on, a copy of its files, or an archive of `deploy.ps1 -Collect`.
 */
export type Source = "machine" | "copy" | "archive";

/** A workstation as the checks of `doctor` read it: this machine, a copy of its files, or an archive of `deploy.ps1 -Collect`. */
export interface Station {
  readonly source: Source;
  /** True if this machine runs Windows, so that its own paths are those of a workstation. */
  readonly windows: boolean;
  /** The name of the copy or archive as the user gave it; for the machine itself, the machine's name. */
  readonly name: string;
  /** The files of the workstation. Every function that would change one throws, because checks only read. */
  readonly files: SwapFiles;
  /** The values of --root and --install, and the folder from which relative paths start, for resolving paths of the workstation. */
  readonly where: Where;
  /** Returns a path in the form for messages: with --root as the user typed it, and with backslashes for an archive. */
  shown(path: string): string;
  /**
   * Looks up an environment variable of the workstation, ignoring the case of its name; null if no variables are available, for the reason
   * in `noVariables`.
   */
  readonly variables: ((name: string) => string | undefined) | null;
  readonly noVariables: string;
  /** Returns the processes of the modeling tool that run from a folder of the workstation; null if they are unknown. */
  readonly processes: ((folder: string) => Promise<readonly ToolProcess[]>) | null;
  /**
   * Returns the files below a folder whose name matches, from a search that deploy.ps1 -Collect made on the workstation; null for a machine
   * or copy, whose files can be searched directly.
   */
  readonly searched: ((folder: string, pattern: RegExp) => readonly string[]) | null;
  /** Resolves a host name on the workstation; null if the command runs on another machine. */
  readonly resolve: ((name: string) => Promise<readonly string[]>) | null;
}

/** Thrown for a path or environment variable that an archive of `deploy.ps1 -Collect` says nothing about. */
export class NotGathered extends Error {
  constructor(readonly path: string) {
    super(path);
  }
}

/**
 * Returns whether an error is about files of the workstation: a Refusal, an error of the file system, or a path that a `-Collect` archive
 * says nothing about.
 */
export const isAboutFiles = (error: unknown): boolean => error instanceof NotGathered || isReadFailure(error);

const refuse = (): never => {
  throw new Error("a check may not change anything");
};

/** Every function of `SwapFiles` that would change a file; each throws. */
export const REFUSED_WRITES = {
  makeFolder: refuse,
  write: refuse,
  rename: refuse,
  replace: refuse,
  remove: refuse,
  removeFolder: refuse,
  probe: refuse,
  removeTree: refuse,
} satisfies Partial<SwapFiles>;

/** Returns a file system whose writes throw. `tick` is called before each read, and can end a check by throwing. */
export const onlyLooking = (files: SwapFiles, tick: () => void = () => undefined): SwapFiles => {
  const ticking =
    <A extends readonly unknown[], T>(act: (...args: A) => T) =>
    (...args: A): T => {
      tick();
      return act(...args);
    };
  return {
    stat: ticking((path) => files.stat(path)),
    real: ticking((path) => files.real(path)),
    list: ticking((path) => files.list(path)),
    read: ticking((path, largest) => files.read(path, largest)),
    hash: ticking((path) => files.hash(path)),
    ...REFUSED_WRITES,
  };
};
