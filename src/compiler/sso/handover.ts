import { codeSpan, printedCommand, shellCommand } from "../../kernel/index.ts";
import { parseAddress } from "../model/address.ts";
import type { SignInXmlRole } from "../model/sign-in-files.ts";
import type { SignInFacts } from "./facts.ts";
import { installedXml, planXml } from "./installed-xml.ts";
import { type Machine, machineOf, machinesOf, type PartId, type TierPlaces } from "./machines.ts";
import { federationSettings } from "./parameters.ts";
import { panelFields } from "./panel.ts";

/** One step of the set-up of a federated sign-in. Its texts are Markdown. */
export interface HandoverStep {
  readonly title: string;
  readonly who: string;
  /** The component of the sign-in on whose machine people do the step; null for a step in the repository. */
  readonly where: PartId | null;
  /** The files below sso/ that the step uses, the most informative first. */
  readonly files: readonly string[];
  readonly does: string;
  /** The observable result that shows that the step is done. */
  readonly done: string;
  /**
   * The probes, as a value of `probe --only`, that show that the step is done on one of several nodes behind one host name; absent if
   * people do the step only once for all nodes.
   */
  readonly nodeProbe?: string;
}

export interface Handover {
  readonly machines: readonly Machine[];
  readonly steps: readonly HandoverStep[];
}

const IDP_ADMIN = "administrator of the identity provider";
const PLM_ADMIN = "administrator of the security services";

interface Given {
  readonly facts: SignInFacts;
  readonly environment: string;
  readonly has: (file: string) => boolean;
}

/** Returns a command line of Tierwright as a code span of Markdown. */
const run = (command: ReturnType<typeof shellCommand>): string => codeSpan(printedCommand(command, "every"));

/** Returns true if sso.yaml names the Windows service of the security services or of the password vault. */
const namesServices = ({ signIn: { services } }: SignInFacts): boolean =>
  Boolean(services.ssc?.name?.text.trim() || services.vault?.name?.text.trim());

function settingsStep({ facts }: Given): HandoverStep {
  const container = "container: `--env-file idp.env`, or `env_file` of a compose file";
  const others = "; Linux service: `EnvironmentFile=` of its unit; Windows: each line as a variable of the service";
  return {
    title: "Start the identity provider with its settings",
    who: IDP_ADMIN,
    where: "idp",
    files: ["idp.env"],
    does: `Give its process the variables of \`idp.env\` (${container}${others}), and start it again. ${firstAdministrator(facts)}`,
    done: `its console opens below ${codeSpan(shownHost(facts))}, and no address in it has another name.`,
    nodeProbe: "idp/discovery",
  };
}

/** Returns how a new identity provider gets its first administrator; only Keycloak's names of the variables are known (docs/sso.md). */
function firstAdministrator({ hostname, idpMajor }: SignInFacts): string {
  const isKeycloak = hostname.every(({ name }) => name.startsWith("KC_"));
  const name = idpMajor !== null && idpMajor < 26 ? "KEYCLOAK_ADMIN" : "KC_BOOTSTRAP_ADMIN";
  const user = name === "KEYCLOAK_ADMIN" ? name : `${name}_USERNAME`;
  const how = isKeycloak ? ` (\`${user}\` and \`${name}_PASSWORD\`)` : "";
  return `A new server needs its first administrator${how} before the first start or import: set later, the variables have no effect.`;
}

/** Returns scheme, host and port of the identity provider's address; the whole address can hold a password. */
function shownHost({ federationUrl }: SignInFacts): string {
  const address = federationUrl && parseAddress(federationUrl.value);
  return address ? `${address.scheme}://${address.host}${address.port ? `:${address.port}` : ""}` : "(not known yet)";
}

function realmStep({ facts, environment }: Given): HandoverStep {
  const script = "`bin/kc.sh import --file realm.json` (Windows: `bin\\kc.bat`)";
  const secret = facts.clientSecret
    ? ` Without \`--with-secrets\` the server makes the client's secret: put it where \`oidc.clientSecret\` of sso.yaml reads, until ${run(shellCommand`tierwright secrets check ${environment}`)} prints '0 not set'.`
    : "";
  return {
    title: "Make the realm and its clients",
    who: IDP_ADMIN,
    where: "idp",
    files: ["realm.json"],
    does: `New realm: stop the server again, import it with ${script} on one node alone, and start the server. Existing realm: an import replaces it with its users, so save ${run(shellCommand`tierwright idp plan ${environment} --profile NAME --out realm.plan.json`)}, read it, and run ${run(shellCommand`tierwright idp apply realm.plan.json --profile NAME`)}.${secret}`,
    done: `${run(shellCommand`tierwright idp plan ${environment} --profile NAME`)} lists nothing but groups and users. While the name or the certificate is unknown on your machine add \`--connect HOST:PORT:ADDRESS\` and \`--ca FILE\`.`,
  };
}

