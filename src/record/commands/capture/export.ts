import { resolve } from "node:path";
import { harOf } from "../../capture/export/har.ts";
import { pcapngOf } from "../../capture/export/pcapng.ts";
import { VERSION, plural, wrongUse } from "../../../kernel/index.ts";
import { OWNER_ONLY, createFile, describeError } from "../../../platform/index.ts";
import { damageText } from "../../views/capture-words.ts";
import { type Command, type ExitCode, type Invocation, NL, inLine, styleFor } from "../../../report/index.ts";
import { captureNamed } from "./open.ts";
import { STORE, storeToRead } from "./store.ts";

export const command: Command = {
  name: "capture export",
  summary: "exports a capture for other tools, with all secrets in it: HAR for browsers, pcapng for Wireshark",
  group: "Trouble",
  short: "writes a capture as HAR or pcapng",
  arguments: [{ name: "ID", summary: "a capture: its name, a unique beginning of it, or last" }],
  options: [
    STORE,
    { name: "har", value: "FILE", summary: "HAR 1.2: requests and responses, decoded" },
    { name: "pcapng", value: "FILE", summary: "pcapng: the bytes of every connection as TCP" },
    { name: "disclose", summary: "confirm that the file contains passwords and sessions as sent" },
  ],
  formats: ["text"],
  examples: [
    { command: "capture export last --store captures --pcapng last.pcapng --disclose", does: "writes a file for Wireshark" },
  ],
  run: runCaptureExport,
};

/** Runs `capture export`. Exit code 0: the file was written; 2: it was not. */
async function runCaptureExport(invocation: Invocation): Promise<ExitCode> {
  const { args, options, host } = invocation;
  const [har, pcapng] = [options.get("har"), options.get("pcapng")];
  const file = har ?? pcapng;
  if (file === undefined || (har !== undefined && pcapng !== undefined))
    throw wrongUse("capture export writes one file", "either --har FILE or --pcapng FILE");
  if (!options.has("disclose"))
    throw wrongUse(
      "an export contains all passwords and sessions as sent: anyone with the file can sign in with them",
      "add --disclose to confirm; capture read shows the same with secrets hidden",
    );
  const world = await host.recording();
  const capture = await captureNamed(args[0] ?? "", storeToRead(invocation, world), world);
  const path = resolve(host.cwd, file);
  let written: number;
  try {
    const pieces = har === undefined ? pcapngOf(capture, `tierwright ${VERSION}`) : harOf(capture, VERSION);
    written = createFile(path, pieces, { mode: OWNER_ONLY });
  } catch (error) {
    throw wrongUse(`${path} cannot be written: ${describeError(error)}`, "name a new file in a folder that you can write");
  }
  const style = styleFor(host.stdout.color);
  const lines = [
    `${inLine(path)}: ${plural(capture.connections.length, "connection")}, ${plural(written, "byte")}`,
    style.warning("it contains passwords and sessions as sent: do not share it, and delete it after use"),
    ...capture.damage.map((one) => `${style.warning("damaged")}: ${damageText(one)}`),
  ];
  host.stdout.write(`${lines.join(NL)}${NL}`);
  return 0;
}
