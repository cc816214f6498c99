import { wrongUse } from "../../../kernel/index.ts";
import { verifyDeployed } from "../../deployed/verify.ts";
import { type Command, type ExitCode, type Invocation, printResult } from "../../../report/index.ts";
import { verificationDocument, verificationText } from "../../views/sso-verify.ts";
import { deployedFiles } from "./deployed-files.ts";
import { passwordComparer, secretOpener } from "./deployed-secrets.ts";
import { openSignIn } from "./sign-in.ts";

export const command: Command = {
  name: "sso verify",
  summary:
    "compares the servers' login.xml, identity.xml, federation.properties and sso.tcSSO* values with the compiled sso.yaml",
  group: "Single sign-on",
  short: "compares server files with sso.yaml",
  arguments: [{ name: "ENV", summary: "an environment with an sso.yaml" }],
  options: [
    {
      name: "deployed",
      value: "DIR",
      summary: "the folder with the servers' files, which are found by their names",
    },
    {
      name: "with-secrets",
      summary: "also compare passwords: looks the references up and runs passwordUtility.decode on the deployed ones",
    },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "sso verify pilot --deployed collected/pilot",
      does: "compares field by field; exit code 1 when one differs, a file is missing, or the install box was not ticked",
    },
  ],
  run: runSsoVerify,
};

/** Implements `sso verify ENV --deployed DIR`: sends no request, writes nothing; exit code 1 if a file does not match sso.yaml. */
async function runSsoVerify(invocation: Invocation): Promise<ExitCode> {
  const { host, options } = invocation;
  const folder = options.get("deployed");
  if (folder === undefined)
    throw wrongUse("--deployed is missing", "name the folder that the servers' files lie below: --deployed DIR");
  const { environment, facts } = openSignIn(invocation, "nothing to compare with", "`tierwright help sso.md` shows one");
  const secrets = { open: secretOpener(facts, invocation), same: passwordComparer(facts, invocation) };
  const verified = await verifyDeployed(facts, deployedFiles(host.cwd, folder), secrets);
  printResult(invocation, verificationDocument({ environment, folder, ...verified }), verificationText);
  return verified.equal ? 0 : 1;
}
