import { describe, expect, test } from "vitest";
import { pageIn } from "../../../src/diagnose/causes/evidence/page.ts";

const SERVICE = "POST /tc/RestServices/";
const PAGE = "Content-Type: text/html";

describe("[H1] the header of a page is that of a service's answer", () => {
  test.each([
    ["right behind its path", `${SERVICE}${PAGE}`, true],
    ["2,000 characters behind its path", `${SERVICE}${"x".repeat(2000)}${PAGE}`, true],
    ["2,001 characters behind its path", `${SERVICE}${"x".repeat(2001)}${PAGE}`, false],
    ["2,000 characters before its path", `${PAGE}${"x".repeat(2000 - "POST /tc/".length)}${SERVICE}`, true],
    ["2,001 characters before its path", `${PAGE}${"x".repeat(2001 - "POST /tc/".length)}${SERVICE}`, false],
    ["behind the second of two paths", `${SERVICE}${"x".repeat(9000)}${SERVICE}${PAGE}`, true],
    ["the second of two headers", `${PAGE}${"x".repeat(9000)}${SERVICE}${PAGE}`, true],
    ["without a path", PAGE, false],
  ])("%s", (_, text, is) => {
    expect(pageIn(text)?.kind ?? null).toBe(is ? "type" : null);
  });
});
