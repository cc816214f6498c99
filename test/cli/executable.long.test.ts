import { expect, test } from "vitest";
import { bundle } from "../../scripts/bundle/config.mjs";

/* In a single executable no file is beside the running one: its parts must be asked for by `require`, which its loader answers. */

test("no built file of the command imports a module, and every file that it requires is built or part of Node", async () => {
  const { files } = await bundle("command");
  for (const [path, bytes] of files) {
    const text = bytes.toString("utf8");
    expect([path, text.match(/\bimport\([`"'][^)]*\)/g)]).toEqual([path, null]);
    for (const [, name = ""] of text.matchAll(/(?<![\w.$`])require\(["'`]([^"'`]+)["'`]\)/g)) {
      const target = new URL(name, `file:///${path}`).pathname.slice(1);
      expect([path, name, name.startsWith(".") ? files.has(target) : /^(node:)?[a-z_/]+$/.test(name)]).toEqual([
        path,
        name,
        true,
      ]);
    }
  }
});
