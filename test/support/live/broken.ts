import zlib from "node:zlib";
import type { Raw } from "./live.ts";

/* Answers that break what every answer has to keep, byte by byte: for a server in the place of another, or for one path of it. */

const XML = { "content-type": "application/xml" };

/** Headers and body as they stand, then the end of the connection. */
const bytes =
  (head: string, body = ""): Raw =>
  (response) =>
    void response.socket?.end(`HTTP/1.1 ${head}\r\n\r\n${body}`);

const whole =
  (body: string | Buffer, headers: Readonly<Record<string, string>> = XML, status = 200): Raw =>
  (response) =>
    void response.writeHead(status, headers).end(body);

/** Nothing at all, for as long as somebody waits. */
export const hangs: Raw = () => undefined;

/** One space after the other. */
export const drips: Raw = (response) => {
  response.writeHead(200, XML);
  const drip = setInterval(() => response.write(" "), 50);
  response.on("close", () => clearInterval(drip));
};

/** The connection ends before the first byte. */
export const closes: Raw = (response) => void response.socket?.destroy();

/** The beginning of what was announced. */
export const breaksOff =
  (beginning: string): Raw =>
  (response) => {
    response.writeHead(200, { ...XML, "content-length": 1000 });
    response.write(beginning, () => response.destroy());
  };

/** The connection is closed in order, and before the length that was announced. */
export const tooLong = bytes("200 OK\r\ncontent-type: application/xml\r\ncontent-length: 5000", "<LoginResponse/>");

/** More comes than was announced. */
export const tooShort = bytes("200 OK\r\ncontent-type: application/xml\r\ncontent-length: 8", "<LoginResponse/>");

export const twoLengths = bytes("200 OK\r\ncontent-length: 5\r\ncontent-length: 9", "<a/>");

/** Chunks without the one that says that it was the last. */
export const chunksWithoutEnd = bytes("200 OK\r\ncontent-type: application/xml\r\ntransfer-encoding: chunked", "5\r\n<Logi\r\n");

const MEGABYTES = 50;

export const announcedFlood: Raw = (response) =>
  void response.writeHead(200, { ...XML, "content-length": MEGABYTES * 1_000_000 }).write("<a>");

export const flood: Raw = (response) => {
  response.writeHead(200, XML);
  for (let i = 0; i < MEGABYTES; i++) response.write(Buffer.alloc(1_000_000, 0x20));
  response.end();
};

/** So many MiB of spaces, compressed. */
export const bombOf =
  (size: number): Raw =>
  (response, request) =>
    whole(zlib.gzipSync(Buffer.alloc(size * 1024 * 1024, 0x20), { level: 1 }), { ...XML, "content-encoding": "gzip" })(
      response,
      request,
    );

export const halfCompressed = whole(zlib.gzipSync(`<LoginResponse>${"x".repeat(5000)}</LoginResponse>`).subarray(0, 30), {
  ...XML,
  "content-encoding": "gzip",
});

export const notCompressed = whole("<LoginResponse/>", { ...XML, "content-encoding": "gzip" });

export const notUtf8 = whole(Buffer.from("<LoginResponse>\xe9</LoginResponse>", "latin1"), {
  "content-type": "application/xml; charset=utf-8",
});

/** A document type whose entities grow without end; `root`: of what it says that it is. */
export const entityBomb = (root: string): Raw =>
  whole(`<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;&b;">]><${root}>&c;</${root}>`);

/** Deeper than anything that a tier says. */
export const deep = whole("<a>".repeat(100_000));

export const wantsProxyPassword = whole("", { "proxy-authenticate": "Basic" }, 407);

/** A page for whatever is asked, as a network for guests has one. */
export const portal = whole("<html><head><title>Guest network</title></head><body>Accept the terms</body></html>", {
  "content-type": "text/html",
});

export const leads =
  (status: number, location: string): Raw =>
  (response) =>
    void response.writeHead(status, { location }).end();

/** To the address that was asked. */
export const circle: Raw = (response, request) => leads(302, request.url ?? "/")(response, request);
