import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../support/repository.ts";
import { read } from "./project.ts";

const profileLine = (text: string): string => /^ *(node -p .*probe\.yaml")$/m.exec(text)?.[1] ?? "";

test.runIf(process.platform !== "win32").each(["svc_probe", "PLM\\svc_probe", 'a"b', "O'Neill: #1"])(
  "[C4] the profile of the workflow probe.yml holds the user name %j, here and as `init` writes it",
  (user) => {
    for (const file of [".github/workflows/probe.yml", "src/author/init/workflows/probe.ts"]) {
      const folder = temporaryFolder();
      const env = { ...process.env, PROBE_USER: user, RUNNER_TEMP: folder };
      const { status } = spawnSync("bash", ["-c", profileLine(read(file))], { env });
      expect(status).toBe(0);
      expect(parse(readFileSync(join(folder, "probe.yaml"), "utf8"))).toEqual({ user, password: { env: "PROBE_PASSWORD" } });
    }
  },
);
