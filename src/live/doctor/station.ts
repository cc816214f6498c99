import type { SwapFiles, ToolProcess } from "../../platform/index.ts";
import type { Where } from "../../deploy/index.ts";

/** Where the files come from: the machine that the command runs on, a copy of a workstation's files, an archive of `deploy.ps1 -Collect`. */
export type Source = "machine" | "copy" | "archive";

/** A workstation as the checks see it. */
export interface Station {
  readonly source: Source;
  /** The machine that runs this is one of Windows: its own paths are those of a workstation. */
  readonly windows: boolean;
  /** As it was named; the machine's name where nothing was. */
  readonly name: string;
  /** Those of them that change something fail: a check only looks. */
  readonly files: SwapFiles;
  /** How Windows paths become paths of `files`. */
  readonly where: Where;
  /** A path as people know it. */
  shown(path: string): string;
  /** Names of variables have no case; null: `files` come without any, and `noVariables` says why. */
  readonly variables: ((name: string) => string | undefined) | null;
  readonly noVariables: string;
  /** Programs that run from a folder; null: nobody can say. */
  readonly processes: ((folder: string) => Promise<readonly ToolProcess[]>) | null;
  /** Files below a folder whose name matches, where somebody else has searched; null: it can be searched here. */
  readonly searched: ((folder: string, pattern: RegExp) => readonly string[]) | null;
  /** Addresses of a name as this machine knows it; null: that says nothing of the workstation. */
  readonly resolve: ((name: string) => Promise<readonly string[]>) | null;
}

/** An archive holds what was gathered; of anything else it does not say whether it is there. */
export class NotGathered extends Error {
  constructor(readonly path: string) {
    super(path);
  }
}

/** The time of a check is over. */
export class TimeOver extends Error {}

const refuse = (): never => {
  throw new Error("a check may not change anything");
};

/** Everything that would change a file. */
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

/** The same files without any way to change them; before each look `tick` may end the work. */
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
