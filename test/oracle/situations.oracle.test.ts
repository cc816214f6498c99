import { beforeAll, describe, expect, test } from "vitest";
import { builtCli } from "../cli/built.ts";
import { inSituation, LINES, SITUATIONS } from "../cli/situations.ts";
import { stepOf } from "../support/runs.ts";
import { ALL } from "./limits.ts";

/* The commands of the registry where nothing can be read or told. */

const unix = process.platform !== "win32";

let command = "";
beforeAll(async () => {
  command = await builtCli();
});

/** Every second of the commands in each situation (in .ci/run every fourth), others in the next one. */
const some = (i: number) => LINES.filter((_, at) => ALL || (at + i) % (2 * stepOf(2)) === 0);

describe.runIf(unix).each(SITUATIONS.map((one, i) => [...one, i] as const))("when %s", (_, script, fails, i) => {
  test.each(some(i).map((argv) => [argv.join(" "), argv] as const))("'%s' says it in words", (_name, argv) => {
    const code = inSituation(command, script, argv);
    expect([0, 1, 2, 10, 11, 12, 82]).toContain(code);
    const help = argv.some((word) => word.startsWith("--help") || word === "--version");
    if (fails === "unless help" && !help) expect(code).toBe(2);
    if (fails === "when it writes" && help) expect(code).toBe(2);
  });
});
