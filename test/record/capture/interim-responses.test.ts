import { expect, test } from "vitest";
import { entriesOf, exchangesAt } from "../../../src/record/capture/entries.ts";
import { FOR_BODIES, redactorOf } from "../../../src/record/capture/learn.ts";
import { summaryOf } from "../../../src/record/capture/summary.ts";
import { shownExchange } from "../../../src/record/capture/view.ts";
import { captureDocument } from "../../../src/record/views/capture-document.ts";
import { exchangeText } from "../../../src/record/views/capture-text.ts";
import { DONE, recorded } from "./recorded.ts";

test("[G1] [G5] the document has interim responses whole, with their secrets hidden, and the text has what the document has", () => {
  const capture = recorded([
    [
      ["c2s", "GET /a HTTP/1.1\r\n\r\n"],
      ["s2c", "HTTP/1.1 103 Early Hints\r\nLink: </x.css>\r\nSet-Cookie: JSESSIONID=0123456789abcdef\r\n\r\n"],
      ["s2c", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"],
      ...DONE,
    ],
  ]);
  const redactor = redactorOf(capture, FOR_BODIES);
  const exchanges = [...exchangesAt(capture, entriesOf(capture))].map(([entry, exchange]) =>
    shownExchange(capture, entry, exchange, { redactor, most: 1000 }),
  );
  const document = captureDocument({ capture, summary: summaryOf(capture), exchanges, redactor });
  const [found] = document.exchanges;
  expect(found?.interim).toEqual([103]);
  expect(found?.interimResponses).toMatchObject([{ status: 103, reason: "Early Hints", version: "HTTP/1.1", body: null }]);
  expect(found?.interimResponses[0]?.headers[0]).toEqual(["Link", "</x.css>"]);
  expect(JSON.stringify(document)).not.toContain("0123456789abcdef");
  const look = { color: false, width: 100, quiet: false, details: false };
  const lines = exchangeText(document, look).split(/[^\x20-\x7e]+/);
  expect(lines).toEqual(
    expect.arrayContaining(["interim response", "HTTP/1.1 103 Early Hints", "Link: </x.css>", "HTTP/1.1 200 OK", "hi"]),
  );
});
