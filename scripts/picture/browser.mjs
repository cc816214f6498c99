import { existsSync } from "node:fs";
import { chromium } from "playwright-core";

/** Path of Debian's Chromium, or of the browser that TIERWRIGHT_CHROMIUM names. */
export const CHROMIUM = process.env.TIERWRIGHT_CHROMIUM || "/usr/bin/chromium";

export const hasBrowser = () => existsSync(CHROMIUM);

/**
 * Opens the browser.
 * @returns {Promise<import("playwright-core").Browser>}
 */
export async function openBrowser() {
  if (!hasBrowser()) throw new Error(`there is no ${CHROMIUM}: apt install chromium, or name one with TIERWRIGHT_CHROMIUM`);
  // the browser's sandbox needs rights that a container's root does not have; it shows only pages of this repository
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox", "--disable-gpu"] });
}
