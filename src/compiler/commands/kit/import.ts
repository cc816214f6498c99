import { beforeFirst, mayBeSecret, withoutTrailing, wrongUse, yamlScalar } from "../../../kernel/index.ts";
import { loadShared } from "../../load/shared.ts";
import { ReleaseFolder, type SourceTree, diskTree } from "../../../platform/index.ts";
import { kitFacts } from "../../kit/facts.ts";
import { type FoundKit, type PluginCandidate, type SourceFiles, findKit, pluginCandidates } from "../../kit/find.ts";
import { kitLines } from "../../kit/draft.ts";
import { type ImportReport, type PastedYaml, refusedImport } from "../../kit/import-report.ts";
import { withoutSecrets } from "../../kit/keys.ts";
import { lockText } from "../../kit/lock.ts";
import { mappingCounts } from "../../kit/mapping.ts";
import { type KitField, kitPath } from "../../kit/places.ts";
import type { Release } from "../../model/release.ts";
import { TIERS_COMMENT } from "../../kit/stand-ins.ts";
import { vendorValues } from "../../kit/vendor.ts";
import type { KnownNames, Role } from "../../kit/roles.ts";
import type { Site } from "../../model/site.ts";
import { renderImport } from "../../views/kit-import.ts";
import { releaseFindings } from "../../run/release-findings.ts";
import { type Command, type ExitCode, FINDING_FORMS, type Invocation, contextOf, exitCodeOf } from "../../../report/index.ts";
import { clientChanges, lockedFiles, schemaOf, sourceFiles, sourceOf, writeBase, writeDraft } from "./import-steps.ts";
import { judgeImport } from "./import-judged.ts";
import { openReleases, releaseName } from "./releases.ts";
import { allEnvironments } from "../neighbours.ts";
import { secretKeysOf, withoutSecretValues } from "./secrets.ts";
import { type Taken, takeSource } from "./source.ts";

export const command: Command = {
  name: "kit import",
  summary: "imports a vendor's kit: base files, a lock of every file, and a draft of release.yaml",
  group: "Set up",
  short: "takes in a vendor's kit",
  arguments: [{ name: "SOURCE", summary: "the vendor's archive (zip) or the folder it was unpacked to" }],
  options: [
    { name: "release", value: "R", summary: "name of the release: the folder releases/R" },
    { name: "plugin", value: "PATH", summary: "the plug-in folder in the source, if several folders have a plugin.xml" },
    { name: "no-kit", summary: "write only base files and lock; the kit stays in the folder that TIERWRIGHT_KITS names" },
    {
      name: "force",
      summary:
        "replace a release that was imported from another kit (its release.yaml is kept; stand-ins of init need no --force), or import a kit that shows another release",
    },
  ],
  formats: FINDING_FORMS,
  examples: [
    {
      command: "kit import PLM_Connector_2606.zip --release 2606",
      does: "writes releases/2606/ completely or not at all and reports what is dangerous in the kit; refuses a hostile archive with every reason",
    },
    {
      command: 'kit import "C:\\Kits\\PLM Connector" --release 2606 --no-kit',
      does: "the same from a folder, for a repository that does not store its kits",
    },
  ],
  run: runKitImport,
};

type Whole = Extract<Taken, { readonly faults: readonly [] }>;

const lastPart = (path: string): string => path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);

function namesOf(site: Site | null): KnownNames {
  return {
    conf: site?.connector.conf.text ?? null,
    client: site ? lastPart(site.client.file.text) : null,
    profile: site?.profile.file?.text ?? null,
  };
}

const list = (candidates: readonly PluginCandidate[]): string =>
  candidates.map(({ folder, descriptor }) => `${folder === "" ? "." : folder} (${descriptor.id?.text ?? "no id"})`).join(", ");

/**
 * Returns the plug-in folder of an import's source: the only one, or the one that --plugin names. Throws a Refusal if several fit, instead
 * of guessing.
 */