function usersStep({ environment, has }: Given): HandoverStep {
  const users = has("users.csv");
  const plan = run(shellCommand`tierwright idp plan ${environment} --profile NAME`);
  return {
    title: users ? "Create groups and users" : "Create groups",
    who: IDP_ADMIN,
    where: "idp",
    files: users ? ["users.csv", "groups.csv"] : ["groups.csv"],
    does: `Create what is listed and missing, by hand or with the plan of the step before. No group is needed for the sign-in itself. ${
      users
        ? "A username must equal the PLM user id byte for byte."
        : "sso.yaml names no list of users (`idp.users`): compare usernames and PLM user ids yourself, byte for byte."
    }`,
    done: `${plan} prints 'nothing would change'${users ? `, and ${run(shellCommand`tierwright idp users ${environment} --profile NAME`)} ends with exit code 0` : ""}.`,
  };
}

const namesStep = ({ facts }: Given): HandoverStep => ({
  title: "Make the issuer's name lead to the identity provider",
  who: "administrator of names (DNS), or of each machine",
  where: null,
  files: ["names.md"],
  does:
    facts.consumers.length === 0
      ? "sso.yaml lists no `consumers`: list each machine and container that talks to the identity provider, and compile again."
      : "One record in DNS serves all machines; the lines for hosts files are for machines without it.",
  done: "the page's call, run on each machine and in each container, answers 200 with the issuer.",
});

const trustStep = (): HandoverStep => ({
  title: "Make each store trust the identity provider's certificate",
  who: "administrator of each machine",
  where: null,
  files: ["trust.md"],
  does: "Go through the page on each machine of the table and in each container, with the stores that it has. Behind a load balancer on each node.",
  done: "both halves of each proof, and its negative control, print what the page expects.",
});

function pinStep({ facts, environment }: Given): HandoverStep {
  const pinned = facts.signIn.discovery !== null;
  return {
    title: pinned ? "Compare the pinned discovery document" : "Pin the discovery document",
    who: "you, in the repository",
    where: null,
    files: [],
    does: `Run ${run(shellCommand`tierwright sso pin ${environment}`)}${pinned ? "" : `, commit its file, and compile again: panel, registry and the servers' files follow`}.`,
    done: pinned
      ? `it prints 'is unchanged', and ${run(shellCommand`tierwright probe ${environment} --only idp,tls --strict`)} ends with exit code 0.`
      : `its exit code is 0, and this folder has \`panel.md\` after the next compile (stage \`installed\`).`,
  };
}

const panelStep = (given: Given): HandoverStep => ({
  title: "Type the panel and the registry",
  who: "administrator of the deployment tool",
  where: null,
  files: ["panel.md", "panel.json", "registry.md"].filter(given.has),
  does: "Tick the box that installs the security services, type each field in the page's order, and save. Ignore a red bar; watch for the error notification.",
  done: "it was saved without a notification. A successful deployment proves nothing yet: `sso verify` below does.",
});

function servicesStep({ facts, has }: Given): HandoverStep {
  const name = facts.signIn.services.ssc?.name?.text ?? "SSC";
  const windows = namesServices(facts);
  const systemd =
    "; on Linux set `After=` and `Requires=` of the unit, shown by `systemctl show --property=After,Requires UNIT` (not tried with this product)";
  const key =
    facts.clientAuthMethod.value === "private_key_jwt"
      ? " Put the private key where `vault.md` says that it is read."
      : " Of the vault itself nothing is read with this client authentication: `vault.md` says which messages therefore lead nowhere.";
  return {
    title: "Make the security services wait for their vault",
    who: PLM_ADMIN,
    where: "ssc",
    files: ["services.md", "vault.md"].filter(has),
    does: `Follow \`services.md\`: its commands are those of Windows${windows ? "" : systemd}. On a first installation the services exist only after the deployment: do this then, before the restart.${key}`,
    done: `${codeSpan(`sc.exe qc "${name}"`)} names the vault under DEPENDENCIES on each node${windows ? "" : ", or `systemctl show` its unit"}.`,
  };
}

