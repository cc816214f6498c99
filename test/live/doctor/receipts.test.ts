import { appendFileSync, cpSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { at } from "../../deploy/swap/support/installation.ts";
import { inProcess } from "../../deploy/swap/support/in-process.ts";
import { Workstation } from "../../deploy/swap/support/workstation.ts";
import { temporaryFolder } from "../../support/repository.ts";
import { examined } from "./scene.ts";

/** An installation that a deploy has worked on, and a folder that is no repository. */
async function installed() {
  const here = new Workstation(inProcess, "tool");
  await here.done(here.deploy(here.swap()));
  return { root: here.root, repository: temporaryFolder() };
}

test("[D9] [H5] without a repository the last receipt says where things lie and what they are to be", async () => {
  const { root, repository } = await installed();
  const { code, document, of } = await examined(root, [], { repository });
  expect(
    document.checks
      .filter(({ state }: { state: string }) => state === "fail" || state === "error")
      .map(({ id }: { id: string }) => id),
  ).toEqual(code === 0 ? [] : ["folders/exist"]);
  expect(of("plugin/last-swap")).toMatchObject({ state: "pass", control: { outcome: "held" } });
  expect(of("environment/values")).toMatchObject({ state: "skip", says: expect.stringMatching(/needs the config repository/) });
  expect(of("profile/places").says).toMatch(/2 places hold the profile of the last deploy/);
});

test("[D9] [H5] the whole tree is compared with the last deploy, in a copy that lies elsewhere, too", async () => {
  const { root, repository } = await installed();
  appendFileSync(at.conf(root), "BY_HAND=1\n");
  writeFileSync(join(at.live(root), "lib", "old.jar"), "PK");
  rmSync(join(at.live(root), "plugin.xml"));
  const copy = join(temporaryFolder(), "elsewhere");
  cpSync(root, copy, { recursive: true, preserveTimestamps: true });
  renameSync(root, `${root}-gone`);
  const { of } = await examined(copy, [], { repository });
  const { state, details } = of("plugin/last-swap");
  expect(state).toBe("fail");
  expect(details).toEqual([
    expect.stringMatching(/^plugins\/com\.example\.connector\/plugin\.xml: missing$/),
    expect.stringMatching(/lib\/old\.jar: not part of this build$/),
    expect.stringMatching(/connector\.properties: BY_HAND is \(hidden\); the deploy had set no value$/),
  ]);
});

test("[D9] [H5] a pass names the values that --accept-drift left as they were", async () => {
  const { root, repository } = await installed();
  const left = "left as found at the deploy (--accept-drift), not as a bundle had set it: connector: LicenseDir";
  const last = async () => (await examined(root, [], { repository })).of("plugin/last-swap");
  expect((await last()).says).not.toContain("left as found");
  const [file = ""] = readdirSync(join(at.swap(root), "receipts")).slice(-1);
  const path = join(at.swap(root), "receipts", file);
  const receipt = JSON.parse(readFileSync(path, "utf8"));
  receipt.state.left = [{ file: "connector", key: "LicenseDir" }];
  writeFileSync(path, JSON.stringify(receipt));
  expect(await last()).toMatchObject({ state: "pass", says: expect.stringContaining(`; ${left}`) });
});

test("[H5] a receipt that was written on a workstation names drives, and is read in a copy of them", async () => {
  const { root, repository } = await installed();
  const folder = join(at.swap(root), "receipts");
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), "utf8");
    const windows = text.replaceAll(/"([^"]*)"/g, (whole, path: string) =>
      path.startsWith(root)
        ? JSON.stringify(
            path
              .slice(root.length + 1)
              .replace("/", ":\\")
              .replaceAll("/", "\\"),
          )
        : whole,
    );
    writeFileSync(join(folder, file), windows);
  }
  expect((await examined(root, [], { repository })).of("plugin/last-swap").state).toBe("pass");
});

test("[H5] without a repository a receipt that cannot be read says where nothing lies, and is wrong use", async () => {
  const { root, repository } = await installed();
  const folder = join(at.swap(root), "receipts");
  const [file = ""] = readdirSync(folder).filter((name) => name.startsWith("0"));
  writeFileSync(join(folder, file), "{");
  const { code, err } = await examined(root, [], { repository });
  expect(code).toBe(2);
  expect(err).toMatch(/cannot be read/);
});