function choosePlugin(source: SourceFiles, named: string | undefined, shown: string): PluginCandidate {
  const candidates = pluginCandidates(source);
  const wanted =
    named &&
    withoutTrailing(named.replaceAll("\\", "/").replace(/^\.\/?/, ""), "/")
      .replace(/\/?plugin\.xml$/i, "")
      .toLowerCase();
  const fitting = wanted === undefined ? candidates : candidates.filter(({ folder }) => folder.toLowerCase() === wanted);
  const [only] = fitting;
  if (only && fitting.length === 1) return only;
  if (candidates.length > 0) {
    throw wrongUse(
      named === undefined
        ? `${shown} holds several plug-in folders: ${list(candidates)}`
        : `${shown} holds no plug-in folder '${named}'; it has ${list(candidates)}`,
      "name the connector's with --plugin PATH; nothing was written",
    );
  }
  const archive = source.files.find(({ path }) => /\.(zip|7z|exe|msi)$/i.test(path));
  throw wrongUse(
    `${shown} holds no plug-in folder: no plugin.xml with a <plugin> element is in it`,
    archive
      ? `unpack ${archive.path} and import that; nothing was written`
      : "name the folder or archive that the vendor sent; nothing was written",
  );
}

/** Returns notes on the `kit` fields of an existing release.yaml that state other paths than the kit has, with the `kit` block to paste. */
function stated(release: Release, found: FoundKit): readonly PastedYaml[] {
  const places: Readonly<Record<string, string | null>> = { plugin: found.pluginFolder, ...found.paths };
  const notes = Object.entries(places).flatMap(([field, path]) => {
    const said = kitPath(release, field as KitField);
    if (path === null || said === path) return [];
    return [
      `release.yaml ${said === null ? `has no kit.${field}` : `says kit.${field}: ${said}`}, but the kit has it at ${path}`,
    ];
  });
  if (notes.length === 0) return [];
  return [{ file: `releases/${release.name}/release.yaml`, yaml: ["kit:", ...kitLines(found), ""].join("\n"), notes }];
}

/**
 * Returns a note with the line of site.yaml that lets a bundle install the kit's modeling-tool profile; none for a site with a `profile`
 * block or a kit without such a profile.
 */
function profileNote(site: Site | null, path: string | null): readonly PastedYaml[] {
  if (!site || site.profile.isStated || path === null) return [];
  const block = `profile: { file: ${yamlScalar(lastPart(path))}, copies: ['{install}\\profiles', 'C:\\Users\\Public'] }`;
  const notes = [`site.yaml has no profile, so no bundle installs ${path}; write ${block}`];
  return [{ file: "environments/site.yaml", yaml: `${block}\n`, notes }];
}

/** Returns a note if an edited release.yaml still states the certified tiers that `init` wrote; otherwise none. */
const tierNote = (into: ReleaseFolder): string[] =>
  into.standing("release.yaml")?.includes(TIERS_COMMENT)
    ? [
        `release.yaml still states the certifiedTiers that \`tierwright init\` wrote: compare them with the vendor's matrix, then remove the comment behind them`,
      ]
    : [];

/** Returns true if a line of .gitattributes keeps Git from converting the files of a folder (base or kit) of every release. */
const keepsBytes = (attributes: string, folder: string): boolean =>
  attributes.split(/\r?\n/).some((line) => {
    const path = beforeFirst(line, " \t");
    return path.startsWith("releases/") && path.includes(`${folder}/`, 9) && line.includes("-text", path.length);
  });

function notesOf(found: FoundKit, unread: readonly string[], files: SourceTree, kept: boolean, release: string): string[] {
  const notes = [...unread];
  for (const [role, others] of Object.entries(found.also)) {
    if (role !== "mapping")
      notes.push(`${others.join(", ")} could also be the ${role} file; ${found.paths[role as Role]} was used`);
  }
  const attributes = files.read(".gitattributes");
  const text = attributes.kind === "file" ? attributes.bytes.toString("latin1") : "";
  const folders = ["base", ...(kept ? ["kit"] : [])].filter((folder) => !keepsBytes(text, folder));
  if (folders.length > 0) {
    notes.push(
      `.gitattributes does not keep the bytes of releases/${release}/${folders.join(" and ")}: add ${folders.map((folder) => `'releases/*/${folder}/** -text'`).join(" and ")}`,
    );
  }
  if (!kept) notes.push(`the kit is not in the repository: put it in the folder that TIERWRIGHT_KITS names, as ${release}/`);
  return notes;
}

