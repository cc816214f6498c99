import { type Finding, PropertiesDocument, entryAt, isUnread, plain, unreadableFile } from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import type { CompiledSide, Silenced } from "../plan/side.ts";
import { NOTHING, sideOf } from "../plan/side-of.ts";
import type { CheckedEnvironment } from "./check-environment.ts";
import type { Shard } from "./shard.ts";
import { type Suppression, commentsOf, entriesOf } from "./suppress.ts";

/**
 * Returns suppressions as a plan compares them: rule, reason, place, and the kind of their spelling (a comment, or an entry of `ignore:`).
 */
export const silencedOf = (list: readonly Suppression[], kind: Silenced["kind"]): readonly Silenced[] =>
  list.map(({ rule, place, reason }) => ({ rule, file: place.file, reason, line: place.line, kind }));

function ownSilenced(loaded: CheckedEnvironment["loaded"]): readonly Silenced[] {
  return [
    ...silencedOf(loaded.environment ? entriesOf(loaded.environment.ignore) : [], "ignore"),
    ...silencedOf(loaded.sources.flatMap(commentsOf), "comment"),
  ];
}

/**
 * Returns, by release, the text that `why` makes of a finding on one of the release's files. `file` matches the path of such a file, with
 * the release as its group.
 */
const byRelease = (findings: readonly Finding[], file: RegExp, why: (finding: Finding) => string): ReadonlyMap<string, string> =>
  new Map(
    findings.flatMap((finding): [string, string][] => {
      const release = file.exec(finding.at?.file ?? "")?.[1];
      return release === undefined ? [] : [[release, why(finding)]];
    }),
  );

/** Returns, by release, the message of the finding on a base file that exists but cannot be read. */
const unreadBase = (findings: readonly Finding[]): ReadonlyMap<string, string> =>
  byRelease(findings.filter(unreadableFile.is), /^releases\/([^/]+)\/base\//, ({ message }) => plain(message));

/** Returns, by release, the reason why a plan cannot compare the release's environments: its release.yaml cannot be read. */
const unreadReleases = (findings: readonly Finding[]): ReadonlyMap<string, string> =>
  byRelease(
    findings.filter(isUnread),
    /^releases\/([^/]+)\/release\.yaml$/,
    ({ at }) => `${at?.file} cannot be read as a connector release`,
  );

/**
 * Compiles the named environments for a plan. An environment whose release.yaml or base files cannot be read is marked as broken; the
 * reason names the file or repeats the finding's message.
 * @param findings Findings of the check of the whole repository.
 */
export async function compiledSides(
  shard: Shard,
  names: readonly string[],
  findings: readonly Finding[],
): Promise<ReadonlyMap<string, CompiledSide>> {
  const { templates } = await shard.templates();
  const [base, releases] = [unreadBase(findings), unreadReleases(findings)];
  return new Map(
    names.map((name) => {
      const { compiled, loaded, unread: reason } = shard.compile(name);
      const silenced = ownSilenced(loaded);
      if (!compiled) return [name, { ...NOTHING, name, silenced, broken: reason }];
      const side = sideOf(name, compiled, templates, silenced);
      const why = (compiled.release ? base : releases).get(side.connector);
      return [name, { ...side, broken: why ?? side.broken }];
    }),
  );
}

/** Returns a function that gives the key on a line of a properties file; null for other files and for lines without a key. */
export function keyReader(files: SourceTree): (file: string, line: number) => string | null {
  const known = new Map<string, PropertiesDocument | null>();
  return (file, line) => {
    if (!/\.properties$/i.test(file)) return null;
    let document = known.get(file);
    if (document === undefined) {
      const read = files.read(file);
      document = read.kind === "file" ? PropertiesDocument.parse(read.bytes) : null;
      known.set(file, document);
    }
    return document ? (entryAt(document, line)?.key ?? null) : null;
  };
}
