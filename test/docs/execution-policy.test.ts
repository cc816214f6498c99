import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../house/project.ts";

/** Folders and files in which a person can read how to start a script, or a program can print it. */
const PLACES = ["src", "docs", "powershell/parts", "recipes", "templates", "setup", "README.md"];

const files = PLACES.flatMap((place) =>
  place.endsWith(".md")
    ? [place]
    : readdirSync(join(ROOT, place), { recursive: true, encoding: "utf8" })
        .filter((name) => /\.(?:ts|md|hbs|ps1|json|ya?ml)$/.test(name) && !name.includes("generated"))
        .map((name) => `${place}/${name.replaceAll("\\", "/")}`),
);

/** Every way in which a policy is given, with its file. */
const advice = files.flatMap((file) =>
  [...readFileSync(join(ROOT, file), "utf8").matchAll(/(.*)-ExecutionPolicy +(\{\{.*?\}\}|\w+)( -File)?/g)].map(
    ([, before = "", policy = "", next]) => ({ file, before, policy, next }),
  ),
);

test("[D10] everybody starts a script with Bypass for this one run, an agent with AllSigned, and nobody with a policy that refuses it", () => {
  expect(new Set(advice.map(({ file }) => file.split("/")[0]))).toEqual(new Set(["src", "docs", "powershell", "recipes"]));
  for (const { file, before, policy, next } of advice) {
    expect(next, file).toBe(" -File");
    // the agent's own command line, for scripts that the publish workflow signs
    const agent = before.includes("Sysnative");
    expect({ file, policy }).toEqual({
      file,
      policy: agent ? "AllSigned" : file.includes("ansible") ? "{{ policy }}" : "Bypass",
    });
  }
  expect(readFileSync(join(ROOT, "recipes/ansible/deploy-windows.yml"), "utf8")).toMatch(/^ {4}policy: Bypass$/m);
});