async function importTaken(
  invocation: Invocation,
  taken: Whole,
  into: ReleaseFolder,
  context: Awaited<ReturnType<typeof openReleases>>,
): Promise<ImportReport> {
  const { options } = invocation;
  const { files: repository, shared } = context;
  const { site } = shared.model;
  const source = sourceFiles(into.raw, taken.files);
  const found = findKit(source, choosePlugin(source, options.get("plugin"), taken.source.name), namesOf(site));
  into.adopt(found.root, found.wrap);
  const { files, unread } = lockedFiles(taken.files, found, into);
  const documents = writeBase(found, into);
  const locked = sourceOf(into, taken.source, files);
  const lock = { release: into.release, source: locked, files };
  into.write("kit.lock.yaml", lockText(lock, schemaOf(repository, "kit-lock")));
  const draft = writeDraft(found, files, documents, into, schemaOf(repository, "connector-release"));
  const mapping = found.paths.mapping === null ? null : diskTree(into.kit).read(found.paths.mapping, 64 * 1024 * 1024);
  const counts = mapping?.kind === "file" ? mappingCounts(mapping.bytes) : null;
  const kept = !options.has("no-kit");
  if (!kept) into.dropKit();
  const outcome = judgeImport(into, taken.source, repository, { force: options.has("force"), today: invocation.today });
  if ("faults" in outcome) return outcome;
  if (outcome.state === "imported") into.commit();
  const release = loadShared(repository).model.releases.get(into.release);
  const paste = [...(draft || !release ? [] : stated(release, found)), ...profileNote(site, found.paths.profile)];
  return {
    release: into.release,
    source: locked,
    faults: [],
    help: null,
    kept,
    ...outcome,
    facts: release ? kitFacts(release, counts, { ...found.paths, plugin: found.pluginFolder }) : null,
    found: found.paths,
    also: found.also,
    missing: (["conf", "logger", "client", "log4j2", "profile"] as const).filter((role) => found.paths[role] === null),
    draft: draft && {
      writes: draft.writes,
      absent: draft.absent.map(({ file, key }) => ({ file, key })),
      undecided: draft.undecided,
      set: draft.set,
    },
    vendor: documents.connector
      ? vendorValues(documents.connector).map(({ key, entry, effect, field }) => ({ key, value: entry.value, effect, field }))
      : [],
    client: clientChanges(shared, into.release, documents.client),
    paste,
    notes: [
      ...paste.flatMap(({ notes }) => notes),
      ...(draft ? [] : tierNote(into)),
      ...notesOf(found, unread, repository, kept, into.release),
    ],
  };
}

/**
 * Returns the report of an import without the values of keys that an environment declares as secrets (docs/formats.md, References to
 * secrets).
 */
function hideSecrets(report: ImportReport, secrets: ReturnType<typeof secretKeysOf>): ImportReport {
  const hidden = ({ key, value }: { readonly key: string; readonly value: string | null }) =>
    secrets.connector.has(key) || mayBeSecret(key, value ?? "");
  const vendor = report.vendor.map((item) => (hidden(item) ? { ...item, value: null } : item));
  const client = report.client && { ...report.client, changes: withoutSecrets(report.client.changes, secrets.client) };
  return { ...report, vendor, client };
}

/**
 * Runs `kit import`, which writes the whole release or nothing. Returns exit code 1 for a refused source or release, or for findings at or
 * above the severity of --fail-on.
 */
async function runKitImport(invocation: Invocation): Promise<ExitCode> {
  const { args, directory, host, today, options } = invocation;
  const release = releaseName(options.get("release"));
  const context = await openReleases(directory);
  const into = new ReleaseFolder(directory, release);
  let report: ImportReport;
  try {
    const taken = await takeSource(host.cwd, args[0] ?? "", today, into);
    report =
      taken.files === null
        ? refusedImport(release, taken.source, taken.faults, "nothing was written; name a folder or an intact archive")
        : await importTaken(invocation, taken, into, context);
  } finally {
    into.close();
  }
  if (report.state === "refused") {
    const { format } = invocation;
    host.stdout.write(renderImport(report, [], contextOf(invocation)));
    // output forms for findings have no place for the reasons of a refused import, so these are printed on standard error
    if (format !== "text" && format !== "json")
      host.stderr.write(renderImport(report, [], contextOf({ ...invocation, format: "text" })));
    return 1;
  }
  const shared = loadShared(context.files);
  const environments = allEnvironments(context.files, shared);
  const secrets = secretKeysOf(environments);
  const found = releaseFindings(shared, release, today, { compared: true, environments });
  const findings = withoutSecretValues(found, context.files, secrets);
  host.stdout.write(renderImport(hideSecrets(report, secrets), findings, contextOf(invocation)));
  return exitCodeOf(findings, invocation);
}
