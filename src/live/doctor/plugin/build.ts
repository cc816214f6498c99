import { join } from "node:path";
import { LARGEST_TEXT, type Text, groupedBy, listTexts, name, parsePlugin, say, words } from "../../../kernel/index.ts";
import { type LockedFile, type LockedRelease, foreignBuilds, mixedBuilds, pluginFolder } from "../../../compiler/index.ts";
import { filesBelow } from "../../../deploy/index.ts";
import type { Check, State } from "../check.ts";
import { existenceControl } from "../existence.ts";
import type { Looked } from "../looked.ts";
import { answer, describeCount, gravest } from "../words.ts";

type Judged = readonly [State, Text];

interface Jar {
  readonly path: string;
  readonly size: number;
}

/**
 * Returns whether a file is a properties file. Compiling changes its bytes, so its digest is not compared with the kit's; the check
 * `environment/values` compares its values instead.
 */
const isSettings = (path: string): boolean => /\.properties$/i.test(path);

/** Returns the SHA-256 digest of a file in the connector's plug-in folder. */
const digestOf = ({ station, places }: Looked, path: string): string => station.files.hash(join(places.plugin, path)).sha256;

/**
 * Returns the jars that the kit locks of other connector releases list, grouped by size in bytes, so that only the digests of files with a
 * listed size have to be computed.
 */
function jarsOfOthers({ wanted, shared }: Looked): ReadonlyMap<number, readonly (LockedFile & { readonly of: string })[]> {
  const others = [...(shared?.releases.values() ?? [])].filter(({ name }) => name !== wanted?.release?.name);
  const jars = others.flatMap(({ name: of, lock }) => (lock?.files ?? []).map((file) => ({ ...file, of })));
  return groupedBy(
    jars.filter(({ path }) => /\.jar$/i.test(path)),
    ({ size }) => size,
  );
}

/**
 * Returns a note that names the jar of another connector release's kit with the same bytes as a given file; an empty text if no kit has it.
 */
function origin(looked: Looked, others: ReturnType<typeof jarsOfOthers>, { path, size }: Jar): Text {
  const same = others.get(size);
  const digest = same && digestOf(looked, path);
  const found = same?.find(({ sha256 }) => sha256 === digest);
  return found ? say`; it is ${name(found.path)} of the kit of ${name(found.of)}` : say``;
}

/**
 * Returns a failure for each jar in the plug-in folder that the kit of another connector release has under another name. Used if the
 * environment's release has no kit lock.
 */
function againstOthers(looked: Looked, files: readonly Jar[]): readonly Judged[] {
  const others = jarsOfOthers(looked);
  const live = looked.wanted?.release?.name ?? "";
  // only a file of a size that a kit lock lists needs its digest; any other gets a text that equals no digest
  const own = files.map((file) => ({
    ...file,
    sha256: others.has(file.size) ? digestOf(looked, file.path) : `none of ${file.path}`,
  }));
  const releases = new Map<string, LockedRelease<LockedFile>>(looked.shared?.releases ?? []);
  releases.set(live, { name: live, lock: { source: null, files: own } });
  return foreignBuilds(releases).flatMap(({ release, of, jars }) => {
    if (release !== live && of !== live) return [];
    return jars.map(({ file, original }): Judged => {
      const [here, there, other] = release === live ? [file, original, of] : [original, file, release];
      return ["fail", say`${name(here.path)} is ${name(there.path)} of the kit of ${name(other)}`];
    });
  });
}

/**
 * Compares the plug-in folder with the kit's lock: missing, changed and additional files. Returns null if the environment's release has no
 * lock.
 */
function againstLock(looked: Looked, jars: readonly Jar[]): readonly Judged[] | null {
  const { wanted } = looked;
  const release = wanted?.release;
  const folder = release ? pluginFolder(release) : null;
  if (!release?.lock || folder === null) return null;
  const prefix = folder === "" ? "" : `${folder}/`;
  const locked = new Map(
    release.lock.files.flatMap(({ path, size, sha256 }) =>
      path.startsWith(prefix) && !isSettings(path) ? [[path.slice(prefix.length).toLowerCase(), { size, sha256 }] as const] : [],
    ),
  );
  const live = new Map(jars.map((jar) => [jar.path.toLowerCase(), jar]));
  const others = jarsOfOthers(looked);
  const missing = [...locked.keys()].filter((path) => !live.has(path));
  const found = [...live].flatMap(([path, jar]): readonly Judged[] => {
    if (isSettings(path)) return [];
    const own = locked.get(path);
    if (!own) return [["fail", say`${name(jar.path)} is not of the kit of ${name(release.name)}${origin(looked, others, jar)}`]];
    if (own.size === jar.size && digestOf(looked, jar.path) === own.sha256) return [];
    return [
      [
        "fail",
        say`${name(jar.path)} is not the file of the kit of ${name(release.name)} (${describeCount(jar.size, "byte")}, the kit has ${own.size})${origin(looked, others, jar)}`,
      ],
    ];
  });
  return [
    ...missing.map((path): Judged => ["fail", say`${name(path)} of the kit of ${name(release.name)} is missing`]),
    ...found,
  ];
}

