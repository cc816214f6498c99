import { sha256 } from "../../formats/sha256.ts";
import { resolve } from "node:path";
import { namesGate } from "../../archive/gate.ts";
import { shown } from "../../archive/refused.ts";
import { composeManifest, manifestBytes } from "../../publish/compose.ts";
import { lengthFaults } from "../../publish/lengths.ts";
import type { BundleManifest } from "../../bundle/manifest.ts";
import { type BundleNames, bundleNames, sumsBytes } from "../../bundle/names.ts";
import { pluginPlaces, swapParts } from "../../publish/parts.ts";
import { judgeManifest } from "../../bundle/read-manifest.ts";
import { reportBytes } from "../../publish/report.ts";
import { sbomBytes } from "../../publish/sbom.ts";
import { deployBytes, detectBytes } from "../../publish/scripts.ts";
import { contentRefused } from "../../diagnostic/refusal.ts";
import { BundleFolder } from "../../io/bundle-folder.ts";
import { hashFile } from "../../io/kit-files.ts";
import type { Release } from "../../model/release.ts";
import { type CompiledOne, compileOne, withFindings } from "../../run/compile-one.ts";
import type { RunRequest } from "../../run/request.ts";
import type { RunOutcome } from "../../run/run.ts";
import { readFindings } from "../../run/rules.ts";
import { verdictLine } from "../../verdict/line.ts";
import { VERSION } from "../../version.ts";
import { KitDiffers, openKit, type ProvenKit, writeSettings } from "./proven-kit.ts";
import { bundledJson, bundledText, type Published } from "./output.ts";
import { type Signer, signerOf } from "./signing.ts";
import { type BundleSource, bundleSource } from "./source.ts";
import { FINDING_FORMS } from "../../report/findings.ts";
import type { Command, ExitCode, Invocation } from "../command.ts";
import { openRepository, refuseRecordings, selectEnvironments } from "../open-repository.ts";
import { exitCodeOfRun, refuseSourceFolder, render } from "../repository/run.ts";

export const command: Command = {
  name: "bundle",
  summary:
    "checks, then builds the swap bundle of one environment: a reproducible zip with sums, signature, SBOM, report and scripts",
  arguments: [{ name: "ENV", summary: "an environment" }],
  options: [
    { name: "settings", summary: "a settings bundle: only the pairs that make the environment, installed with the tool open" },
    { name: "out", value: "DIR", summary: "where bundle and sidecars go (default: dist/bundles in the repository)" },
    { name: "sign", value: "KEY", summary: "sign the manifest with this RSA key (PKCS#8 PEM, 2048 bits or more)" },
    {
      name: "sign-command",
      value: "CMD",
      summary:
        "sign with a program, for a key that cannot leave its module: it gets the manifest on standard input and prints the signature",
    },
    { name: "key", value: "PUB", summary: "the public key that the new signature has to hold with (PEM)" },
    { name: "serial", value: "N", summary: "the bundle's serial (default: SOURCE_DATE_EPOCH, else the commit's time)" },
  ],
  formats: FINDING_FORMS,
  examples: [
    { command: "bundle production", does: "writes dist/bundles/production-2506.zip and its sidecars" },
    {
      command: "bundle production --settings --sign signing.key",
      does: "builds and signs the bundle that switches the environment only",
    },
  ],
  run: runBundle,
};

type Ready = NonNullable<CompiledOne["ready"]>;

/** Everything that is known before the first byte is written. */
interface Composed {
  readonly manifest: BundleManifest;
  readonly bytes: Buffer;
  readonly parts: ReturnType<typeof swapParts>;
  readonly kit: ProvenKit | null;
}

/** A deploy would refuse such a bundle, so it is not built. */
function refuse(problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw contentRefused(
    `no bundle can be built that a workstation would take: ${problems.join("; ")}`,
    null,
    "fix site.yaml, release.yaml or the kit, whichever says it; nothing was written",
  );
}

/** Throws KitDiffers for a kit that is not the locked one, Refusal for a bundle that a deploy would refuse. */
function compose(invocation: Invocation, { compiled, files }: Ready, release: Release, from: BundleSource): Composed {
  const swap = !invocation.options.has("settings");
  const places = pluginPlaces(compiled, release);
  const parts = swap ? swapParts(compiled, release, files) : [];
  // names first: a kit whose names Windows cannot have may not even lie here as it should
  refuse(namesGate(parts.map(({ path }) => path)).map(({ entry, problem }) => `${shown(entry ?? "")} ${problem}`));
  const kit = swap ? openKit(invocation, release) : null;
  const { serial, source } = from;
  const facts = {
    kind: swap ? "swap" : "settings",
    version: VERSION,
    serial,
    source,
    places,
    parts,
    mapping: kit?.mapping() ?? null,
  } as const;
  const manifest = composeManifest(compiled, release, facts);
  const bytes = manifestBytes(manifest);
  const judged = judgeManifest(bytes);
  refuse([...("problems" in judged ? judged.problems : []), ...lengthFaults(manifest)]);
  return { manifest, bytes, parts, kit };
}