function filesStep({ facts, environment, has }: Given): HandoverStep {
  const restart = namesServices(facts)
    ? "`Restart-Service` in PowerShell"
    : "Windows: `Restart-Service` in PowerShell; Linux: `systemctl restart`";
  return {
    title: "Deploy, and put the servers' files in place",
    who: PLM_ADMIN,
    where: "ssc",
    files: ["federation.properties", "login.xml", "identity.xml"].filter(has),
    does: `Run the deployment. Compile with \`--with-secrets\`, put the files of purpose \`install\` in manifest.json in place, the same on each node, and only compare those of purpose \`expect\`. Restart the vault, then the security services (${restart}).`,
    done: `for each node, with copies of its files in FOLDER, ${run(shellCommand`tierwright sso verify ${environment} --deployed FOLDER --with-secrets`)} ends with exit code 0, and the start time of both processes has changed.`,
    nodeProbe: "sso/login-service",
  };
}

const proofStep = ({ environment }: Given): HandoverStep => ({
  title: "Sign in",
  who: "a user of PLM and identity provider",
  where: null,
  files: [],
  does: "Open the web client in a browser that is signed in nowhere.",
  done: `the identity provider's page comes first and then the web client with the user's name; ${run(shellCommand`tierwright probe ${environment} --only sso,idp,tls,tier/password-versus-sso --profile NAME --strict`)} ends with exit code 0 and skips nothing of \`sso\`.`,
});

/** Returns the names of the files that compiling writes below sso/ for these facts. A test compares them with the files that exist. */
function filesOf(facts: SignInFacts): ReadonlySet<string> {
  const issuer = facts.issuer !== null && parseAddress(facts.issuer.value) !== null;
  const xml = (role: SignInXmlRole) => facts.replyUrl !== null || (installedXml(facts, role) && planXml(facts, role)) !== null;
  const known: readonly (readonly [string, boolean])[] = [
    ["idp.env", facts.realm !== null],
    ["realm.json", facts.realm !== null],
    ["groups.csv", facts.realm !== null],
    ["users.csv", facts.users !== null],
    ["names.md", issuer && facts.discoveryUrl !== null],
    ["trust.md", facts.discoveryUrl !== null],
    ["panel.md", panelFields(facts) !== null],
    ["panel.json", panelFields(facts) !== null],
    ["registry.md", facts.registry.length >= 2],
    ["services.md", facts.replyUrl !== null],
    ["vault.md", facts.replyUrl !== null],
    ["federation.properties", typeof federationSettings(facts) !== "string"],
    ["login.xml", xml("login")],
    ["identity.xml", xml("identity")],
  ];
  return new Set(known.flatMap(([file, exists]) => (exists ? [file] : [])));
}

/**
 * Returns the machines and the steps of the set-up in their order: for each step the person, the files, and the result that shows that it
 * is done. A step without a file of its own is left out while the files that it depends on are not compiled. Returns null if no file of the
 * sign-in is compiled.
 */
export function handoverOf(facts: SignInFacts, environment: string, tier: TierPlaces): Handover | null {
  const files = filesOf(facts);
  if (files.size === 0) return null;
  const given: Given = { facts, environment, has: (file) => files.has(file) };
  const plan: readonly (readonly [readonly string[], (given: Given) => HandoverStep])[] = [
    [["idp.env"], settingsStep],
    [["realm.json"], realmStep],
    [["groups.csv", "users.csv"], usersStep],
    [["names.md"], namesStep],
    [["trust.md"], trustStep],
    [["realm.json"], pinStep],
    [["panel.md", "panel.json", "registry.md"], panelStep],
    [["services.md", "vault.md"], servicesStep],
    [["federation.properties", "login.xml", "identity.xml"], filesStep],
    [["services.md"], proofStep],
  ];
  const steps = plan.flatMap(([of, make]) => (of.some(given.has) ? [make(given)] : []));
  return { machines: machinesOf(facts, tier), steps };
}

/** Returns the machine on which people do a step; null for a step in the repository, or if the machine is unknown. */
export const machineOfStep = ({ machines }: Handover, { where }: HandoverStep): Machine | null =>
  where && machineOf(machines, where);
