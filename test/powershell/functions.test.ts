import { expect, test } from "vitest";
import { read } from "../house/project.ts";

const functionsOf = (script: string) =>
  new Set([...script.matchAll(/^function ([A-Z][A-Za-z]*-[A-Za-z0-9]+)/gm)].map(([, name]) => name ?? ""));

/** Called by functions that only deploying uses, in parts that both scripts share. */
const DEPLOY_ALONE = ["Copy-Bytes"];

test("[D8] whatever function of ours the detection script calls is in it, although it is put together from fewer parts", () => {
  const [deploy, detect] = [read("powershell/deploy.ps1"), read("powershell/detect.ps1")];
  const known = new Set([...functionsOf(deploy), ...functionsOf(detect)]);
  const code = detect.replace(/^\s*#.*$/gm, "").replace(/<#[\s\S]*?#>/g, "");
  const called = new Set(
    [...code.matchAll(/[A-Z][A-Za-z]*-[A-Za-z0-9]+/g)].map(([name]) => name).filter((name) => known.has(name)),
  );
  expect(called.size).toBeGreaterThan(40);
  expect([...called].filter((name) => !functionsOf(detect).has(name))).toEqual(DEPLOY_ALONE);
});
