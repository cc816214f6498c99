import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../house/project.ts";
import { report } from "../serve/page/pages.ts";
import { hostileRepository } from "../report/hostile-repository.ts";
import { temporaryFolder } from "../support/repository.ts";
import { manyEnvironments, smallFleet } from "../serve/page/fleets.ts";
import { CONTRAST, openBrowser, opened, search, seen } from "./page-browser.ts";

/* The page in a real browser, opened from a disk: what it says without a script, what it finds, that it can be reached, read and printed. */

/** With a client log that has a logger at DEBUG, so that the plot has both of its areas. */
async function loggingFleet(): Promise<string> {
  const folder = await smallFleet();
  copyFileSync(join(ROOT, "test/diagnose/growth/adopted.xml"), join(folder, "releases/2506/base/log4j2.xml"));
  return folder;
}

let browser: Browser;
const files: Record<"small" | "many" | "hostile", string> = { small: "", many: "", hostile: "" };
beforeAll(async () => {
  browser = await openBrowser();
  const folder = temporaryFolder();
  const pages = {
    small: await report(await loggingFleet(), "--receipts", "receipts"),
    many: await report(manyEnvironments(60)),
    hostile: await report(hostileRepository()),
  };
  for (const name of ["small", "many", "hostile"] as const) {
    files[name] = join(folder, `${name}.html`);
    writeFileSync(files[name], pages[name].html);
  }
}, 120_000);
afterAll(() => browser?.close());

const PAGES = ["small", "many", "hostile"] as const;
const NARROW: BrowserContextOptions = { viewport: { width: 400, height: 800 } };
const DARK: BrowserContextOptions = { colorScheme: "dark" };

const openAll = (page: Page): Promise<unknown> =>
  page.evaluate("document.querySelectorAll('details').forEach((e) => { e.open = true; })");

describe.each(PAGES)("the page '%s'", (name) => {
  test("opens from a disk without a request, a word on the console or an error", async () => {
    const { page, context, problems } = await opened(browser, files[name]);
    await search(page, "example");
    await openAll(page);
    expect(await page.evaluate("typeof alerted")).toBe("undefined");
    expect(problems).toEqual([]);
    await context.close();
  });

  test.each([
    ["light", {}],
    ["dark", DARK],
  ])("has texts of enough contrast in the %s scheme", async (_, options) => {
    const { page, context } = await opened(browser, files[name], "", options);
    await openAll(page);
    const { counted, found } = await page.evaluate<{ counted: number; found: string[] }>(CONTRAST);
    expect(counted).toBeGreaterThan(100);
    expect(found).toEqual([]);
    if (name === "small") for (const part of ["logs", "symptoms"]) expect(await page.locator(`section#${part}`).count()).toBe(1);
    await context.close();
  });

  test.each([400, 320])("is not wider than a window of %i px, which is also a zoom of 400 % on 1280 px", async (width) => {
    const { page, context } = await opened(browser, files[name], "", { viewport: { width, height: 700 } });
    await openAll(page);
    expect(await page.evaluate("document.scrollingElement.scrollWidth")).toBe(width);
    await context.close();
  });
});

