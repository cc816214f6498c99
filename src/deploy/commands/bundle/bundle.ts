import { resolve } from "node:path";
import { bundleNames } from "../../bundle/names.ts";
import { BundleFolder } from "../../../platform/index.ts";
import {
  type RunOutcome,
  type RunRequest,
  compileOne,
  exitCodeOfRun,
  openRepository,
  plainRequest,
  readFindings,
  refuseRecordings,
  refuseSourceFolder,
  render,
  selectEnvironments,
  withFindings,
} from "../../../compiler/index.ts";
import { verdictLine } from "../../../kernel/index.ts";
import { composeBundle, publishBundle } from "./build.ts";
import { KitDiffers, openKit } from "./proven-kit.ts";
import { type Published, bundledDocument, bundledText } from "../../views/bundled.ts";
import { signerOf } from "./signing.ts";
import { bundleSource } from "./source.ts";
import { type Command, type ExitCode, FINDING_FORMS, type Invocation, resultText } from "../../../report/index.ts";

export const command: Command = {
  name: "bundle",
  summary:
    "checks, then builds the swap bundle of one environment: a reproducible zip with checksums, signature, SBOM, report and scripts",
  group: "Roll out",
  short: "builds the zip of an environment",
  arguments: [{ name: "ENV", summary: "an environment" }],
  options: [
    {
      name: "settings",
      summary: "a settings bundle: only the keys of the environment itself; it can be installed with the tool open",
    },
    { name: "out", value: "DIR", summary: "the folder of the bundle and its sidecars (default: dist/bundles in the repository)" },
    { name: "sign", value: "KEY", summary: "sign the manifest with this RSA key (PKCS#8 PEM, 2048 bits or more)" },
    {
      name: "sign-command",
      value: "CMD",
      summary:
        "sign with a program, for a key that cannot leave its module: it gets the manifest on standard input and prints the signature",
    },
    { name: "key", value: "PUB", summary: "public key (PEM) to verify the new signature with" },
    { name: "serial", value: "N", summary: "the bundle's serial (default: SOURCE_DATE_EPOCH, else the commit's time)" },
  ],
  formats: FINDING_FORMS,
  examples: [
    { command: "bundle production", does: "writes dist/bundles/production-2506.zip and its sidecars" },
    {
      command: "bundle production --settings --sign signing.key",
      does: "builds and signs a bundle that only switches the environment",
    },
  ],
  run: runBundle,
};

function requestOf(invocation: Invocation): RunRequest {
  refuseRecordings(invocation.args);
  const { names } = openRepository(invocation.directory);
  return plainRequest(invocation, names, selectEnvironments(invocation.args, names));
}

/**
 * Prints the findings and the new bundle. With a --format that can show only findings, such as sarif, the text about the bundle goes to
 * stderr.
 */
function tell(invocation: Invocation, result: Published, outcome: RunOutcome): void {
  const { host, format, quiet } = invocation;
  const about = resultText(invocation, bundledDocument(result, outcome.findings), bundledText);
  const needsFindings = format === "text" ? outcome.findings.length > 0 && !quiet : format !== "json";
  if (needsFindings) host.stdout.write(render(outcome, invocation, null));
  (format === "json" || format === "text" ? host.stdout : host.stderr).write(about);
}

/** Runs `bundle ENV`. Exit codes: 0 built; 1 findings, a blocking gate or a kit that differs from its lock; 2 wrong use. */
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
    const swap = !options.has("settings");
    const composed = composeBundle(ready, release, from, swap ? () => openKit(invocation, release) : null);
    folder.open();
    const published = await publishBundle(folder, names, composed, signer, verdictLine(verdict));
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
