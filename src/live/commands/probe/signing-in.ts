import { type Concealed, type SecretValue, wrongUse } from "../../../kernel/index.ts";
import { lookUpOwnSecret, profilesFolder, readNamedFile } from "../../../platform/index.ts";
import { type Account, type Profile, profileRoot, readProfile } from "../../../compiler/index.ts";
import type { GatewayFile } from "../../probe/probe.ts";
import type { SigningIn } from "../../probe/session.ts";
import { type Invocation, NL, type OptionSpec } from "../../../report/index.ts";

export const PROFILE_OPTION: OptionSpec = {
  name: "profile",
  value: "NAME|FILE",
  summary: "the user to sign in as (`tierwright help probe.md`); without it no probe signs in",
};

/** The largest accepted file of --gateway, in bytes; a usual gateway configuration is far smaller. */
const LARGEST_GATEWAY = 16 * 1024 * 1024;

/** Returns the profile (account and passwords) that --profile names. Returns null without the option. */
export function profileOf({ options, host }: Pick<Invocation, "options" | "host">): Profile | null {
  const word = options.get("profile");
  return word === undefined ? null : readProfile(word, host.cwd, profilesFolder(host.env));
}

export function gatewayOf({ options, host }: Pick<Invocation, "options" | "host">): GatewayFile | null {
  const file = options.get("gateway");
  return file === undefined ? null : { file, bytes: readNamedFile(host.cwd, file, LARGEST_GATEWAY) };
}

/**
 * Returns a function that looks up the password of an account. Each password is looked up only once, because the program that the --profile
 * names for it may prompt a person. The function rejects with a Refusal if the lookup fails.
 */
export function passwordsOf(
  profile: Profile,
  { host }: Pick<Invocation, "host">,
  concealed: Concealed,
): (account: Account) => Promise<SecretValue> {
  const known = new Map<Account["password"], Promise<SecretValue>>();
  const lookUp = async ({ user, password }: Account): Promise<SecretValue> => {
    const found = await lookUpOwnSecret(password, profileRoot(profile), host);
    if ("fault" in found)
      throw wrongUse(
        `the password of ${user} is not known: ${found.fault}`,
        found.help ?? `set what ${profile.path} names for it, or name another place there; nobody was signed in`,
      );
    concealed.add([found.value.reveal()]);
    return found.value;
  };
  return (account) => {
    const password = known.get(account.password) ?? lookUp(account);
    known.set(account.password, password);
    return password;
  };
}

/** Returns the settings of the only sign-in of one `probe` command. `begins` prints the line that announces it on stderr. */
export function signingIn(
  tier: string,
  profile: Profile,
  password: () => Promise<SecretValue>,
  concealed: Concealed,
  { host }: Pick<Invocation, "host">,
): SigningIn {
  return {
    tier,
    profile,
    password,
    conceal: (values) => concealed.add(values),
    now: host.now,
    begins() {
      const clear = tier.startsWith("http:") ? "; the password travels in clear, for the address begins with http:" : "";
      host.stderr.write(`signs in as ${profile.user} at ${tier}: one attempt, whatever comes of it${clear}${NL}`);
    },
  };
}