describe.each(["small", "many"] as const)("the page '%s'", (name) => {
  test.each([
    ["in the light", {}],
    ["in the dark", DARK],
    ["400 px wide", NARROW],
  ])("has nothing that axe objects to, %s", async (_, options) => {
    // axe looks into the page in ways that its policy forbids
    const { page, context } = await opened(browser, files[name], "", { ...options, bypassCSP: true });
    await openAll(page);
    // what is not laid out yet has no place that could be measured
    await page.addStyleTag({ content: ".finding { content-visibility: visible !important }" });
    if (name === "many") await page.goto(`${page.url()}#compare=site-001,site-002&q=site`);
    await page.evaluate(axe.source);
    const { violations } = await page.evaluate<{ violations: { id: string; nodes: { html: string }[] }[] }>(
      "axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], resultTypes: ['violations'] })",
    );
    expect(
      violations.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ html }) => html.slice(0, 160))
            .join(" | ")}`,
      ),
    ).toEqual([]);
    await context.close();
  });
});

describe("without a script", () => {
  test("[C1] [B4] everything is there, opens, and is found by its address", async () => {
    const { page, context } = await opened(browser, files.small, "#env=production", { javaScriptEnabled: false });
    expect(await page.locator("h1").innerText()).toContain("ready to deploy");
    expect(await page.locator("form.search").isVisible()).toBe(false);
    expect(await page.locator("[id='env=production']").isVisible()).toBe(true);
    const row = page.locator("tr.alike").first();
    expect(await row.isVisible()).toBe(false);
    await page.locator("#differences").uncheck();
    expect(await row.isVisible()).toBe(true);
    await context.close();
  });
});

describe("the search", () => {
  test("finds by environment, key, value, rule and file, says how many, and hides the rest", async () => {
    const { page, context } = await opened(browser, files.small);
    expect(await search(page, "env:production")).toMatch(/^Found: 1 environment, 1 file server, \d+ findings?, \d+ settings/);
    expect(await seen(page, "article h3")).toEqual([expect.stringContaining("production")]);
    expect(await search(page, "rule:tier/half-switch")).toMatch(/^Found: 1 finding$/);
    expect(await seen(page, ".finding .what")).toHaveLength(1);
    expect(await search(page, "key:STAGING_DIR")).toMatch(/^Found: 1 setting$/);
    expect(await seen(page, "#settings tr[data-item] th")).toEqual([expect.stringMatching(/^STAGING_DIR/)]);
    expect(await search(page, "nosuchthing at all")).toBe("Nothing matches");
    expect(await seen(page, "#findings > .empty")).toEqual(["Nothing here matches the search."]);
    expect(await search(page, "27000@lic")).toMatch(/^Found: 1 setting$/);
    await page.click("#clear");
    expect(await page.textContent("#hits")).toBe("");
    expect(await seen(page, "article h3")).toHaveLength(2);
    await context.close();
  });

  test("is in the address; the back button goes back, and an opened link shows the same", async () => {
    const { page, context, problems } = await opened(browser, files.small);
    await search(page, "jcef");
    expect(await page.evaluate("location.hash")).toBe("#q=jcef");
    await page.click("#matrix .on a");
    expect(await page.inputValue("#q")).toMatch(/^env:/);
    await page.goBack();
    expect(await page.inputValue("#q")).toBe("jcef");
    expect(await page.textContent("#hits")).toContain("setting");
    await page.goBack();
    expect(await page.inputValue("#q")).toBe("");
    expect(await page.textContent("#hits")).toBe("");
    await page.goForward();
    expect(await page.inputValue("#q")).toBe("jcef");
    const other = await opened(browser, files.small, "#rule=tier/half-switch");
    expect(await other.page.inputValue("#q")).toBe("rule:tier/half-switch");
    expect(await other.page.textContent("#hits")).toBe("Found: 1 finding");
    expect([...problems, ...other.problems]).toEqual([]);
    await context.close();
    await other.context.close();
  });

  test("tells a screen reader how many there are, and leaves the focus where somebody types", async () => {
    const { page, context } = await opened(browser, files.small);
    await page.focus("#q");
    await search(page, "half");
    expect(await page.evaluate("document.activeElement.id")).toBe("q");
    expect(await page.getAttribute("#hits", "role")).toBe("status");
    expect(await page.getAttribute("#hits", "aria-live")).toBe("polite");
    await context.close();
  });
});

describe("many environments", () => {
  test("[B7] are compared when they are chosen, and the choice is in the address", async () => {
    const { page, context } = await opened(browser, files.many);
    for (const name of ["site-003", "site-007"]) {
      await page.fill("#add", name);
      await page.keyboard.press("Enter");
    }
    expect(await page.evaluate("location.hash")).toBe("#compare=site-003,site-007");
    expect(await seen(page, "#compare table:first-of-type thead th")).toContain("site-007");
    const values = await seen(page, "#compare td");
    expect(values.some((text) => text.includes("https://site-003.example.com:8443/tc environment.yaml"))).toBe(true);
    expect(await seen(page, "#settings > [data-group]")).toEqual([]);
    const alike = await seen(page, "#compare tr.alike");
    expect(alike).toEqual([]);
    await page.getByRole("button", { name: "Take site-003 out of the comparison" }).click();
    expect(await page.evaluate("location.hash")).toBe("#compare=site-007");
    await page.goBack();
    expect(await seen(page, "#compare .chip")).toHaveLength(2);
    await context.close();
  });

  test("[B7] are found by a value that no list has room for", async () => {
    const { page, context } = await opened(browser, files.many);
    expect(await search(page, "site-042.example.com:8443")).toMatch(/setting/);
    expect(await seen(page, "#settings tr[data-item] th")).toEqual(
      expect.arrayContaining([expect.stringContaining("TC_SERVER_URL")]),
    );
    await context.close();
  });

  test("[B7] show their own settings when one is searched for", async () => {
    const { page, context } = await opened(browser, files.many, "#env=site-042");
    expect(await seen(page, "#compare table:first-of-type thead th")).toEqual(expect.arrayContaining(["site-042"]));
    await context.close();
  });
});

describe("a keyboard", () => {
  test("reaches everything that can be used, in the order of the page, and the focus is seen", async () => {
    const { page, context } = await opened(browser, files.small);
    const wanted = await page.evaluate<number>(
      `[...document.querySelectorAll("a[href], button, input, summary, [tabindex='0']")].filter((e) => e.checkVisibility()).length`,
    );
    await page.keyboard.press("Tab");
    expect(await page.evaluate("document.activeElement.className")).toBe("skip");
    const stops: { top: number; outline: string }[] = [];
    for (let i = 0; i < wanted + 5; i++) {
      stops.push(
        await page.evaluate(`(() => { const e = document.activeElement; const style = getComputedStyle(e);
          return { top: e.getBoundingClientRect().top + scrollY, outline: e === document.body ? "body" : style.outlineStyle + " " + style.outlineWidth }; })()`),
      );
      await page.keyboard.press("Tab");
      if (await page.evaluate("document.activeElement === document.body")) break;
    }
    expect(stops.length).toBe(wanted);
    expect(stops.filter(({ outline }) => !/^(?:auto|solid) [1-9]/.test(outline))).toEqual([]);
    await context.close();
  });

  test("skips to the content, and opens what is closed", async () => {
    const { page, context } = await opened(browser, files.many);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate("document.activeElement.id")).toBe("main");
    const closed = page.locator("details:not([open]) > summary").first();
    const handle = await closed.elementHandle();
    await handle?.focus();
    await page.keyboard.press("Enter");
    expect(await handle?.evaluate((summary) => (summary as { parentElement?: { open: boolean } }).parentElement?.open)).toBe(
      true,
    );
    await context.close();
  });
});

describe("on paper", () => {
  test("everything is open and black on white, also in a dark scheme, and the controls are gone", async () => {
    const { page, context } = await opened(browser, files.many, "", DARK);
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
    expect(await page.locator(".bar").isVisible()).toBe(false);
    const closed = await page.evaluate<number>(
      `[...document.querySelectorAll("details:not([open]) > *:not(summary)")].filter((e) => e.getBoundingClientRect().height === 0 && e.textContent.trim() !== "").length`,
    );
    expect(closed).toBe(0);
    const pdf = await page.pdf({ format: "A4" });
    expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
    await context.close();
  });

  test("what an older browser cannot open by its style is opened by the script, and closed again", async () => {
    const { page, context } = await opened(browser, files.many);
    const open = () => page.evaluate<number>("document.querySelectorAll('details[open]').length");
    const before = await open();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.evaluate("document.querySelectorAll('details:not([open])').length")).toBe(0);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    expect(await open()).toBe(before);
    await context.close();
  });
});

test("nothing on the page moves by itself", async () => {
  const { page, context } = await opened(browser, files.small);
  const moving = await page.evaluate(
    `[...document.querySelectorAll("*")].filter((e) => { const s = getComputedStyle(e); return s.animationName !== "none" || s.transitionDuration !== "0s" || s.scrollBehavior === "smooth"; }).length`,
  );
  expect(moving).toBe(0);
  await context.close();
});

describe("the export of workstations", () => {
  /** Clicks a button of the export. Returns the name and the text of the file that the browser saves. */
  async function exported(page: Page, form: "csv" | "json"): Promise<{ name: string; text: string }> {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`[data-export="${form}"]`)]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
  }

  test("saves what the search shows, as CSV and as JSON, without a request to anybody", async () => {
    const { page, context, problems } = await opened(browser, files.small);
    const all = JSON.parse((await exported(page, "json")).text);
    expect(all.workstations.map(({ machine }: { machine: string }) => machine)).toEqual(
      await page.locator("tr[data-item=fleet] > th").allInnerTexts(),
    );
    expect(await search(page, "state:differs")).toBe("Found: 2 workstations");
    const { name, text } = await exported(page, "csv");
    expect(name).toMatch(/^[\w.-]+-fleet-\d{4}-\d\d-\d\d\.csv$/);
    expect(text.split("\r\n").map((line) => line.slice(0, 20))).toEqual([
      expect.stringMatching(/^\ufeff"machine","state"/),
      expect.stringMatching(/^"WS-0002","differs"/),
      expect.stringMatching(/^"WS-0003","differs"/),
      "",
    ]);
    expect(problems.filter((problem) => !problem.startsWith("request: blob:"))).toEqual([]);
    await context.close();
  });

  test("a cell of the first screen leads to its workstations; sections without hits are closed, and open again", async () => {
    const { page, context } = await opened(browser, files.small);
    const parts = () => seen(page, "main > section > :not(h2, .empty)");
    const before = (await parts()).length;
    await page.click('header .states a[href="#env=demo&state=differs"]');
    await expect.poll(() => page.textContent("#hits")).toBe("Found: 2 workstations");
    expect(await seen(page, "tr[data-item=fleet] > th")).toEqual(["WS-0002", "WS-0003"]);
    expect(await seen(page, "#symptoms > *")).toEqual(["Symptoms", "Nothing here matches the search."]);
    expect(await seen(page, "#matrix table")).toHaveLength(1);
    await page.click("#clear");
    await expect.poll(async () => (await parts()).length).toBe(before);
    await context.close();
  });
});
