import type { BundleManifest } from "../../bundle/manifest.ts";
import { LONGEST_WINDOWS_PATH, pluginRows } from "../../bundle/tree.ts";
import { temporaryBeside } from "../protocol/layout.ts";
import { refusal } from "../protocol/outcome.ts";
import type { Targets } from "../protocol/targets.ts";

const SHOWN = 5;
/** An example of the name of a work folder below .swap; only its length is used. */
const RUN = "20000101T000000Z-000000";

/** One file with every path at which it or a copy of it is during a deploy, and the purpose of each path. */
interface Way {
  readonly file: string;
  readonly stops: readonly (readonly [what: string, path: string])[];
}

const leaf = (path: string): string => path.slice(Math.max(path.lastIndexOf("\\"), path.lastIndexOf("/")) + 1);

/**
 * Returns every file that a deploy installs, and the receipt, each with its paths during the deploy.
 * @param staged the folder below .swap in which the new plug-in folder is assembled
 */
function waysOf({ files, paths, plugin }: BundleManifest, install: string, staged: string): readonly Way[] {
  const full = (path: string) => path.replace(/^\{install\}/, () => install);
  const tree = pluginRows(files).map((row): Way => {
    const path = row.path.replaceAll("/", "\\");
    const file = `${install}\\plugins\\${plugin.folder}\\${path}`;
    return {
      file,
      stops: [
        ["in its place", file],
        ["while it is staged", `${install}\\.swap\\${staged}\\${path}`],
      ],
    };
  });
  const outside: readonly (readonly [id: string, path: string | null])[] = [
    ["client", paths.client],
    ["log4j2", paths.log4j2],
    ...paths.profiles.map((path, i) => [`profile-${i + 1}`, path] as const),
  ];
  const targets = outside.flatMap(([id, path]): Way[] => {
    if (path === null) return [];
    const file = full(path);
    const kept = `${install}\\.swap\\strays\\${RUN}\\edited-${id}-${leaf(file)}`;
    return [
      {
        file,
        stops: [
          ["while it is written", temporaryBeside(file, "0".repeat(16))],
          ["as a copy in quarantine", kept],
        ],
      },
    ];
  });
  const receipt = `${install}\\.swap\\receipts\\000000-${RUN}.json.tmp`;
  return [...tree, ...targets, { file: `the receipt in ${install}\\.swap\\receipts`, stops: [["while it is written", receipt]] }];
}

/**
 * Throws a refusal if a full Windows path would be too long: of an installed file, its staged or temporary copy, or its copy in quarantine.
 * Reports each file once, with its longest path.
 * @param staged the folder below .swap in which the new plug-in folder is assembled
 */
export function refuseLongPaths(
  manifest: BundleManifest,
  targets: Pick<Targets, "windowsInstall">,
  staged = `${RUN}\\new`,
): void {
  const tooLong = waysOf(manifest, targets.windowsInstall, staged).flatMap(({ file, stops }) => {
    const [longest] = [...stops].sort(([, a], [, b]) => b.length - a.length);
    if (!longest || longest[1].length <= LONGEST_WINDOWS_PATH) return [];
    return [`${file}: ${longest[1].length} characters ${longest[0]}`];
  });
  if (tooLong.length === 0) return;
  const more = tooLong.length > SHOWN ? [`and ${tooLong.length - SHOWN} more`] : [];
  throw refusal(
    `${tooLong.length === 1 ? "a path" : `${tooLong.length} paths`} would be longer than the ${LONGEST_WINDOWS_PATH} characters that Windows allows`,
    "install the tool in a shorter folder; nothing was written",
    [...tooLong.slice(0, SHOWN), ...more],
  );
}
