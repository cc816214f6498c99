import { test, expect } from "vitest";
import { command } from "../../src/commands/compat.ts";
import { parseFor } from "../../src/commands/parse.ts";
async function run(dir: string, ...argv: string[]) {
  let out = "", err = "";
  const { options, args } = parseFor(command, ["compat", ...argv]);
  const sink = (f: (t: string) => void) => ({ write: (d: string | Uint8Array) => f(String(d)), color: false, width: null });
  const host: any = { cwd: dir, stdout: sink((t) => (out += t)), stderr: sink((t) => (err += t)) };
  const code = await command.run({ args, options, directory: dir, format: options.get("format") ?? "text", quiet: false, today: "2026-09-22", host });
  return { code, out, err };
}
test("x", async () => {
  for (const a of [[], ["--matrix-json"], ["--tool", "2024x Refresh3", "--connector", "2606", "--tier", "2606"], ["--tool", "2024x Refresh9", "--connector", "2606", "--tier", "2506"], ["--format", "json"]]) {
    const r = await run("/work/main", ...a);
    console.log(r.code, r.out, r.err);
  }
  expect(1).toBe(1);
});