/**
 * Compares the libraries that plugin.xml lists with the files in the plug-in folder: a listed library must exist, and each jar in the
 * folder must be listed.
 */
function againstDescriptor({ station: { files }, places }: Looked, jars: readonly Jar[]): readonly Judged[] {
  const path = join(places.plugin, "plugin.xml");
  if (files.stat(path)?.kind !== "file") return [["fail", say`plugin.xml is missing: the folder is no plug-in`]];
  const { descriptor, problem } = parsePlugin(files.read(path, LARGEST_TEXT));
  if (!descriptor) return [["fail", say`plugin.xml cannot be read: ${words(problem.message)}`]];
  const plain = (text: string) => text.trim().replaceAll("\\", "/").toLowerCase();
  const libraries = descriptor.libraries.map(({ text }) => text);
  const there = new Set(jars.map((jar) => jar.path.toLowerCase()));
  const own = new Set(libraries.map(plain));
  return [
    ...libraries.flatMap((text): readonly Judged[] =>
      there.has(plain(text)) ? [] : [["fail", say`plugin.xml lists ${name(text)}, and it is not there`]],
    ),
    ...jars
      .filter((jar) => /\.jar$/i.test(jar.path) && !own.has(jar.path.toLowerCase()))
      .map((jar): Judged => ["warn", say`${name(jar.path)} is not listed by plugin.xml: whether it is loaded is not known`]),
  ];
}

export const check: Check = {
  id: "plugin/build",
  asks: "the plug-in folder holds one build: the kit's own files, each jar once and whole, none of another release under a new name",
  otherwise:
    "the plug-in looks into its own jars first, so one that was left over from another release wins; faults show long after, as missing methods",
  control: "the files of the folder are counted, and none is a failure of the check",
  needs: [],
  order: 51,
  run(looked) {
    const { station, places } = looked;
    if (station.files.stat(places.plugin)?.kind !== "folder")
      return answer("fail", say`${name(station.shown(places.plugin))} is not there: the connector is not installed`, {
        help: say`install the swap bundle of the environment`,
        control: existenceControl(looked),
      });
    const odd: string[] = [];
    const files = filesBelow(station.files, places.plugin, odd);
    const control = {
      did: say`the files of the folder were counted`,
      outcome: files.length > 0 ? ("held" as const) : ("failed" as const),
      says: describeCount(files.length, "file"),
    };
    const mixed = mixedBuilds(
      files.map(({ path }) => path),
      looked.wanted?.release?.name ?? "",
    );
    const lock = againstLock(looked, files);
    const faults: readonly Judged[] = [
      ...odd.map((path): Judged => ["fail", say`${name(station.shown(path))} is a link or special file`]),
      ...mixed.map(({ why, paths }): Judged => ["fail", say`${words(why)}: ${listTexts(paths.map(name))}`]),
      ...(lock ?? againstOthers(looked, files)),
      ...againstDescriptor(looked, files).filter(([state]) => lock === null || state === "fail"),
      ...files
        .filter(({ path, size }) => size === 0 && /\.jar$/i.test(path))
        .map(({ path }): Judged => ["fail", say`${name(path)} is empty`]),
      ...files
        .filter(({ path }) => /\.(part|crdownload|tmp)$/i.test(path))
        .map(({ path }): Judged => ["fail", say`${name(path)} is a download that did not end`]),
    ];
    const against =
      lock === null ? say`one build by its names` : say`the kit of ${name(looked.wanted?.release?.name ?? "")}, byte for byte`;
    if (faults.length === 0) return answer("pass", say`${describeCount(files.length, "file")}: ${against}`, { control });
    return answer(gravest(faults.map(([state]) => state)), say`the plug-in folder is not one build`, {
      details: faults.map(([, text]) => text),
      help: say`close the tool and install the swap bundle: it replaces the folder as a whole; a folder is never laid over another`,
      control,
    });
  },
};
