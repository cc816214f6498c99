import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { cli } from "../support/host.ts";
import { all, CLIENT, closeTiers, DNS, LIVE, onQa, recorded, stage } from "./record-scene.ts";

afterEach(closeTiers);

const commandIn = (step: string): readonly string[] =>
  (/: `tierwright (.*)`$/.exec(step)?.[1] ?? "").split(" ").map((word) => word.replaceAll("'", ""));

test("[G6] the steps of a recording name the environment that was installed before, and the commands that install it again", async () => {
  const { at, run, qa } = await onQa();
  await recorded(at, async ({ next }, recording) => {
    const [, there = "", ...rest] = next as readonly string[];
    const [home = "", ...back] = rest.slice(-3);
    expect(there).toMatch(/^point this workstation at the relays\. It has qa installed, .* installs demo/);
    expect(there).not.toContain("restores every value");
    expect(home).toMatch(/^switch this workstation to demo, .*; qa was installed before: `/);
    await run(commandIn(there));
    const { out } = await cli(["record", "status", "--store", "captures", "--root", at.root, "--format", "json"], {
      ...{ cwd: at.cwd, recording, dns: DNS },
    });
    expect(JSON.parse(out).next.join("\n")).not.toContain("switch this workstation back");
    for (const step of back) await run(commandIn(step));
    expect(all(at.root)).toEqual(qa);
  });
});

test("[G6] after the recording its end and status still know the former environment; on the recorded one none is named", async () => {
  const { at, run } = await onQa();
  const { err } = await recorded(at, async ({ next }) => {
    await run(commandIn(next[1]));
  });
  expect(err).toMatch(/`?tierwright bundle qa --settings/);
  const again = await stage();
  await recorded(again, async ({ next }) => expect(next.join("\n")).not.toMatch(/ installed, |bundle/));
});

test("[G6] drifted values of another environment are named, and the way back is not said to restore them", async () => {
  const { at } = await onQa();
  const path = join(at.root, "C/Program Files/Tool/plugins/com.example.plm.connector/conf/connector.properties");
  writeFileSync(
    path,
    readFileSync(path, "latin1").replace(/^TC_SERVER_URL=.*$/m, `TC_SERVER_URL=http\\://plm.example.com\\:${at.port}/tc`),
    "latin1",
  );
  await recorded(at, async ({ next }) => {
    expect(next[1]).toContain("It has qa installed");
    expect(next[1]).toContain("1 value was changed here since the last deploy (TC_SERVER_URL)");
    expect(next[1]).not.toMatch(/restores every value|correct the environment first/);
  });
});

test.each([
  ["every address", /:\d+/g, "elsewhere", "point at neither the relays nor the tier"],
  ["the first address", /:\d+/, "partial", "only partly switched"],
])(
  "[G6] status does not call a workstation switched where %s leads to a port of this machine that no relay has",
  async (_, ports, state, words) => {
    const at = await stage();
    await recorded(at, async ({ bundle }, recording) => {
      const status = async () => {
        const argv = ["record", "status", "--store", "captures", "--root", at.root, "--format", "json"];
        return JSON.parse((await cli(argv, { cwd: at.cwd, recording, dns: DNS })).out);
      };
      await cli(["deploy", bundle.there, "--switch-environment", "--root", at.root], { cwd: at.cwd });
      expect((await status()).workstation.state).toBe("there");
      for (const file of [`${LIVE}/conf/connector.properties`, CLIENT].slice(state === "partial" ? 1 : 0)) {
        const path = join(at.root, "C", file);
        const led = /(?<=^(?:TC_SERVER_URL|URL|BOOTSTRAP_URLS)=).*$/gm;
        const text = readFileSync(path, "latin1");
        writeFileSync(
          path,
          text.replace(led, (value) => value.replace(ports, ":1")),
          "latin1",
        );
      }
      const { workstation, says, next } = await status();
      expect([workstation.state, says]).toEqual([state, expect.stringContaining(words)]);
      expect(next[0]).toContain("point this workstation at the relays");
    });
  },
);
