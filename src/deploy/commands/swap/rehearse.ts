import { type Command, type ExitCode, type Invocation, NL, printResult } from "../../../report/index.ts";
import { VERSION, wrongUse } from "../../../kernel/index.ts";
import { type SwapWorld, listening } from "../../../platform/index.ts";
import { rehearse } from "../../rehearse/rehearse.ts";
import { rehearsalDocument, rehearsalText } from "../../views/rehearsal.ts";
import type { ProvenBundle } from "../../swap/protocol/bundle.ts";
import { DeployStop, refusal } from "../../swap/protocol/outcome.ts";
import { withRetries } from "../../swap/run/retry.ts";
import { printStop } from "./runner.ts";
import { withBundle } from "./with-bundle.ts";

export const command: Command = {
  name: "rehearse",
  summary: "rehearses a bundle in a scratch tree: install, upgrade, power failures, recovery, switch, rollback",
  group: "Roll out",
  short: "tries a bundle in a scratch folder",
  arguments: [{ name: "FILE", summary: "a swap bundle (.zip)" }],
  options: [
    { name: "from", value: "OLD", summary: "the bundle that workstations have now (default: a stand-in made from FILE)" },
    { name: "key", value: "PUB", summary: "public key (PEM) that must have signed the bundles" },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "rehearse dist/bundles/production-2506.zip",
      does: "simulates what a workstation would go through, and verifies each step",
    },
    { command: "rehearse production-2606.zip --from production-2506.zip", does: "rehearses the upgrade of a fleet" },
  ],
  run: runRehearse,
};

/** Runs `rehearse`. Exit codes: 0 every scene passed, 12 a scene failed, 10 the bundle is refused. */
async function runRehearse(invocation: Invocation): Promise<ExitCode> {
  const { args, options, host } = invocation;
  const [file] = args;
  if (file === undefined) throw wrongUse("FILE is missing", "tierwright rehearse FILE: a swap bundle (see tierwright bundle)");
  const from = options.get("from");
  try {
    const play = (bundle: ProvenBundle, older: ProvenBundle | null) =>
      host.scratch(
        "tierwright-rehearsal-",
        async (root) => rehearse(await interruptible(host), root, swapOnly(bundle), older, `tierwright ${VERSION}`),
        (signal) => host.stderr.write(`tierwright: the rehearsal was ended by ${signal}; its scratch tree was deleted${NL}`),
      );
    return await withBundle(invocation, file, async (bundle) => {
      const scenes =
        from === undefined
          ? await play(bundle, null)
          : await withBundle(invocation, from, (older) => play(bundle, swapOnly(older)));
      printResult(invocation, rehearsalDocument(bundle, scenes), rehearsalText);
      return scenes.every((scene) => scene.ok) ? 0 : 12;
    });
  } catch (error) {
    if (!(error instanceof DeployStop)) throw error;
    return printStop(invocation, error, null);
  }
}

/** Returns the machine of a rehearsal, which lets a pending signal end the rehearsal before a deploy or rollback takes its lock. */
async function interruptible(host: Invocation["host"]): Promise<SwapWorld> {
  const world = withRetries(await host.machine(() => undefined));
  return { ...world, lock: async (folder) => listening().then(() => world.lock(folder)) };
}

function swapOnly(bundle: ProvenBundle): ProvenBundle {
  if (bundle.manifest.kind === "swap") return bundle;
  throw refusal(`${bundle.name} is a settings bundle`, "rehearse the swap bundle: a settings switch is a part of it");
}
