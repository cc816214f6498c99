import { expect, test } from "vitest";
import { below, read } from "./project.ts";

test("nock is loaded in one place, which keeps it from the connections of other files", () => {
  const loading = below("test", /\.ts$/).filter((path) => /from "nock"/.test(read(path)));
  expect(loading.filter((path) => path !== "test/house/nock.test.ts")).toEqual(["test/support/intercepted.ts"]);
});
