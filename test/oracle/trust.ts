import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a program said, in both outputs, and how it ended. */
export interface Said {
  readonly code: number;
  readonly text: string;
}

/** Without blocking, so that the server of this process can answer. */
export function run(
  program: string,
  args: readonly string[],
  how: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<Said> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: how.cwd, env: how.env ?? process.env, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? -1, text: Buffer.concat(chunks).toString("utf8") }));
  });
}

async function done(program: string, args: readonly string[], cwd: string): Promise<void> {
  const { code, text } = await run(program, args, { cwd });
  if (code !== 0) throw new Error(`${program} ended with ${code}: ${text}`);
}

/** An authority of its own, a certificate of localhost that it signed, and a server that shows it. */
export async function signedServer(folder: string, name: string): Promise<{ server: Server; url: string; ca: string }> {
  const [ca, key, request, certificate] = ["ca.pem", "key.pem", "csr.pem", "cert.pem"].map((file) => `${name}-${file}`) as [
    string,
    string,
    string,
    string,
  ];
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  await done(
    "openssl",
    ["req", "-x509", ...newKey, "-keyout", `${name}-ca.key`, "-out", ca, "-days", "30", "-subj", `/CN=${name} authority`],
    folder,
  );
  await done("openssl", ["req", "-new", ...newKey, "-keyout", key, "-out", request, "-subj", "/CN=localhost"], folder);
  writeFileSync(join(folder, "san.txt"), "subjectAltName=DNS:localhost");
  const signing = ["-CA", ca, "-CAkey", `${name}-ca.key`, "-CAcreateserial", "-days", "30", "-extfile", "san.txt"];
  await done("openssl", ["x509", "-req", "-in", request, "-out", certificate, ...signing], folder);
  const server = createServer(
    { key: readFileSync(join(folder, key)), cert: readFileSync(join(folder, certificate)) },
    (_, answer) => answer.end("{}"),
  );
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { server, url: `https://localhost:${(server.address() as AddressInfo).port}`, ca: join(folder, ca) };
}

/** A JDK of its own, whose cacerts may be changed: with one authority in it that signed nothing here. */
export async function ownJdk(folder: string, authority: string): Promise<string> {
  const home = join(folder, "jdk");
  await done("jlink", ["--add-modules", "java.base,jdk.compiler,jdk.crypto.ec", "--output", home], folder);
  const cacerts = join(home, "lib/security/cacerts");
  rmSync(cacerts, { force: true });
  // JKS: a JVM reads its own cacerts without a password, which a PKCS #12 store made here would need
  const words = [
    "-importcert",
    "-noprompt",
    "-storetype",
    "JKS",
    "-alias",
    "vendor",
    "-file",
    authority,
    "-keystore",
    cacerts,
    "-storepass",
    "changeit",
  ];
  await done(join(home, "bin/keytool"), words, folder);
  cpSync(cacerts, join(folder, "cacerts.vendor"));
  return home;
}

export const scratch = (): string => mkdtempSync(join(tmpdir(), "tierwright-trust-"));
