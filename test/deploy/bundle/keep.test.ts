import { expect, test } from "vitest";
import { manifestBytes } from "../../../src/deploy/publish/compose.ts";
import { judgeManifest } from "../../../src/deploy/bundle/read-manifest.ts";
import { FILES, manifestOf } from "./support.ts";

test("[B1] [C7] a manifest that lets a machine keep one of the environment's pairs is refused", () => {
  const unit = manifestOf().values.find((value) => value.unit && value.file === "connector");
  expect(unit).toBeDefined();
  const judge = (keep: readonly string[]) => judgeManifest(manifestBytes(manifestOf(FILES, { keep })));
  const judged = judge([unit?.key ?? ""]);
  expect("problems" in judged ? judged.problems.join("; ") : "").toContain(
    `keep: ${unit?.key ?? ""} is one of the environment's own keys`,
  );
  expect(judge(["SOME_OTHER_KEY"])).not.toHaveProperty("problems");
});
