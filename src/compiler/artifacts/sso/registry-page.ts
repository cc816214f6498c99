import { codeSpan } from "../../../kernel/index.ts";
import { provePage, sourceWords, shownValue, signInArtifact } from "./sign-in-artifact.ts";

export const artifact = signInArtifact({
  name: "sso-registry",
  title: "rows of the application registry",
  file: "registry.md",
  purpose: "expect",
  namesLines: true,
  bytes(facts, context, environment) {
    if (facts.registry.length < 2) return null;
    const rows = facts.registry.map(
      ({ row, application, rootUrl, redirectUrl }) =>
        `| ${row} | ${codeSpan(application.value)} | ${codeSpan(rootUrl.value)} | ${codeSpan(redirectUrl.value)} | ${sourceWords(redirectUrl, context)} |`,
    );
    return `# Application registry of ${environment}

| row | application | APPLICATIONROOTURL | REDIRECTURL | said by |
|---|---|---|---|---|
${rows.join("\n")}

- Row 1 is the login service, by its application id. Its REDIRECTURL is the oidc_callback, and the identity provider's client has the same one. Its APPLICATIONROOTURL may be anything
  or empty: nothing reads it.
- Row 2 is the PLM web application: both are the address that people open.
- The login service answers at two paths: oidc_callback, ${shownValue(facts.replyUrl)}, and oidc_redirect, ${shownValue(facts.redirectUrl)}. Only the first one is registered.
- The web application's name becomes the first part of its path; it is another thing than tcsso.login_service.appid, ${codeSpan(facts.appid.value)}.
- LDAP_USERNAME_ATTRIBUTE of this table is the attribute of a directory that aliases ids. It is not the claim that people are found by: leave it at ${codeSpan("uid")}.
- A directory is needed where ids are aliased. One on the identity service also authenticates ITK commands and the file indexer, which pass by the login service and the gateway. Without one,
  an identity.xml with no LDAPConfiguration_* parameter and an empty domain map are right.
- The identity provider's client gets a redirect URI after sign-out for thin clients only: the web application's address.
`;
  },
  prove: (bytes, facts) =>
    provePage(
      bytes,
      facts.registry.flatMap(({ application, rootUrl, redirectUrl }) => [application, rootUrl, redirectUrl]),
    ),
});
