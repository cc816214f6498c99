#!/usr/bin/env node
/**
 * Makes docs/page.png: the first screen of `tierwright report` for the sample repository with a fault, as Chromium shows it. Fonts differ
 * between machines, so no test compares the picture; draw it again when the page looks different. TIERWRIGHT_CHROMIUM names the browser.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { ROOT } from "./bundle/options.mjs";
import { openBrowser } from "./picture/browser.mjs";
import { HALF_SWITCHED, runOnBrokenSample } from "./picture/broken-sample.mjs";

const PICTURE = join(ROOT, "docs", "page.png");

const folder = await mkdtemp(join(tmpdir(), "tierwright-picture-"));
try {
  const page = join(folder, "report.html");
  await writeFile(page, await runOnBrokenSample(join(ROOT, "build", "cli.cjs"), "report", HALF_SWITCHED));
  const browser = await openBrowser();
  const tab = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  await tab.goto(pathToFileURL(page).href);
  await tab.screenshot({ path: PICTURE });
  await browser.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
