import { resolve } from "node:path";
import type { Typed } from "../../swap/inspect/advice.ts";
import type { Where } from "../../swap/protocol/targets.ts";
import { wrongUse } from "../../../kernel/index.ts";
import { rootAround } from "../../swap/inspect/find.ts";
import { isFolder, type SwapWorld } from "../../../platform/index.ts";
import type { Invocation, OptionSpec } from "../../../report/index.ts";

/** Returns the options --root and --install; `when` completes the help of --install, "the tool's folder, if ...". */
export const placeOptions = (when: string): readonly OptionSpec[] => [
  {
    name: "root",
    value: "DIR",
    summary: "work below DIR: C:\\Users\\Public is DIR/C/Users/Public (rehearsals, tests, any system)",
  },
  { name: "install", value: "DIR", summary: `the tool's folder, if ${when}` },
];

/** The options --root and --install of a command that otherwise takes the folder of the modeling tool from the environment's YAML. */
export const PLACE_OPTIONS = placeOptions("it is not the one in the environment");

/** PLACE_OPTIONS and --client-file, for commands that read a workstation's files without a bundle that names them. */
export const WORKSTATION_OPTIONS: readonly OptionSpec[] = [
  ...PLACE_OPTIONS,
  { name: "client-file", value: "FILE", summary: "the client file, if it is not the one in the environment" },
];

/** Returns the folders and the client file that --root, --install and --client-file name. */
export function whereOf({ options, directory }: Pick<Invocation, "options" | "directory">): Where {
  const root = options.get("root");
  return {
    root: root === undefined ? null : resolve(directory, root),
    install: options.get("install") ?? null,
    clientFile: options.get("client-file") ?? null,
    cwd: directory,
  };
}

/** Returns the folders and the bundle that the user typed, for the command that the help of an error recommends. */
export const typedOf = (invocation: Pick<Invocation, "args" | "options" | "directory">): Typed => ({
  where: whereOf(invocation),
  file: invocation.args[0] ?? null,
});

const NOTHING_THERE = "no installation is there: correct --root; nothing was written";

/**
 * Returns the result of `whereOf` for a command that works on an installation. Throws a refusal if --root names no folder (`help` is the
 * refusal's advice), or a folder inside an installation that was made below another root.
 */
export function existingPlace(
  invocation: Pick<Invocation, "options" | "directory">,
  { files, windows }: Pick<SwapWorld, "files" | "windows">,
  help = NOTHING_THERE,
): Where {
  const where = whereOf(invocation);
  if (where.root === null) return where;
  if (!isFolder(where.root)) throw wrongUse(`the root '${where.root}' is not a folder`, help);
  const around = rootAround(files, where.root, windows);
  if (around === null) return where;
  throw wrongUse(
    `the root '${where.root}' lies inside an installation of the root '${around}'`,
    `name the folder that holds the drives: --root "${around}"; nothing was written`,
  );
}

/** Throws the refusals of `existingPlace` for a command that reads a workstation only for a part of its result. */
export async function refuseWrongRoot(invocation: Invocation): Promise<void> {
  if (invocation.options.has("root")) existingPlace(invocation, await invocation.host.machine(() => undefined));
}
