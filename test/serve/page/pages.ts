import { expect } from "vitest";
import { environmentText } from "../../compiler/run/rich-repository.ts";
import { cli } from "../../support/host.ts";
import { exampleRepository, type Files } from "../../support/repository.ts";
import { type ReadPage, readPage } from "./read-page.ts";

export const fileOf = (name: string): string => `environments/${name}/environment.yaml`;

/** Its files go to another tier than its sign-in. */
export const halfSwitched = (name: string): string =>
  environmentText(name)
    .replace(/fileTransfer: .*/, 'fileTransfer: [ "https://other.example.com:4544" ]')
    .replace(/hosts: .*/, `hosts: { ${name}.example.com: 10.0.0.1, other.example.com: 10.0.0.2 }`);

/** Four environments of which one is blocked. */
export function fourEnvironments(more: Readonly<Files> = {}): string {
  return exampleRepository({
    [fileOf("alpha")]: environmentText("alpha"),
    [fileOf("beta")]: environmentText("beta"),
    [fileOf("production")]: halfSwitched("production"),
    ...more,
  });
}

export interface Printed {
  readonly code: number;
  readonly err: string;
  readonly html: string;
  readonly page: ReadPage;
}

/** The page as `report` prints it. */
export async function report(folder: string, ...words: readonly string[]): Promise<Printed> {
  const { code, out, err } = await cli(["report", ...words], { cwd: folder });
  expect(out, err).not.toBe("");
  return { code, err, html: out, page: readPage(out) };
}
