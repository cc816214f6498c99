import type http from "node:http";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { systemCode } from "../kernel/index.ts";
import { HttpFault } from "./http.ts";

/**
 * Returns the decompressed body of an HTTP answer. Rejects with HttpFault if it has more than `largest` bytes before or after
 * decompression.
 */
export async function bodyOf(response: http.IncomingMessage, url: string, largest: number): Promise<Buffer> {
  const raw = await collected(response, url, largest);
  return decompressed(raw, (response.headers["content-encoding"] ?? "").trim().toLowerCase(), url, largest);
}

const tooLarge = (url: string, what: string, largest: number): HttpFault =>
  new HttpFault(
    "too-large",
    url,
    `its answer has ${what} bytes${what.includes("more than") ? ", which" : `, and ${largest}`} is the most`,
  );

function collected(response: http.IncomingMessage, url: string, largest: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const fail = (fault: HttpFault) => {
      response.destroy();
      reject(fault);
    };
    const announced = Number(response.headers["content-length"] ?? 0);
    if (announced > largest) return fail(tooLarge(url, String(announced), largest));
    const parts: Buffer[] = [];
    let size = 0;
    const cut = () => fail(new HttpFault("truncated", url, `its answer ends after ${size} bytes, before its end`));
    response.on("data", (part: Buffer) => {
      size += part.length;
      if (size > largest) return fail(tooLarge(url, `more than ${largest}`, largest));
      parts.push(part);
    });
    response.on("error", cut);
    response.on("close", () => (response.complete ? undefined : cut()));
    response.on("end", () => (response.complete ? resolve(Buffer.concat(parts)) : cut()));
  });
}

type Decompress = (data: Buffer, options: { readonly maxOutputLength: number }) => Promise<Buffer>;

const inflate: Decompress = promisify(zlib.inflate);
const inflateRaw: Decompress = promisify(zlib.inflateRaw);
const METHODS: Readonly<Record<string, Decompress>> = {
  gzip: promisify(zlib.gunzip),
  "x-gzip": promisify(zlib.gunzip),
  br: promisify(zlib.brotliDecompress),
  // by RFC 9110 deflate is the zlib format; some servers send raw deflate data instead
  deflate: (data, options) =>
    (((data[0] ?? 0) & 15) === 8 && data.readUInt16BE(0) % 31 === 0 ? inflate : inflateRaw)(data, options),
};

async function decompressed(raw: Buffer, encoding: string, url: string, largest: number): Promise<Buffer> {
  if (encoding === "" || encoding === "identity" || raw.length === 0) return raw;
  const method = Object.hasOwn(METHODS, encoding) ? METHODS[encoding] : undefined;
  if (!method)
    throw new HttpFault("encoded", url, "its answer is compressed in a way that was not asked for: gzip or deflate is read here");
  try {
    return await method(raw, { maxOutputLength: largest });
  } catch (error) {
    if (systemCode(error) === "ERR_BUFFER_TOO_LARGE")
      throw tooLarge(url, `${raw.length} bytes compressed, and decompressed more than ${largest}`, largest);
    if (systemCode(error) === "Z_BUF_ERROR" || systemCode(error) === "ERR_BROTLI_BUFFER_ERROR")
      throw new HttpFault("truncated", url, `its compressed answer ends after ${raw.length} bytes, before its end`);
    throw new HttpFault("encoded", url, `its answer is declared as compressed (${encoding}), but cannot be decompressed`);
  }
}
