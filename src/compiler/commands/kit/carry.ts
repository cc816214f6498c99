import { commandInSentence, shellCommand, wrongUse } from "../../../kernel/index.ts";
import { emittedFile } from "../../artifacts/installed.ts";
import { carryRows } from "../../compile/carry-rows.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { decide } from "../../compile/decide.ts";
import { propertiesFile } from "../../load/files.ts";
import type { PropertiesFile } from "../../model/files.ts";
import { plainOptions } from "../../run/request.ts";
import { type CarryReport, carryDocument, carryText } from "../../views/kit-carry.ts";
import { checkEnvironment } from "../../run/check-environment.ts";
import { type Command, type ExitCode, type Invocation, printResult } from "../../../report/index.ts";
import { openReleases, releaseNamed } from "./releases.ts";
import { secretKeys } from "./secrets.ts";
import { neighboursOf } from "../neighbours.ts";
import { environmentFolders } from "../../load/environment-names.ts";
import { namesFor, selectEnvironments } from "../open-repository.ts";

export const command: Command = {
  name: "kit carry",
  summary: "the effect of a release swap on each key of an environment's conf",
  group: "Set up",
  short: "shows what a release does to an environment",
  arguments: [{ name: "ENV", summary: "an environment" }],
  options: [{ name: "to", value: "RELEASE", summary: "the release to swap to (default: the one that the environment names)" }],
  formats: ["text", "json"],
  examples: [
    { command: "kit carry production", does: "what compiling carries from carryFrom, the previously installed conf" },
    {
      command: "kit carry production --to 2606",
      does: "what a swap of today's compiled conf to release 2606 would keep, add and drop",
    },
  ],
  run: runKitCarry,
};

type Loaded = ReturnType<typeof checkEnvironment>["loaded"];

/**
 * Returns the conf that counts as installed before the swap: the connector's conf as the environment compiles it now, with placeholders for
 * secrets. Returns null if there is no conf to compile.
 */
function compiledConf(compiled: CompiledEnvironment): PropertiesFile | null {
  const emitted = emittedFile(compiled, "connector");
  return (
    emitted &&
    propertiesFile(`dist/${compiled.environment.name}/${emitted.path}`, emitted.bytes, "installed", "connector", new Set())
  );
}

function reportOf(
  compiled: CompiledEnvironment,
  loaded: Loaded,
  invocation: Invocation,
  shared: Awaited<ReturnType<typeof openReleases>>["shared"],
): CarryReport {
  const { environment, site } = compiled;
  const asked = invocation.options.get("to");
  const swap = asked !== undefined && asked !== environment.connector.text;
  const target = releaseNamed(shared, asked ?? environment.connector.text);
  const conf = swap ? compiledConf(compiled) : null;
  const isCarried = conf !== null && loaded.carryFrom !== null && Buffer.compare(conf.bytes, loaded.carryFrom.bytes) === 0;
  const from = isCarried ? loaded.carryFrom : (conf ?? loaded.carryFrom);
  const { files } = decide(environment, site, target, from);
  if (!files.connector) {
    throw wrongUse(
      `release ${target.name} has no base/connector.properties, so the keys of its conf are unknown`,
      `import its kit with ${commandInSentence(shellCommand`tierwright kit import SOURCE --release ${target.name}`)}`,
    );
  }
  return {
    environment: environment.name,
    installed: swap ? environment.connector.text : null,
    release: target.name,
    from:
      from === null
        ? null
        : swap && from !== loaded.carryFrom
          ? `the conf that ${environment.name} compiles to today`
          : from.path,
    conf: swap && from !== null && from !== loaded.carryFrom ? from.path : null,
    rows: carryRows(files.connector, from, secretKeys(environment, "connector")),
  };
}

/**
 * Prints the effects of a swap on the keys of an environment's conf. Returns exit code 0 also if keys differ. Throws a Refusal if the
 * environment cannot be compiled.
 */
async function runKitCarry(invocation: Invocation): Promise<ExitCode> {
  const { args, directory, today } = invocation;
  const { files, shared } = await openReleases(directory);
  const names = namesFor(args, environmentFolders(files));
  const [name = ""] = selectEnvironments(args, names);
  const checked = checkEnvironment(name, {
    files,
    shared,
    neighbours: neighboursOf(files, names),
    options: plainOptions(today),
  });
  const { compiled, loaded } = checked;
  if (!compiled) {
    throw wrongUse(
      `${name} cannot be compiled, so it is unknown what a swap carries`,
      `${commandInSentence(shellCommand`tierwright check ${name}`)} shows why`,
    );
  }
  printResult(invocation, carryDocument(reportOf(compiled, loaded, invocation, shared)), carryText);
  return 0;
}
