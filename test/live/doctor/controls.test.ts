import { describe, expect, test } from "vitest";
import { CHECKS } from "../../../src/live/doctor/registry.generated.ts";
import { checkedLive, CLIENT, CONF, PLUGIN, TOOL, withLines, workstation } from "./scene.ts";

const PATH = "C:\\Windows";
const HOMES = { CAMEO_HOME: "C:\\Program Files\\2024x Refresh3", JRE_HOME: "C:\\Program Files\\2024x Refresh3" };

/** Workstations on which every check has something to say: as it is to be, with faults, and with next to nothing. */
const WORKSTATIONS = {
  "as it is to be": () => workstation(),
  "with faults": async () =>
    workstation({
      [CONF]: await withLines("connector", [
        "STAGING_DIR=E\\:\\\\gone",
        "USE_JCEF_BROWSER=true",
        "TC_SSO_LOGIN_URL=https\\://sso.example.com/x",
      ]),
      [CLIENT]: await withLines("client", ["BOOTSTRAP_URLS=https\\://old.example.com\\:4544"]),
      [`${TOOL}/plugins/backup/plugin.xml`]: '<plugin id="com.example.plm.connector"/>',
      [`${TOOL}/plugins/old.mdzip`]: "x",
      [`${PLUGIN}/lib/old.jar`]: "PK",
      "C/Users/Public/PLM_Profile.mdzip": "another",
    }),
  "without the plug-in": async () =>
    workstation(
      Object.fromEntries(
        [CONF, CLIENT, `${PLUGIN}/conf/logger.properties`, "C/Users/Public/PLM_Profile.mdzip"].map((path) => [path, null]),
      ),
    ),
} as const;

const VARIABLES = {
  "none but PATH": { PATH },
  "all of them": { PATH, ...HOMES, CT_REQ_RESP_JSON_DIR: "D:\\plm\\staging", JAVA_TOOL_OPTIONS: "-Dx=y" },
};

describe("[H6] each check's control", () => {
  test.each(CHECKS.map((check) => [check.id, check] as const))(
    "%s: one that is declared goes with every answer, one that is not says why there is none",
    async (id, { control }) => {
      expect(control).toMatch(/^none: \S.{10,}|\S.{20,}/);
      for (const make of Object.values(WORKSTATIONS))
        for (const env of Object.values(VARIABLES)) {
          const found = await checkedLive(id, await make(), { env });
          if (found.state === "skip") continue;
          const told = JSON.stringify([found.state, found.says]);
          if (control.startsWith("none:")) expect([told, found.control.outcome]).toEqual([told, "none"]);
          else expect([told, found.control.outcome]).toEqual([told, "held"]);
        }
    },
  );

  test.each(["variables/required", "variables/payload", "variables/trust"])(
    "%s: where no variable can be read nothing is called unset",
    async (id) => {
      const root = await workstation();
      const { state, says, control } = await checkedLive(id, root, { env: {} });
      expect({ state, outcome: control.outcome }).toEqual({ state: "error", outcome: "failed" });
      expect(says).toMatch(/^nothing is known, for the control failed: PATH is not set/);
      const every = await checkedLive(id, root, { env: new Proxy({}, { get: () => "C:\\Windows" }) });
      expect({ state: every.state, says: every.says }).toEqual({
        state: "error",
        says: expect.stringMatching(/every one would be/),
      });
    },
  );
});
