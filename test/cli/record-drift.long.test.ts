import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { RecordingWorld } from "../../src/platform/wire.ts";
import { sceneOf } from "../docs/session.ts";
import { cli } from "../support/host.ts";
import { edit, temporaryFolder } from "../support/repository.ts";
import { closeTiers, DNS, tier, world } from "./record-scene.ts";

/* The sample's production carries the values of an installed conf, by which deploy judges a workstation that has no receipt yet. */

afterEach(closeTiers);

const YAML = "environments/production/environment.yaml";
const LIVE = "C/Program Files/Cameo Systems Modeler 2024x Refresh3";
const CONNECTOR = `${LIVE}/plugins/com.example.plm.connector/conf/connector.properties`;
const CLIENT = "C/ProgramData/Example/MBSE/bhm/CommonClient.properties";

/** The sample on a tier of this machine, and a workstation where somebody put both files by hand. */
async function scene(installed: "compiled" | "carried") {
  const [cwd, root, port, files] = [sceneOf("sample").folder, temporaryFolder(), await tier(), await tier()];
  edit(cwd, YAML, "https://plm.example.com:8443/tc", `http://plm.example.com:${port}/tc`);
  edit(cwd, YAML, "https://files.example.com:4544", `http://files.example.com:${files}`);
  const compiled = await cli(["compile", "production", "--out", "out"], { cwd });
  expect([compiled.code, compiled.err]).toEqual([0, ""]);
  const put = (path: string, bytes: string | Uint8Array) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), bytes);
  };
  put(`${LIVE}/plugins/com.example.plm.connector/plugin.xml`, '<plugin id="com.example.plm.connector" version="1"/>');
  put(`${LIVE}/bin/tool.properties`, "version=2024x Refresh3\n");
  const conf = installed === "compiled" ? "out/production/connector" : "environments/production/installed";
  put(CONNECTOR, readFileSync(join(cwd, conf, "connector.properties")));
  put(CLIENT, readFileSync(join(cwd, "out/production/client/CommonClient.properties")));
  const now = () => [CONNECTOR, CLIENT].map((path) => readFileSync(join(root, path), "latin1"));
  /** `record status` says the same step as long as it is to be done. */
  const repeated = async (step: string, recording: RecordingWorld) => {
    const { out } = await cli(["record", "status", "--store", "captures", "--root", root, "--format", "json"], {
      cwd,
      recording,
    });
    expect(JSON.parse(out).next[0].replace(", and restart the tool", "")).toBe(step);
  };
  /** Records while `work` goes on; gives the step that points the workstation at the relays. */
  const recording = async (work: (step: string, bundle: { there: string; back: string }) => Promise<void>) => {
    const ends = world();
    let failure: unknown = null;
    const argv = ["record", "start", "production", "--store", "captures", "--root", root, "--serial", "5", "--format", "json"];
    const { code, err } = await cli(argv, {
      ...{ cwd, recording: ends, dns: DNS },
      written: (out: string) => {
        if (!out.endsWith("}\n")) return;
        const { next, bundle } = JSON.parse(out);
        void repeated(next[1], ends)
          .then(() => work(next[1], bundle))
          .catch((error) => {
            failure = error;
          })
          .finally(() => ends.end("SIGINT"));
      },
    });
    if (failure) throw failure;
    expect([code, err]).toEqual([0, expect.any(String)]);
  };
  /** A deploy as a step has it. */
  const deploy = (command: string) => cli(command.split(" ").slice(1), { cwd });
  return { cwd, root, put, now, recording, deploy };
}

const typed = (step: string): string => /`tierwright (.*)`$/.exec(step)?.[0].slice(1, -1) ?? "";

describe("[G1] [G6] the first step of a recording on a workstation that no deploy installed", () => {
  test("says that deploy would refuse it as drift; as it stands there it works, and the way back restores both files exactly", async () => {
    const { recording, deploy, now } = await scene("compiled");
    const before = now();
    await recording(async (step, { there, back }) => {
      expect(step).toMatch(
        /^point this workstation at the relays\. It was installed without a deploy: 3 values here \(PANEL_ZOOM_PERCENT, READ_TIMEOUT_SECONDS, TC_SERVER_URL\)/,
      );
      expect(step).toContain(
        "differ from the conf that production carries from, which deploy refuses as drift without --accept-drift",
      );
      expect(step).toContain("Switching back restores every value of both files, so accept the drift this once");
      const command = typed(step);
      expect(command).toMatch(/ --accept-drift$/);
      const plain = await deploy(command.replace(" --accept-drift", ""));
      expect([plain.code, plain.err]).toEqual([10, expect.stringContaining("--accept-drift")]);
      const count = /(\d+) values here/.exec(step)?.[1];
      expect(plain.err).toContain(`${count} values on this machine`);
      const { code, err } = await deploy(command);
      expect([code, err]).toEqual([0, ""]);
      expect(now()).not.toEqual(before);
      const home = await deploy(command.replace(there, back).replace(" --accept-drift", ""));
      expect([home.code, home.err]).toEqual([0, ""]);
      expect(now()).toEqual(before);
    });
    // a receipt tells now what belongs there
    await recording(async (step) => expect(step).toMatch(/^point this workstation at the relays: `tierwright deploy [^`]*`$/));
  });

  test("a value that the way back would not restore is named, and nothing is accepted unseen", async () => {
    const { recording, deploy, put, now } = await scene("compiled");
    const [connector = ""] = now();
    put(CONNECTOR, connector.replace(/^TC_SERVER_URL=.*$/m, "TC_SERVER_URL=http\\://other.example.com\\:7001/tc"));
    await recording(async (step) => {
      expect(step).toContain(
        "Switching back sets TC_SERVER_URL to the value of production instead of the present one: if this workstation is right, correct the environment first",
      );
      expect(step).toContain("otherwise add --accept-drift");
      expect(typed(step)).not.toContain("--accept-drift");
      expect((await deploy(typed(step))).code).toBe(10);
    });
  });

  test("the conf that the environment carries from is no drift, and step 1 is the plain one", async () => {
    const { recording, deploy } = await scene("carried");
    await recording(async (step) => {
      expect(step).toMatch(/^point this workstation at the relays: `tierwright deploy [^`]*`$/);
      const { code, err } = await deploy(typed(step));
      expect([code, err]).toEqual([0, ""]);
    });
  });

  test("what somebody changed since the last deploy is told as that", async () => {
    const { recording, deploy, put, now } = await scene("compiled");
    await recording(async (step, { there, back }) => {
      expect((await deploy(typed(step))).code).toBe(0);
      expect((await deploy(typed(step).replace(there, back).replace(" --accept-drift", ""))).code).toBe(0);
    });
    const [connector = ""] = now();
    put(CONNECTOR, connector.replace(/^TC_SERVER_URL=.*$/m, "TC_SERVER_URL=https\\://other.example.com/tc"));
    await recording(async (step) => {
      expect(step).toContain("1 value was changed here since the last deploy (TC_SERVER_URL), which deploy refuses as drift");
      expect((await deploy(typed(step).replace(" --accept-drift", ""))).code).toBe(10);
    });
  });
});
