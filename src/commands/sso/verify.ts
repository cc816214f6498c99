import { wrongUse } from "../../diagnostic/refusal.ts";
import { verifyDeployed } from "../../deployed/verify.ts";
import { loadEnvironment } from "../../load/environment.ts";
import { loadShared } from "../../load/shared.ts";
import { jsonDocument } from "../../report/json-document.ts";
import { verificationDocument, verificationText } from "../../report/sso-verify.ts";
import { columnsOf } from "../../report/wrap.ts";
import { decideSignIn } from "../../sso/decide.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import type { Command, ExitCode, Invocation } from "../command.ts";
import { neighboursOf } from "../neighbours.ts";
import { openRepository, selectEnvironments } from "../open-repository.ts";
import { deployedFiles } from "./deployed-files.ts";
import { secretOpener } from "./deployed-secrets.ts";

export const command: Command = {
  name: "sso verify",
  summary: "the servers' login.xml, identity.xml, federation.properties and sso.tcSSO* values against what sso.yaml compiles to",
  arguments: [{ name: "ENV", summary: "an environment with an sso.yaml" }],
  options: [
    {
      name: "deployed",
      value: "DIR",
      summary: "the folder that the servers' files lie below; they are found by their names",
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

function factsOf({ directory, args }: Invocation): { readonly environment: string; readonly facts: SignInFacts } {
  const { files, names } = openRepository(directory);
  const [environment = ""] = selectEnvironments(args, names);
  const { signIn } = loadEnvironment(files, environment, loadShared(files).model, neighboursOf(files, names));
  if (!signIn)
    throw wrongUse(
      `${environment} has no sso.yaml that can be read, so there is nothing to compare with`,
      `\`tierwright check ${environment}\` says what is wrong; docs/sso.md says how one is written`,
    );
  return { environment, facts: decideSignIn(signIn.signIn, signIn.installed) };
}

/** `sso verify ENV --deployed DIR`: offline; nothing is asked of a server, and nothing is written. */
async function runSsoVerify(invocation: Invocation): Promise<ExitCode> {
  const { host, format, options } = invocation;
  const folder = options.get("deployed");
  if (folder === undefined)
    throw wrongUse("--deployed is missing", "name the folder that the servers' files lie below: --deployed DIR");
  const { environment, facts } = factsOf(invocation);
  const verified = await verifyDeployed(facts, deployedFiles(host.cwd, folder), secretOpener(facts, invocation));
  const report = { environment, folder, ...verified };
  const { color, width } = host.stdout;
  host.stdout.write(
    format === "json" ? jsonDocument(verificationDocument(report)) : verificationText(report, { color, width: columnsOf(width) }),
  );
  return verified.equal ? 0 : 1;
}
