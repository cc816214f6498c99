import type { Host } from "../../../src/platform/host.ts";
import { cacheFolder, NO_MACHINE } from "../../support/host.ts";

/** A host of the day 2026-09-22 that keeps what is written and reaches nothing. */
export function recordingHost(cwd: string): { readonly host: Host; readonly texts: { out: string; err: string } } {
  const texts = { out: "", err: "" };
  const output = (to: "out" | "err") => ({
    write: (data: string | Uint8Array) => {
      texts[to] += typeof data === "string" ? data : Buffer.from(data).toString("utf8");
    },
    color: false,
    width: null,
  });
  const host: Host = {
    cwd,
    stdout: output("out"),
    stderr: output("err"),
    env: cacheFolder,
    now: () => new Date("2026-09-22T23:59:59Z"),
    ...NO_MACHINE,
  };
  return { host, texts };
}
