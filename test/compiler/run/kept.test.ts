import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exampleRepository, run } from "../../support/repository.ts";

/* What `bundle` goes on with comes out of the run itself: an environment is computed once. */

test("a run gives the model that was asked for, remembered or not, and the same outcome as without", async () => {
  const folder = exampleRepository();
  const [name = ""] = readdirSync(join(folder, "environments"), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  );
  const { kept, shard: _, inputsOf, ...plain } = await run(folder);
  expect(kept).toBeNull();
  for (const time of ["remembered by the run before", "remembered by the one that kept it"]) {
    const { kept: model, shard: __, inputsOf: inputs, ...outcome } = await run(folder, { keep: name });
    expect(model?.compiled.environment.name, time).toBe(name);
    expect(Object.keys(model?.compiled.files ?? {}), time).toContain("connector");
    expect(outcome, time).toEqual(plain);
    expect(inputs(name), time).toEqual(inputsOf(name));
    expect(Object.keys(inputs(name) ?? {}), time).toContain(`environments/${name}/environment.yaml`);
  }
});

test("an environment whose files give no model has none", async () => {
  const folder = exampleRepository({ "environments/broken/environment.yaml": "{" });
  expect((await run(folder, { keep: "broken" })).kept).toBeNull();
});
