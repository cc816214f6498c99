import type { EmittedFile } from "../artifacts/artifact.ts";
import { emit } from "../artifacts/emit.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import { requireVersion } from "./requires.ts";
import { Shard } from "./shard.ts";

/** The compiled files of one environment, in memory. `faults` lists why some or all of them are missing. */
export interface CompiledFiles {
  readonly environment: string;
  readonly files: readonly EmittedFile[];
  readonly faults: readonly string[];
}

/**
 * Yields the compiled files of every selected environment, with placeholders for secrets. Runs no rule: an environment with errors or a
 * closed gate yields its files, too. Throws a Refusal if the repository requires another version of Tierwright.
 */
export async function* compiledFiles(request: RunRequest, world: RunWorld): AsyncGenerator<CompiledFiles> {
  const shard = new Shard(request, world);
  await requireVersion(shard.shared.model.site, request.version);
  const { templates } = await shard.templates();
  for (const environment of request.selected) {
    const { compiled } = shard.compile(environment);
    if (compiled?.release) {
      const emitted = emit(compiled, { version: request.version, template: (name) => templates.get(name) ?? null });
      yield { environment, ...emitted };
    } else yield { environment, files: [], faults: ["its documents cannot be read"] };
  }
}
