import { describe, expect, test } from "vitest";
import { EXAMPLE_SIGN_IN } from "../../src/compiler/rules/sso/example-sign-in.ts";
import { cli } from "../support/host.ts";
import { exampleRepository } from "../support/repository.ts";

/* Servers and names are asked by the commands that say so, and by no other: here the network tells whenever it is touched. */

function listening() {
  const touched: string[] = [];
  const gone = (what: string) => {
    touched.push(what);
    return Promise.reject(new Error("nobody may be asked"));
  };
  const dns = new Proxy(
    {},
    {
      get: (_names, name) => {
        touched.push(`name ${String(name)}`);
        return undefined;
      },
    },
  );
  const network = {
    dns,
    exchange: ({ url }: { readonly url: string }) => gone(`exchange ${url}`),
    get: ({ url }: { readonly url: string }) => gone(`get ${url}`),
    certificates: ({ host }: { readonly host: string }) => gone(`certificates ${host}`),
  };
  return { touched, network };
}

const folder = () => exampleRepository(EXAMPLE_SIGN_IN);

describe("[F3] nobody is asked unless a command is run that asks", () => {
  test.each([
    [["check"]],
    [["check", "demo", "--require-proof", "--format", "json"]],
    [["compile", "--out", "out"]],
    [["plan", ".", "--format", "json"]],
    [["why", "demo", "TC_SERVER_URL"]],
    [["compat"]],
    [["report", "--out", "page.html"]],
    [["sso", "names", "demo"]],
    [["explain", "tier/half-switch"]],
  ])("%j", async (words) => {
    const { touched, network } = listening();
    const { err } = await cli(words, { cwd: folder(), ...network });
    expect(touched).toEqual([]);
    expect(err).not.toContain("nobody may be asked");
  });

  test("and the network of this test does tell: what asks touches it", async () => {
    const { touched, network } = listening();
    await cli(["check", "--resolve"], { cwd: folder(), ...network });
    expect(touched).toContain("name plm.example.com");
    await cli(["probe", "demo", "--only", "tier/doubled-root"], { cwd: folder(), ...network });
    expect(touched.some((one) => one.startsWith("exchange https://plm.example.com:8443/"))).toBe(true);
  });
});
