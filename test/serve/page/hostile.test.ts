import { describe, expect, test } from "vitest";
import { escapeHtml, html } from "../../../src/serve/page/html.ts";
import { BAIT, hostileRepository } from "../../report/hostile-repository.ts";
import { harmOf, UNSEEN } from "../../report/hostile-text.ts";
import { report } from "./pages.ts";
import { deadLinks } from "./read-page.ts";

/** What the page is made of; nothing of a repository may add to it. */
const ELEMENTS =
  "a article body button caption code dd details div dl dt figcaption figure footer form h1 h2 h3 head header html input label li main mark meta nav ol p path pre section span strong summary svg table tbody td th thead title tr ul wbr";
const ATTRIBUTES =
  "aria-describedby aria-hidden aria-label aria-labelledby aria-live autocomplete charset checked class content d data-e data-f data-group data-head data-hits data-item data-k data-m data-path data-r data-tierwright for hidden href http-equiv id lang name open placeholder preserveAspectRatio role scope spellcheck tabindex type viewBox";

describe("names and values that somebody would like to be obeyed", () => {
  test("are text: no element, no attribute, no link and no script comes of them, and none is lost", async () => {
    const { html: text, page } = await report(hostileRepository());
    const [elements, attributes] = [ELEMENTS.split(" "), ATTRIBUTES.split(" ")];
    expect(page.names.filter((name) => !elements.includes(name.split("@")[0] ?? ""))).toEqual([]);
    expect(page.names.filter((name) => name.includes("@") && !attributes.includes(name.split("@")[1] ?? ""))).toEqual([]);
    expect(deadLinks(page)).toEqual([]);
    expect(harmOf(text)).toBeNull();
    expect(text.match(/<\/?script\b/g)).toEqual(["<script", "</script", "<script", "</script"]);
    expect(text).not.toMatch(/<!--|]]>/);
    const shown = page.text("//body")[0] ?? "";
    for (const bait of BAIT) expect(shown, bait).toContain(bait.replace(/\s+/g, " "));
  });

  test("come whole out of what is embedded for the script", async () => {
    const { page } = await report(hostileRepository(["</script><script>alert(1)</script>", "<!--<script>", `\u2028${UNSEEN}`]));
    expect(page.data).not.toMatch(/[<>&\u2028\u202e]/);
    const { environments, texts } = JSON.parse(page.data);
    expect(environments).toEqual(["alike", "demo", "full", "h0", "h1", "h2"].filter((name) => environments.includes(name)));
    // the script shows what it takes from there as it is
    const strings: string[] = [];
    JSON.parse(page.data, (name, value) => {
      strings.push(name, ...(typeof value === "string" ? [value] : []));
      return value;
    });
    expect(strings.filter((text) => harmOf(text) !== null)).toEqual([]);
    expect(texts.join("\n")).toContain("</script><script>alert(1)</script>");
  });
});

describe("a template", () => {
  test("escapes what is put into it, and takes only its own markup as it is", () => {
    expect(html`<p title="${`"'<&>`}">${"<b>"}${html`<i>${"&"}</i>`}${[1, null, "x", false]}</p>`.text).toBe(
      '<p title="&quot;&#39;&lt;&amp;&gt;">&lt;b&gt;<i>&amp;</i>1x</p>',
    );
  });

  test("shows what is invisible, and cuts a flood", () => {
    expect(escapeHtml("a\u202eb\u0000c")).toBe("a&lt;U+202E&gt;b\u2400c");
    expect(escapeHtml("x".repeat(20_000)).length).toBeLessThan(1_100);
  });
});
