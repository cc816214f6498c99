import { expect, test } from "vitest";
import { lockFolder } from "../../src/io/swap-lock.ts";
import { temporaryFolder } from "../support/repository.ts";

test("[D4] a lock excludes a second holder, and can be taken again as soon as it was given back", async () => {
  const folder = temporaryFolder();
  for (let i = 0; i < 300; i++) {
    const release = await lockFolder(folder);
    expect(release, `round ${i}`).not.toBeNull();
    if (i % 50 === 0) expect(await lockFolder(folder)).toBeNull();
    await release?.();
  }
});

test("[D4] locks of two installations do not touch each other", async () => {
  const [first, second] = [await lockFolder(temporaryFolder()), await lockFolder(temporaryFolder())];
  expect([first, second]).not.toContain(null);
  await first?.();
  await second?.();
});
