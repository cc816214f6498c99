import type { Scalar, Span } from "../../kernel/index.ts";
import type { ConnectorProfile } from "./connector-profile.ts";
import type { FileRole, Log4j2File, PluginFile, PropertiesFile } from "./files.ts";
import type { ReleaseLock } from "./kit-lock.ts";

export interface Claim {
  readonly source: Scalar;
  readonly tools: readonly Scalar[];
  readonly tiers: readonly Scalar[];
}

/** One (file, key) pair that an environment decides. */
export interface Write {
  readonly file: FileRole;
  readonly key: string;
  /** Template text, such as '{{tier.signIn}}'. It is not escaped: compiling encodes the result for a properties file. */
  readonly value: Scalar;
  readonly decides: string;
  readonly span: Span;
  readonly keySpan: Span;
}

/** One jar of kit.lock.yaml with the highest class-file version in it (61 = Java 17, 65 = Java 21). */
export interface LockedJar {
  readonly path: string;
  readonly classVersion: number;
  readonly span: Span;
}

const writesByPair = new WeakMap<Release, ReadonlyMap<string, Write>>();

/**
 * Returns the write of a release that decides a key of a file, the first one if there are several; undefined if there is none. Uses a
 * cached index, because every environment looks up every key.
 */
export function writeOfPair(release: Release, file: FileRole, key: string): Write | undefined {
  let writes = writesByPair.get(release);
  if (!writes) {
    // A file role contains no space, so the joined key is unambiguous.
    writes = new Map([...release.writes].reverse().map((write) => [`${write.file} ${write.key}`, write]));
    writesByPair.set(release, writes);
  }
  return writes.get(`${file} ${key}`);
}

export interface Release {
  /** Name of the release's folder below releases/. */
  readonly name: string;
  readonly path: string;
  readonly release: Scalar;
  readonly java: Scalar | null;
  readonly certifiedTiers: readonly Scalar[];
  readonly claims: readonly Claim[];
  /** The connector profile of the release; null if the named connector profile cannot be used, which is reported. */
  readonly profile: ConnectorProfile | null;
  /** Path of the connector profile that release.yaml names; null for the built-in connector. */
  readonly profilePath: string | null;
  /** The writes of release.yaml, otherwise those of the connector profile. */
  readonly writes: readonly Write[];
  /** The place of the key `writes` in release.yaml; null if the release takes the writes of its connector. */
  readonly writesSpan: Span | null;
  /** Keys whose value is a directory, as the release and its connector profile list them. */
  readonly directories: readonly Scalar[];
  readonly known: readonly Scalar[];
  /** Paths inside the kit, by field of the `kit` block in release.yaml. */
  readonly kit: ReadonlyMap<string, Scalar>;
  readonly base: {
    readonly connector: PropertiesFile | null;
    readonly client: PropertiesFile | null;
    readonly logger: PropertiesFile | null;
    readonly log4j2: Log4j2File | null;
    readonly plugin?: PluginFile | null;
  };
  /** The model of kit.lock.yaml; null if there is none. */
  readonly lock?: ReleaseLock | null;
  /** The jars of kit.lock.yaml; empty without kit.lock.yaml. */
  readonly lockedJars: readonly LockedJar[];
}
