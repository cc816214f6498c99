// The report's page of many environments: how long it takes to make, how large it is, and what a reader waits for in a browser.
import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { HEAD, interleave, row } from "../lib/interleave.mjs";
import { bar } from "../lib/report.mjs";
import { median, mebibytes, milliseconds } from "../lib/statistics.mjs";
import { tierwright, timedOn } from "../lib/tool.mjs";
import { CHROMIUM, hasBrowser, openBrowser } from "../../scripts/picture/browser.mjs";
import { environmentOf, makeRepository } from "../repository.mjs";

const LARGEST = 4 * 1024 * 1024;

/** From the opened file to the first paint, and from a search that was typed to the frame that shows its answer; the pause before it counts. */
async function inBrowser(path, count, rounds) {
  const browser = await openBrowser();
  const figures = { paint: [], search: [], again: [] };
  const faults = [];
  const { name } = environmentOf(count >> 1);
  try {
    for (let round = 0; round < rounds; round++) {
      const page = await browser.newPage();
      await page.goto(`file://${path}`);
      await page.waitForFunction(() => performance.getEntriesByName("first-contentful-paint").length > 0).catch(() => {});
      figures.paint.push(await page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"));
      for (const [kind, words] of [
        ["search", name],
        ["again", "staging"],
      ]) {
        const { ms, said } = await page.evaluate(`new Promise((done) => {
          const [input, hits] = [document.querySelector("#q"), document.querySelector("#hits")];
          const start = performance.now();
          new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => done({ ms: performance.now() - start, said: hits.textContent }))))
            .observe(hits, { childList: true });
          input.value = ${JSON.stringify(words)};
          input.dispatchEvent(new Event("input"));
        })`);
        figures[kind].push(ms);
        if (!said.startsWith("Found: ")) faults.push(`a search for ${words} says '${said}'`);
      }
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return { figures, faults };
}

export const benchmark = {
  name: "page",
  async run({ folder, smoke, count = smoke ? 12 : 1000, rounds = smoke ? 1 : 5 }) {
    const repository = join(folder, "repository");
    const page = join(folder, "report.html");
    makeRepository(repository, count);
    const { cold, go } = timedOn(repository, folder);
    const rivals = [
      { name: "check", before: cold, go: go("check") },
      { name: "report", before: cold, go: go("report", "--out", page) },
    ];
    const made = await interleave(rivals, { rounds, warm: smoke ? 0 : 1 });
    const bytes = statSync(page).size;
    const faults = bytes <= LARGEST ? [] : [`the page has ${bytes} bytes, more than ${LARGEST}`];
    const [program, ...words] = tierwright("report", "-C", repository);
    if (execFileSync(program, words, { encoding: "utf8", maxBuffer: LARGEST * 4 }) !== readFileSync(page, "utf8"))
      faults.push("the page that is printed is not the one that was written");
    const tables = [{ head: HEAD, rows: [...made].map(([each, values]) => row(each, values)) }];
    const notes = [
      `Both start without a cache. The page of ${count} environments has ${mebibytes(bytes)}, every value of every key in it.`,
    ];
    const bars = [bar(`size of the page of ${count} environments`, bytes / 1024 / 1024, LARGEST / 1024 / 1024, "MiB")];
    if (hasBrowser()) {
      const seen = await inBrowser(page, count, rounds);
      for (const fault of seen.faults) faults.push(fault);
      const { paint, search, again } = seen.figures;
      const rows = [
        ["first paint", paint],
        ["the first search, by the name of an environment", search],
        ["a further search, by a word", again],
      ];
      tables.push({
        head: ["in Chromium", "min", "median", "max"],
        rows: rows.map(([what, values]) =>
          [what, Math.min(...values), median(values), Math.max(...values)].map((v) =>
            typeof v === "string" ? v : milliseconds(v),
          ),
        ),
      });
      notes.push("A search includes a wait of 120 ms for further letters.");
    } else notes.push(`There is no ${CHROMIUM} here: what a reader waits for was not measured.`);
    return { tables, bars, notes, faults };
  },
};
