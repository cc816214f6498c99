import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { ROOT } from "../../house/project.ts";
import { exampleRepository } from "../../support/repository.ts";
import { type Printed, report } from "./pages.ts";

let printed: Printed;
beforeAll(async () => {
  const folder = exampleRepository({
    "releases/2506/base/log4j2.xml": readFileSync(join(ROOT, "test/diagnose/growth/adopted.xml"), "utf8"),
  });
  printed = await report(folder);
});

describe("[H4] what logging grows to, on the page", () => {
  test("is said in words and numbers, and drawn from them without anything from elsewhere", () => {
    const { page, html } = printed;
    expect(page.text("//section[@id='logs']//figcaption")[0]).toContain("After a year: ");
    expect(page.text("//section[@id='logs']//figcaption")[0]).toMatch(/1\.2 GB of it by loggers at DEBUG or below\. /);
    const label = page.text("//section[@id='logs']//*[local-name()='svg']/@aria-label")[0];
    expect(label).toBe(page.text("//section[@id='logs']//figcaption/strong")[0]?.replace(/\.$/, ""));
    expect(page.text("//section[@id='logs']//tbody/tr[last()]/td").slice(1)).toEqual(["1.6 GB", "1.2 GB"]);
    expect(page.text("//section[@id='logs']//ul/li").join(" ")).toContain("grows without limit");
    const svg = /<svg[\s\S]*?<\/svg>/.exec(html)?.[0] ?? "";
    expect(svg.replace(/<path class="plot-[a-z]+(?: low)?" d="[ML0-9 .HZ]+" \/>/g, "")).toMatch(/^<svg [^<>]+><\/svg>$/);
    expect(svg.length).toBeLessThan(6000);
  });

  test("is the same on another day", async () => {
    const folder = exampleRepository();
    const logs = ({ html }: Printed) => /<section id="logs"[\s\S]*?<\/section>/.exec(html)?.[0];
    const [one, other] = [await report(folder), await report(folder, "--today", "2027-03-01")];
    expect(logs(one)).toBe(logs(other));
    expect(logs(one)).toBeDefined();
  });
});
