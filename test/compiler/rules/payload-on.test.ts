import { expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";

/* Payload logging and TRACE are told by check, wherever they are switched on. */

const ENVIRONMENT = "environments/demo/environment.yaml";
const PAYLOAD = "payload: { enabled: false, dir: C:/Temp/payload }";

async function told(file: string, from: string, to: string): Promise<readonly string[]> {
  const folder = exampleRepository();
  edit(folder, file, from, to);
  const { out } = await cli(["check", "--format", "json"], { cwd: folder });
  return JSON.parse(out).findings.map(({ rule, severity }: Record<string, string>) => `${severity} ${rule}`);
}

test.each([
  ["the field", ENVIRONMENT, PAYLOAD, "payload: { enabled: true, dir: C:/Temp/payload }"],
  [
    "the kit's own file, which no field decides",
    "releases/2506/base/logger.properties",
    "isPayloadRequired=false",
    "isPayloadRequired = TRUE ",
  ],
])("[H4] payload logging is switched on by %s", async (_, file, from, to) => {
  const folder = exampleRepository();
  if (file !== ENVIRONMENT) edit(folder, ENVIRONMENT, PAYLOAD, "payload: {}");
  edit(folder, file, from, to);
  const { out } = await cli(["check", "--format", "json"], { cwd: folder });
  const found = JSON.parse(out).findings.filter(({ rule }: { rule: string }) => rule === "logging/payload-on");
  expect(found).toEqual([expect.objectContaining({ severity: "warning", file })]);
});

const LOGGER = "releases/2506/base/logger.properties";

test.each([
  [
    "TRACE in the kit's own file",
    LOGGER,
    "jsonPayloaddir=C:/Temp\n",
    "jsonPayloaddir=C:/Temp\nlogger.com.example.level = trace\n",
  ],
  [
    "ALL in workstation.set",
    ENVIRONMENT,
    "  sessionAgent: none\n",
    "  sessionAgent: none\n  set: { logger: { com.example.LEVEL: ALL } }\n",
  ],
])("[H4] a level of the connector's logger file: %s", async (_, file, from, to) => {
  expect(await told(file, from, to)).toContain("warning logging/payload-on");
});

test.each(["com.example.level=INFO", "com.example.appenders=ALL", "com.example.level=TRACER"])(
  "[H4] silent in the connector's logger file: %s",
  async (line) => {
    expect(await told(LOGGER, "jsonPayloaddir=C:/Temp\n", `jsonPayloaddir=C:/Temp\n${line}\n`)).not.toContain(
      "warning logging/payload-on",
    );
  },
);

test("[H4] a connection logger at TRACE gives one finding, of the more severe rule; INFO and DEBUG of another logger give none", async () => {
  expect(await told(ENVIRONMENT, PAYLOAD, "levels: { com.example.connection: TRACE }")).toEqual(["warning logging/debug-logger"]);
  expect(await told(ENVIRONMENT, PAYLOAD, "levels: { com.example.connection: INFO }")).toEqual([]);
  expect(await told(ENVIRONMENT, PAYLOAD, "payload: { enabled: false, dir: D:/payload }")).toEqual([]);
});
