import { expect } from "vitest";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

export { openBrowser } from "../../scripts/picture/browser.mjs";

/** What a page did that a page may not do: anything but being shown. */
export interface Watched {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: readonly string[];
}

/** Opens a file; whatever it asks for, says or throws is written down. */
export async function opened(browser: Browser, path: string, hash = "", options: BrowserContextOptions = {}): Promise<Watched> {
  const context = await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options });
  const page = await context.newPage();
  const problems: string[] = [];
  page.on("console", (message) => problems.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    if (request.url().split("#")[0] !== `file://${path}`) problems.push(`request: ${request.url()}`);
  });
  await page.goto(`file://${path}${hash}`);
  return { page, context, problems };
}

/** Texts of the elements that are seen. */
export const seen = (page: Page, selector: string): Promise<readonly string[]> =>
  page.evaluate(
    `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((e) => e.checkVisibility({ contentVisibilityAuto: false })).map((e) => e.innerText.replace(/\\s+/g, " ").trim())`,
  );

/** Types into the search, and waits for its answer. */
export async function search(page: Page, words: string): Promise<string> {
  const said = async () => (await page.textContent("#hits")) ?? "";
  const before = await said();
  await page.fill("#q", words);
  await expect.poll(said, { timeout: 20_000 }).not.toBe(before);
  return said();
}

/**
 * Texts whose colour is too near to what lies behind them: below 4.5 to 1, or 3 to 1 where they are large (WCAG 2.2, 1.4.3), by the formula
 * of its relative luminance.
 */
export const CONTRAST = `(() => {
  const parse = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return { r, g, b, a }; };
  const part = (v) => ((v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  const light = ({ r, g, b }) => 0.2126 * part(r) + 0.7152 * part(g) + 0.0722 * part(b);
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color.a === 1) return color;
      if (color.a > 0) throw new Error("a background that is half transparent");
    }
    return { r: 255, g: 255, b: 255 };
  };
  const found = new Set();
  let counted = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || /^(SCRIPT|STYLE)$/.test(element.tagName)) continue;
    const style = getComputedStyle(element);
    const [a, b] = [light(parse(style.color)), light(behind(element))].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    counted++;
    if (ratio < (large ? 3 : 4.5)) found.add(element.tagName + "." + element.className + " " + ratio.toFixed(2));
  }
  return { counted, found: [...found] };
})()`;
