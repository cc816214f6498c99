import type { EmittedFile } from "../artifacts/artifact.ts";
import { emit } from "../artifacts/emit.ts";
import type { RunRequest, RunWorld } from "./request.ts";
import { requireVersion } from "./requires.ts";
import { Shard } from "./shard.ts";

/** What one environment compiles to, in memory; `faults`: why some or all of it is missing. */
export interface CompiledFiles {
  readonly environment: string;
  readonly files: readonly EmittedFile[];
  readonly faults: readonly string[];
}

/**
 * The compiled files of every environment that was asked for, one after the other, with placeholders for secrets. Nothing is judged: an
 * environment that may not be used gives its files, too.
 */
export async function* compiledFiles(request: RunRequest, world: RunWorld): AsyncGenerator<CompiledFiles> {
  const shard = new Shard(request, world);
  await requireVersion(shard.shared.model.site, request.version);
  const { texts } = await shard.templates();
  for (const environment of request.selected) {
    const { compiled } = shard.compile(environment);
    if (compiled?.release) {
      const emitted = emit(compiled, { version: request.version, template: (name) => texts.get(name) ?? null });
      yield { environment, ...emitted };
    } else yield { environment, files: [], faults: ["its documents cannot be read"] };
  }
}
