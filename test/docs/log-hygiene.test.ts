import { mkdirSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf, fileOf, readPage, rewrite, shows, type Block } from "./page.ts";
import { sceneOf, session, TODAY } from "./session.ts";

const PAGE = "docs/log-hygiene.md";
const LOGS = "workstation/C/ProgramData/Example/MBSE/logs";
/** What lies on the workstation of the page: days before today, bytes. */
const FILES: Readonly<Record<string, readonly [number, number]>> = {
  [`${LOGS}/client.log`]: [0, 1_200_000],
  [`${LOGS}/client-2026-06-29-1.log`]: [85, 10_485_800],
  [`${LOGS}/client-2026-06-29-2.log`]: [85, 2_000_000],
  [`${LOGS}/client-2026-08-11-1.log`]: [42, 4_100_000],
  [`${LOGS}/client-2026-09-20-1.log`]: [2, 3_900_000],
  [`${LOGS}/traffic.log`]: [40, 120],
  "workstation/C/Temp/connectorLogs.log": [0, 38_000_000],
  "workstation/C/Temp/connectorLogs.log.2026-07-01": [83, 9_000_000],
  "workstation/C/Temp/notes.log": [300, 10],
};

test("[H4] docs/log-hygiene.md can be followed as written: every output is what the command prints (else: npm run update)", async () => {
  const page = readPage(PAGE);
  const scene = sceneOf("sample");
  const put = (path: string, days: number, bytes: number) => {
    mkdirSync(dirname(join(scene.folder, path)), { recursive: true });
    writeFileSync(join(scene.folder, path), "");
    truncateSync(join(scene.folder, path), bytes);
    const at = Date.parse(`${TODAY}T09:00:00Z`) / 1000 - days * 86_400;
    utimesSync(join(scene.folder, path), at, at);
  };
  for (const [path, [days, bytes]] of Object.entries(FILES)) put(path, days, bytes);
  const installed = "workstation/C/ProgramData/Example/MBSE/bhm/log4j2.xml";
  put(installed, 400, 0);
  writeFileSync(join(scene.folder, installed), readPage("releases/2506/base/log4j2.xml"));
  for (const block of blocksOf(page)) {
    const path = fileOf(block);
    if (path !== null) writeFileSync(join(scene.folder, path), block.body);
  }
  const bodies = new Map<Block, string>();
  for (const block of blocksOf(page).filter(({ language }) => language === "console")) {
    const body = (await session(block.body, scene)).replaceAll(scene.folder, "/srv/plm");
    bodies.set(block, shows(block.body, body) ? block.body : body);
  }
  expect(bodies.size).toBeGreaterThan(1);
  if (process.env.UPDATE) rewrite(PAGE, page, bodies);
  else for (const [block, body] of bodies) expect(block.body).toBe(body);
});

test("[H4] the page's log4j2.xml is the one whose figures are held to those that were observed", () => {
  const shown = blocksOf(readPage(PAGE)).find((block) => fileOf(block) === "adopted.xml");
  expect(shown?.body).toBe(readPage("test/diagnose/growth/adopted.xml"));
});