/** Writes the set beside the old one and puts it in its place; nothing is left of it when anything fails. */
async function publish(
  folder: BundleFolder,
  names: BundleNames,
  { manifest, bytes, parts, kit }: Composed,
  signer: Signer | null,
  verdict: string,
): Promise<Omit<Published, "folder" | "source" | "manifest" | "names">> {
  const staged = folder.staged(names.zip);
  if (kit) kit.write(staged, bytes, parts);
  else writeSettings(staged, bytes);
  const { size, sha256: digest } = hashFile(staged);
  const digests = { manifest: sha256(bytes), bundle: digest };
  const { environment, paths } = manifest;
  const leftOut = kit?.others(parts) ?? [];
  const detect = detectBytes({ manifest: digests.manifest, environment, install: paths.install });
  const report = reportBytes(manifest, { names, verdict, digests, size, leftOut, detect: sha256(detect) });
  const sidecars = [
    { name: names.sbom, what: "bill of materials", bytes: sbomBytes(manifest, names.name, digests) },
    { name: names.report, what: "report", bytes: report },
    { name: names.deploy, what: "installs it", bytes: deployBytes() },
    { name: names.detect, what: "detects it", bytes: detect },
  ];
  const described = sidecars.map((file) => ({ ...file, size: file.bytes.length, sha256: sha256(file.bytes) }));
  const zip = { name: names.zip, what: "the bundle", size, sha256: digest };
  // a swap and a settings bundle of one environment share the name of the detection script, so that stands in the report
  const sums = sumsBytes([zip, ...described.filter(({ name }) => name !== names.detect)]);
  const signature = signer && (await signer.sign(bytes));
  for (const file of described) folder.stage(file.name, file.bytes);
  folder.stage(names.sums, sums);
  if (signature) folder.stage(names.signature, signature.bytes);
  folder.commit();
  const sig = signature && {
    name: names.signature,
    what: "signature",
    size: signature.bytes.length,
    sha256: sha256(signature.bytes),
  };
  return {
    digests,
    signature: signature && { checked: signature.checked },
    files: [
      zip,
      { name: names.sums, what: "sums", size: sums.length, sha256: sha256(sums) },
      ...(sig ? [sig] : []),
      ...described.map(({ name, what, size: length, sha256: hash }) => ({ name, what, size: length, sha256: hash })),
    ],
  };
}

function requestOf(invocation: Invocation): RunRequest {
  refuseRecordings(invocation.args);
  const { names } = openRepository(invocation.directory);
  const { today, directory } = invocation;
  return {
    root: directory,
    version: VERSION,
    names,
    selected: selectEnvironments(invocation.args, names),
    options: { today, requireProof: false, hostsFile: null, resolved: null },
    resolve: false,
    output: null,
  };
}

/** What was built, and what was found on the way. A form of findings has no place for a bundle: that is told beside it then. */
function tell(invocation: Invocation, result: Published, outcome: RunOutcome): void {
  const { host, format, quiet } = invocation;
  if (format === "json") host.stdout.write(bundledJson(result, outcome.findings));
  else if (format === "text") {
    const findings = outcome.findings.length > 0 && !quiet ? render(outcome, invocation, null) : "";
    host.stdout.write(findings + bundledText(result, invocation));
  } else {
    host.stdout.write(render(outcome, invocation, null));
    host.stderr.write(bundledText(result, invocation));
  }
}

/** `bundle ENV`: exit code 0 built, 1 with findings, a closed gate or another kit than the locked one, 2 wrong use. */
async function runBundle(invocation: Invocation): Promise<ExitCode> {
  const { options, host, directory } = invocation;
  const request = requestOf(invocation);
  const out = options.get("out");
  const root = out === undefined ? resolve(directory, "dist", "bundles") : resolve(host.cwd, out);
  refuseSourceFolder(directory, root);
  const signer = signerOf(invocation);
  const from = await bundleSource(invocation);
  const { outcome, ready } = await compileOne(request, host);
  const release = ready?.compiled.release;
  if (!ready || !release || exitCodeOfRun(outcome, invocation) !== 0) {
    host.stdout.write(render(outcome, invocation, null));
    return 1;
  }
  const { environment, verdict } = ready.compiled;
  const names = bundleNames(environment.name, environment.connector.text, options.has("settings"));
  const set = [names.zip, names.sums, names.signature, names.sbom, names.report, names.detect] as const;
  const folder = new BundleFolder(root, set, [names.deploy]);
  try {
    const composed = compose(invocation, ready, release, from);
    folder.open();
    const published = await publish(folder, names, composed, signer, verdictLine(verdict));
    const result: Published = { ...published, folder: out ?? "dist/bundles", source: from, manifest: composed.manifest, names };
    tell(invocation, result, outcome);
    return 0;
  } catch (error) {
    if (!(error instanceof KitDiffers)) throw error;
    host.stdout.write(
      render(withFindings(outcome, environment.name, readFindings(error.problems, environment.name)), invocation, null),
    );
    return 1;
  } finally {
    folder.close();
  }
}
