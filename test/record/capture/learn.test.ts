import { expect, test } from "vitest";
import { type Budget, FOR_BODIES, FOR_LISTS, redactorOf } from "../../../src/record/capture/learn.ts";
import { DONE, recorded } from "./recorded.ts";

const filler = "x".repeat(70 * 1024);
const answer = (body: string) =>
  `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const capture = recorded([
  [
    ["c2s", "GET /tc?token=in-an-address HTTP/1.1\r\nCookie: JSESSIONID=in-a-header\r\n\r\n"],
    ["s2c", answer('{"password":"in-a-small-body"}')],
    ["c2s", "GET /tc HTTP/1.1\r\n\r\n"],
    ["s2c", answer('{"password":"in-another-body"}')],
    ["c2s", "GET /tc HTTP/1.1\r\n\r\n"],
    ["s2c", answer(`{"password":"in-a-large-body","filler":"${filler}"}`)],
    ...DONE,
  ],
]);
const SECRETS = ["in-an-address", "in-a-header", "in-a-small-body", "in-another-body", "in-a-large-body", "declared-elsewhere"];

test.each<readonly [string, Budget, readonly string[]]>([
  ["where bodies are shown", FOR_BODIES, SECRETS],
  ["in a list, but for large bodies", FOR_LISTS, SECRETS.filter((one) => one !== "in-a-large-body")],
  [
    "up to so many bytes of bodies",
    { small: 40, large: 0 },
    ["in-an-address", "in-a-header", "in-a-small-body", "declared-elsewhere"],
  ],
  ["but for bodies, where none is looked at", { small: 0, large: 0 }, ["in-an-address", "in-a-header", "declared-elsewhere"]],
])("[G5] what opens something is known again %s", (_, budget, known) => {
  const redactor = redactorOf(capture, budget, ["declared-elsewhere\n"]);
  expect(SECRETS.filter((one) => redactor.hide(`it says ${one}!`, "text") !== `it says ${one}!`)).toEqual(known);
});
