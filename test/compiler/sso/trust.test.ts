import { describe, expect, test } from "vitest";
import { OTHER, REACH, trustPlan } from "../../../src/compiler/sso/trust-steps.ts";
import { discoveryOf, factsOf, filesOf, LIVE, REALM } from "./scene.ts";

/* That the commands do what they say is run by test/oracle/trust.oracle.test.ts. */

const WITH_CONSUMERS = `${LIVE}consumers:
  - { name: plm guest, kind: guest, address: 10.20.0.1 }
  - { name: idp host, kind: host, address: 127.0.0.1 }
  - { name: wiki, kind: container, address: 10.20.0.1 }
`;
const pageOf = (yaml = LIVE, realm = REALM) => filesOf(factsOf(yaml, discoveryOf(realm)))["trust.md"] ?? "";

test("[E11] four stores with who reads each, and the consumers that sso.yaml names", () => {
  const page = pageOf(WITH_CONSUMERS);
  expect([...page.matchAll(/^## (.*)$/gm)].map(([, title]) => title)).toEqual([
    "The certificate",
    "The certificate store of the guest",
    "The truststore of the guest's JDK",
    "The certificate store of the host",
    "The built-in list of Node",
  ]);
  for (const name of ["plm guest", "idp host", "wiki"]) expect(page).toContain(`Of the consumers in sso.yaml: \`${name}\`.`);
  expect(page).toContain("Import-Certificate -FilePath idp-ca.pem -CertStoreLocation Cert:\\LocalMachine\\Root");
  expect(page).toContain(REACH.split("\n")[2] ?? "");
});

test("[E11] the alias and the address are the site's, and every proof has a half that must fail", () => {
  const plan = trustPlan(factsOf(LIVE));
  for (const { id, steps } of plan?.stores ?? []) {
    const words = steps.flatMap(({ commands }) => Object.values(commands)).join("\n");
    expect(words, id).toContain(`${REALM}/.well-known/openid-configuration`);
    expect(
      steps.some(({ fails, prints }) => fails || prints === "refused:"),
      id,
    ).toBe(true);
  }
  expect(pageOf()).toContain("-importcert -noprompt -alias idp-idp.example.com-8443 -file idp-ca.pem");
});

test("[E11] each store has its negative control: an endpoint that is signed otherwise", () => {
  for (const { id, steps } of trustPlan(factsOf(LIVE))?.stores ?? []) {
    const control = steps.find((one) => one.id === `${id}-other`);
    for (const command of Object.values(control?.commands ?? {})) expect(command).toContain(OTHER);
    expect([id, control?.fails === true || control?.prints === "refused:"]).toEqual([id, true]);
  }
});

test("[E11] the JDK: backed up before it is changed, and looked at again after every patch", () => {
  const ids = trustPlan(factsOf(LIVE))?.stores[1]?.steps.map(({ id }) => id);
  expect(ids).toEqual(["absent", "backup", "import", "present", "a", "b", "other", "restart", "again"].map((id) => `jdk-${id}`));
});

test("[E11] Node: whether anything is validated at all is the first question", () => {
  const first = trustPlan(factsOf(LIVE))?.stores[3]?.steps[0];
  expect(first?.commands.sh).toContain("NODE_TLS_REJECT_UNAUTHORIZED");
  expect(first?.otherwise).toContain("NODE_EXTRA_CA_CERTS is moot");
});

describe("[E11] an address is typed into shells", () => {
  test.each(["a'b", 'a"b', "a$(id)", "a`id`", "a b", "a;id", "a&b", "a|b", "a\\b", "ä!"])(
    "realm %j: nothing of it is a shell's",
    (realm) => {
      const yaml = LIVE.replace("realm: engineering", `realm: ${JSON.stringify(realm)}`);
      const facts = factsOf(yaml, null);
      const url = trustPlan(facts)?.url ?? "";
      expect(url).toMatch(/^https:\/\/idp\.example\.com:8443\/realms\/[A-Za-z0-9%.]+\/\.well-known\/openid-configuration$/);
      expect(decodeURIComponent(decodeURIComponent(url))).toContain(realm);
    },
  );
});

test("[E11] the page of a plain http address states that no certificate is involved", () => {
  const page = pageOf(
    LIVE.replace("https://idp.example.com:8443", "http://idp.example.com:8080"),
    "http://idp.example.com:8080/realms/engineering",
  );
  expect(page).toContain("is no https address: no certificate is in play");
  expect(page).not.toContain("keytool");
});
