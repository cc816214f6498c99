import { beforeAll, describe, test } from "vitest";
import { builtCli } from "../cli/built.ts";
import { shapesFor, tryShape } from "./limits.ts";
import { FILES } from "./readers.ts";

/* Properties, log4j2, plug-in descriptors, hosts files, templates; how is said in limits.ts. */

let command = "";
beforeAll(async () => {
  command = await builtCli();
});

describe.each(FILES.map((reader, i) => [reader.name, reader, i] as const))("%s", (_, reader, i) => {
  test.each(shapesFor(reader, i).map((shape) => [shape.name, shape] as const))(
    "[A1] of %s",
    (_name, shape) => tryShape(command, reader, shape),
    600_000,
  );
});
