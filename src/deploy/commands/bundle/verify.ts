import { type Command, type ExitCode, type Invocation, printResult } from "../../../report/index.ts";
import { wrongUse } from "../../../kernel/index.ts";
import { verifyBundle } from "../../bundle/verify.ts";
import { resolve } from "node:path";
import { LARGEST_KEY, isOrdinaryFile, readNamedFile, readingFile } from "../../../platform/index.ts";
import { verifiedDocument, verifiedText } from "../../views/bundle-verified.ts";
import { keysOf } from "./signing.ts";

export const command: Command = {
  name: "bundle verify",
  summary: "verifies every byte of a bundle against its manifest, and the signature with --key; writes nothing",
  group: "Roll out",
  short: "compares a bundle with its manifest",
  arguments: [{ name: "FILE", summary: "a bundle; its signature FILE.sig is found automatically" }],
  options: [{ name: "key", value: "PUB", summary: "public key (PEM) that must have signed it" }],
  formats: ["text", "json"],
  examples: [
    { command: "bundle verify dist/bundles/production-2506.zip", does: "reports every fault, or that every byte is verified" },
    {
      command: "bundle verify production-2506.zip --key signing.pub",
      does: "also refuses it if it is unsigned or signed with another key",
    },
  ],
  run: runBundleVerify,
};

/** Runs `bundle verify FILE`. Exit codes: 0 no fault, 1 any fault, 2 a file or key that cannot be read. */
async function runBundleVerify(invocation: Invocation): Promise<ExitCode> {
  const { args, directory } = invocation;
  const file = args[0];
  if (file === undefined) throw wrongUse("FILE is missing", "name a bundle: `tierwright bundle verify production-2506.zip`");
  const keys = keysOf(invocation, directory);
  const path = resolve(directory, file);
  const signature = isOrdinaryFile(`${path}.sig`) ? readNamedFile(directory, `${file}.sig`, LARGEST_KEY) : null;
  const found = readingFile(path, (source) => verifyBundle(source, signature, keys));
  printResult(invocation, verifiedDocument(file, found), verifiedText);
  return found.faults.length > 0 ? 1 : 0;
}
