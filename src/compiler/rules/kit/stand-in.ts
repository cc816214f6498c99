import {
  type Place,
  type Problem,
  defineDiagnostic,
  listTexts,
  name,
  say,
  shellCommand,
  startOf,
} from "../../../kernel/index.ts";
import type { RepositoryView } from "../../compile/summary.ts";
import { STAND_IN_FILES, TIERS_COMMENT, isStandIn } from "../../kit/stand-ins.ts";
import type { Release } from "../../model/release.ts";
import type { RepositoryRule } from "../rule.ts";

/** Returns the base files of a release that are still as `tierwright init` wrote them, with the place of each. */
function standInsOf({ name: release, base }: Release): readonly { readonly path: string; readonly at: Place }[] {
  const files = [base.connector, base.client, base.logger, base.log4j2];
  return files.flatMap((file) => {
    const path = file && `base/${file.path.slice(file.path.lastIndexOf("/") + 1)}`;
    return file && path && isStandIn(release, path, file.bytes) ? [{ path, at: startOf(file.path) }] : [];
  });
}

/** Returns the place of the certified tiers in release.yaml if the comment of `tierwright init` still follows them; otherwise null. */
function unconfirmedOf({ certifiedTiers }: Release): Place | null {
  const [first] = certifiedTiers;
  if (!first) return null;
  const { source, start, end } = first.span;
  const [line = ""] = source.text.slice(start).split(/\r?\n/, 1);
  return line.trimEnd().endsWith(TIERS_COMMENT) ? source.placeOf(start, end) : null;
}

/** Reports each release that an environment uses and whose base files or certified tiers are still those of `tierwright init`. */
function* check({ environments, releases }: RepositoryView): Iterable<Problem> {
  const used = new Set(environments.map(({ connector }) => connector));
  for (const release of releases.values()) {
    if (!used.has(release.name)) continue;
    const files = standInsOf(release);
    const tiers = unconfirmedOf(release);
    const at = files[0]?.at ?? tiers;
    if (!at) continue;
    const found = { release: release.name, files: files.map(({ path }) => path), tiers: tiers !== null };
    const related = files.length > 0 && tiers ? [{ message: say`as \`tierwright init\` wrote them`, place: tiers }] : [];
    yield standIn.at(at, found, { related });
  }
}

interface Args {
  readonly release: string;
  /** Paths, below the release's folder, of base files that are still as `tierwright init` wrote them. */
  readonly files: readonly string[];
  /** True if the comment of `tierwright init` still follows the certified tiers. */
  readonly tiers: boolean;
}

const RELEASE = "releases/2506/release.yaml";
const TIERS = 'certifiedTiers: ["2506"]';

const standIn = defineDiagnostic({
  id: "kit/stand-in",
  severity: "warning",
  title: "a release is still made of the stand-ins of a new repository",
  why: "`tierwright init` writes base files and certified tiers so that a new repository compiles. They are not the vendor's: keys of the kit are missing, and nobody said which tiers the connector is certified for.",
  remedy: "Import the vendor's kit, or confirm the tiers with the vendor's matrix and remove the comment behind them.",
  clauses: ["C4", "C6"],
  message: ({ release, files, tiers }: Args) =>
    files.length > 0
      ? {
          message: say`release ${name(release)} has stand-ins in the place of the vendor's files: ${listTexts(files.map(name))}`,
          notes: [
            say`what is compiled from them lacks the kit's other keys, and is for trying out only`,
            ...(tiers ? [say`its certifiedTiers are those that \`tierwright init\` wrote, too`] : []),
          ],
          help: say`run ${shellCommand`tierwright kit import SOURCE --release ${release}`}, with the vendor's archive or its folder as SOURCE`,
        }
      : {
          message: say`the certifiedTiers of release ${name(release)} are those that \`tierwright init\` wrote, and nobody confirmed them`,
          notes: [say`the verdict compares the tier of an environment with them`],
          help: say`compare them with the vendor's matrix, then remove the comment behind them`,
        },
  fails: { file: "releases/2506/base/logger.properties", with: STAND_IN_FILES["logger.properties"] ?? "" },
  passes: [
    { file: RELEASE, replace: TIERS, with: `${TIERS}   # confirmed with the vendor's matrix` },
    { file: "releases/2506/base/logger.properties", with: "isPayloadRequired=false\njsonPayloaddir=C:/Temp/payload\n" },
  ],
});

export const rule: RepositoryRule = { ...standIn, scope: "repository", check };
