import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { cli, type fakeHost } from "../support/host.ts";

export interface Answer {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A finding as the JSON contract has it; only what the tests look at. */
export interface ShownFinding {
  readonly fix?: { readonly title: string } | null;
  readonly rule: string;
  readonly severity: string;
  readonly message: string;
  readonly notes?: readonly string[];
  readonly help: string | null;
  readonly environment: string | null;
  readonly file: string | null;
  readonly line: number | null;
}

export interface Document {
  readonly schema: string;
  readonly findings?: readonly ShownFinding[];
  readonly error?: { readonly message: string; readonly help: string | null; readonly exitCode: number };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these must not reach a terminal
export const CONTROL = /[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/;
/** What a runtime says of itself when nobody put it into words. */
const RUNTIME_WORDS = /internal error|\bundefined\b|\[object |\b[A-Z]\w*Error\b|\berrno\b|\bE[A-Z]{4,}:/;

/** The one document that --format json must leave on stdout, whatever happened. */
export function documentOf(answer: Answer): Document {
  let document: Document;
  try {
    document = JSON.parse(answer.out);
  } catch {
    throw new Error(
      `no JSON document on stdout, but ${JSON.stringify(answer.out.slice(0, 200))}; stderr ${JSON.stringify(answer.err.slice(0, 300))}`,
    );
  }
  expect(document.schema).toMatch(/^tierwright\/[a-z]+\/v1$/);
  return document;
}

/** No stack, no words of the runtime, an end of its own; with `terminal` nothing that would drive a terminal either. */
export function expectCivil(answer: Answer, { terminal = true } = {}): void {
  expect(answer.code, "it must end on its own").not.toBeNull();
  for (const text of [answer.out, answer.err]) {
    expect(text).not.toMatch(/^\s+at /m);
    expect(text).not.toMatch(RUNTIME_WORDS);
    if (terminal) expect(text).not.toMatch(CONTROL);
  }
  expect([0, 1, 2, 3]).toContain(answer.code);
  if (answer.code === 2) expect(answer.err, "wrong use is said on stderr with what to do").toMatch(/^tierwright: .+\n {2}\S/);
}

export interface Civil {
  readonly code: number | null;
  readonly text: Answer;
  readonly document: Document;
  readonly findings: readonly ShownFinding[];
}

type Runner = (argv: readonly string[]) => Promise<Answer> | Answer;

/** The same command in both forms: civil, of one mind about the exit code, each finding with a place and a remedy. */
export async function civil(run: Runner, argv: readonly string[], { terminal = true } = {}): Promise<Civil> {
  const text = await run(argv);
  expectCivil(text, { terminal });
  const json = await run([...argv, "--format", "json"]);
  const document = documentOf(json);
  expect(json.code).toBe(text.code);
  expect(json.err).not.toMatch(/^\s+at /m);
  for (const finding of document.findings ?? []) {
    expect(finding.message.trim(), finding.rule).not.toBe("");
    expect(finding.help?.trim() ?? "", `${finding.rule} says what to do`).not.toBe("");
    expect(finding.file, `${finding.rule} says where`).not.toBeNull();
    expect(finding.line, `${finding.rule} says where`).toBeGreaterThan(0);
  }
  if (document.error) {
    expect(document.error.help?.trim() ?? "").not.toBe("");
    expect(document.error.exitCode).toBe(text.code);
  }
  return { code: text.code, text, document, findings: document.findings ?? [] };
}

/** Runs command lines in this process, in a folder. */
export const here =
  (folder: string, given: Parameters<typeof fakeHost>[0] = {}): Runner =>
  (argv) =>
    cli(argv, { cwd: folder, ...given });

/** Path -> kind and content of everything below a folder, `skip` left out; links are not followed. */
export function treeOf(folder: string, skip: (path: string) => boolean = () => false): Record<string, string> {
  const tree: Record<string, string> = {};
  // Folder by folder: a recursive listing of Node 22 and later goes through links.
  const list = (inside: string): void => {
    for (const name of readdirSync(join(folder, inside))) {
      const path = inside === "" ? name : `${inside}/${name}`;
      if (skip(path)) continue;
      const absolute = join(folder, path);
      const stat = lstatSync(absolute);
      if (stat.isDirectory()) {
        tree[`${path}/`] = "folder";
        list(path);
      } else if (stat.isSymbolicLink()) tree[path] = `link to ${readlinkSync(absolute)}`;
      else tree[path] = stat.isFile() && stat.size < 10_000_000 ? readFileSync(absolute, "latin1") : "not read";
    }
  };
  list("");
  return tree;
}

/** Whatever a command may not touch: everything but the cache and the default output folder. */
export const sourcesOf = (folder: string): Record<string, string> =>
  treeOf(folder, (path) => /^(\.tierwright|dist)(\/|$)/.test(path));
