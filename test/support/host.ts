import { resolve } from "node:path";
import { dispatch } from "../../src/commands/dispatch.ts";
import type { Host } from "../../src/io/host.ts";

export interface FakeHost {
  readonly host: Host;
  /** Everything written so far. */
  out(): string;
  err(): string;
}

/** A host without a real environment, network or clock. */
export function fakeHost(
  given: {
    cwd?: string;
    env?: Readonly<Record<string, string>>;
    dns?: Readonly<Record<string, readonly string[]>>;
    now?: string;
    color?: boolean;
    programs?: Readonly<Record<string, string>>;
  } = {},
): FakeHost {
  const chunks: { out: Buffer[]; err: Buffer[] } = { out: [], err: [] };
  const output = (into: Buffer[]) => ({
    write: (data: string | Uint8Array) => void into.push(Buffer.from(data)),
    color: given.color ?? false,
    width: null,
  });
  return {
    host: {
      cwd: given.cwd ?? process.cwd(),
      stdout: output(chunks.out),
      stderr: output(chunks.err),
      env: (name) => given.env?.[name],
      now: () => new Date(given.now ?? "2026-11-21T12:00:00Z"),
      resolve: async (name) => {
        const addresses = given.dns?.[name];
        if (!addresses) throw Object.assign(new Error("not found"), { code: "ENOTFOUND" });
        return addresses;
      },
      run: async (argv) => {
        const stdout = given.programs?.[argv.join(" ")];
        if (stdout === undefined) throw Object.assign(new Error("no such program"), { code: "ENOENT" });
        return { code: 0, stdout };
      },
      processors: 1,
    },
    out: () => Buffer.concat(chunks.out).toString("utf8"),
    err: () => Buffer.concat(chunks.err).toString("utf8"),
  };
}

/** One command line, as a user types it. */
export async function cli(
  argv: readonly string[],
  given: Parameters<typeof fakeHost>[0] = {},
): Promise<{ code: number; out: string; err: string }> {
  const fake = fakeHost(given);
  const code = await dispatch(argv, fake.host, resolve);
  return { code, out: fake.out(), err: fake.err() };
}
