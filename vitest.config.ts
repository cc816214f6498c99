import { defineConfig } from "vitest/config";
import { filesThatReplaceModules, shared } from "./vitest.shared.ts";

const ELSEWHERE = [
  "test/**/*.{process,long}.test.ts",
  "test/oracle/**",
  "test/windows/**",
  "test/wine/**",
  "test/conformance/**",
  "node_modules/**",
  "build/**",
];

const replacing = filesThatReplaceModules();
const common = await shared({});

/**
 * `npm test`: everything that runs in this process. The files of a thread share what they have imported, which halves the time; a test leaves
 * nothing of its own in a module or in the environment.
 */
export default defineConfig({
  ...common,
  test: {
    ...common.test,
    projects: [
      {
        extends: true,
        test: { name: "tests", isolate: false, include: ["test/**/*.test.ts"], exclude: [...ELSEWHERE, ...replacing] },
      },
      { extends: true, test: { name: "replaced", isolate: false, include: replacing, exclude: ELSEWHERE } },
    ],
  },
});
