import { describe, expect, test } from "vitest";
import { here, treeOf } from "../cli/civil.ts";
import { CANARY, checkout, link, PLACES, TARGETS, WAYS } from "../cli/confined.ts";

/* Every file and folder of a repository as a link to every place that must not be read, by every way: about a thousand repositories. */

const unix = process.platform !== "win32";

describe.runIf(unix).each(PLACES)("[D2] in the place of %s", (place) => {
  test.each(TARGETS)("a link to %s shows and takes over nothing of it", async (target) => {
    for (const way of WAYS) {
      const { folder } = checkout();
      link(folder, place, target, way);
      for (const argv of [["compile"], ["bundle", "demo", "--serial", "1", "--settings", "--format", "json"]]) {
        const answer = await here(folder)(argv);
        const written = JSON.stringify(treeOf(folder, (path) => /^\.git(\/|$)/.test(path)));
        expect(answer.out + answer.err + written, `${way}: ${argv.join(" ")}`).not.toContain(CANARY);
        expect([0, 1, 2], `${way}: ${answer.err}`).toContain(answer.code);
      }
    }
  });
});
