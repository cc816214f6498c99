import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** Debian's Chromium, or the one that TIERWRIGHT_CHROMIUM names. */
export const CHROMIUM = process.env.TIERWRIGHT_CHROMIUM || "/usr/bin/chromium";

export const hasBrowser = () => existsSync(CHROMIUM);

/** @returns {Promise<import("playwright-core").Browser>} */
export async function openBrowser() {
  if (!hasBrowser()) throw new Error(`there is no ${CHROMIUM}: apt install chromium, or name one with TIERWRIGHT_CHROMIUM`);
  // its own sandbox needs rights that a container's root does not have; the pages are our own
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
}
