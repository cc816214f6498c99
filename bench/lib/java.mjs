// java.util.Properties as the judge: a small program of our own.
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const SOURCE = fileURLToPath(new URL("../java/Codec.java", import.meta.url));

/**
 * Compiles the program into a folder.
 * @returns {{ command: (...args: string[]) => string[], version: string } | null} null where there is no Java compiler
 */
export function java(folder) {
  const made = spawnSync("javac", ["-d", folder, SOURCE], { encoding: "utf8" });
  if (made.error) return null;
  if (made.status !== 0) throw new Error(`javac: ${made.stderr}`);
  const version = spawnSync("java", ["-version"], { encoding: "utf8" }).stderr.match(/"([^"]+)"/)?.[1] ?? "?";
  return { command: (...args) => ["java", "-cp", folder, "Codec", ...args], version };
}

/**
 * What java.util.Properties.load(InputStream) makes of each document.
 * @param {readonly Uint8Array[]} documents
 * @returns {(Map<string, string> | null)[]} null where Java throws
 */
export function javaAnswers(program, documents) {
  const [command, ...args] = program.command("judge");
  const input = documents.map((bytes) => `${Buffer.from(bytes).toString("base64")}\n`).join("");
  const { status, stdout, stderr } = spawnSync(command, args, { input, encoding: "latin1", maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error(`java: ${stderr}`);
  const lines = stdout.split("\n").slice(0, -1);
  if (lines.length !== documents.length) throw new Error(`java answered ${lines.length} of ${documents.length} documents`);
  return lines.map((line) => {
    const answer = JSON.parse(line);
    return answer && new Map(answer);
  });
}
