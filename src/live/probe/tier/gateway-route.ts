import { name, say, value, words } from "../../../kernel/index.ts";
import { effectivePort, parseAddress, withoutCredentials } from "../../../compiler/index.ts";
import type { Answer, Probe, Probing } from "../probe.ts";
import { gatewayTarget } from "../support/gateway-file.ts";
import { hostOf, judgeByAddress, measureHosts, resolverControl } from "../support/host-names.ts";
import { tierOf } from "../support/in-session.ts";
import { answer } from "../words.ts";

const WHY = "people who come through the web client would work on another tier than the tool";

async function run(probing: Probing): Promise<Answer> {
  const { gateway } = probing;
  if (!gateway) return answer("skipped", words("it needs the gateway's configuration: --gateway FILE"));
  const read = gatewayTarget(gateway.bytes);
  const { file } = gateway;
  if ("fault" in read)
    return answer("not-proven", say`${name(file)} does not say where the gateway leads: ${words(read.fault)}`, {
      help: words("name the gateway's own configuration: the file that has routes.tc.target"),
    });
  const [target, tier] = [parseAddress(read.target), parseAddress(tierOf(probing))];
  const shown = withoutCredentials(read.target);
  if (!target || !tier)
    return answer(
      "not-proven",
      say`${!target ? say`routes.tc.target in ${name(file)} is no address (${value(shown)})` : say`the compiled files name no address to sign in to`}`,
      {
        help: words("an address begins with http: or https: and names a host"),
        target: shown,
      },
    );
  const signIn = hostOf(tierOf(probing));
  const resolved = target.host === signIn ? new Map() : await measureHosts([signIn, target.host], probing);
  const { verdict, evidence } = judgeByAddress(target.host, signIn, probing, resolved);
  const [own, other] = [effectivePort(tier), effectivePort(target)];
  const facts = { gateway: shown, signIn: tierOf(probing), verdict };
  const ports =
    own === other
      ? []
      : say`; its port is ${value(other)}, and the tool's ${value(own)}: look whether that is the same tier on the same machine`;
  const more = { target: shown, facts, control: await resolverControl(resolved, probing) };
  if (verdict === "half-switch")
    return answer(
      "refuted",
      say`the gateway leads to another tier than sign-in: ${name(target.host)} (${words(evidence)}); ${words(WHY)}`,
      {
        ...more,
        help: say`point routes.tc.target of the gateway at ${name(signIn)}, or declare ${name(target.host)} in tier.members if it belongs to that tier`,
      },
    );
  if (verdict === "same")
    return answer("proven", say`the gateway leads to the tier of sign-in: ${words(evidence)}${ports}`, more);
  return answer(
    "not-proven",
    say`it is not known whether the gateway's ${name(target.host)} is of the tier of ${name(signIn)}: ${words(evidence)}`,
    {
      ...more,
      help: words("run the probe where both names resolve as they do on the gateway"),
    },
  );
}

export const probe: Probe = {
  id: "tier/gateway-route",
  summary: "does the web gateway lead to the tier that the tool signs in to",
  proves: "that the host of routes.tc.target in the gateway's file leads to the address of the sign-in host",
  doesNotProve: "that the running gateway has read this file, nor that one machine with two ports is one tier",
  control: "a name that is nobody's must not resolve",
  needs: ["gateway-file"],
  order: 2,
  run,
};
