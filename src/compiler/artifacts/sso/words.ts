/**
 * The words that the compiled sso/README.md explains: each entry as Markdown with its words in bold, then the files below sso/ that use the
 * words even if the other text of README.md does not.
 */
const ENTRIES: readonly (readonly [entry: string, ...pages: readonly string[]])[] = [
  ["**identity provider**: the server that people sign in at. It speaks OpenID Connect (OIDC), not SAML."],
  ["**realm**: a part of the identity provider with its own users, groups and clients (elsewhere: tenant)."],
  ["**client**: an application that may ask the realm to sign people in, here the login service; its secret is its password."],
  ["**token**: what the realm signs and returns about a user.", "panel.md"],
  ["**claim**: a field of the token, such as the username (SAML: attribute, NameID).", "panel.md", "registry.md"],
  ["**mapper**: a setting of the client that puts a claim into the token.", "panel.md"],
  ["**issuer**: the realm's address, by which it names itself (SAML: entity ID)."],
  ["**discovery document**: the realm's JSON page with its issuer and addresses (SAML: metadata)."],
  ["**pinned**: saved in the repository, to be compared with the server's."],
  [
    "**security services** (**SSC**): the PLM system's sign-in component. Its **login service** sends browsers to the identity provider, its **identity service** reports to the PLM tier who signed in, and its **vault** keeps passwords and keys.",
    "services.md",
  ],
  ["**PLM tier**: the PLM server that workstations sign in to."],
  ["**web client**: the PLM system's pages in a browser."],
  ["**file transfer**: the servers of model files."],
  ["**panel**: the fields of the PLM deployment tool for the security services.", "panel.md"],
  ["**registry**: the deployment tool's table of the applications that sign in this way.", "registry.md"],
  [
    "**redirect URI** (**reply URL**): the login service's address to which the identity provider sends the browser back (SAML: ACS).",
    "panel.md",
    "registry.md",
  ],
  ["**store**: the certificates of authorities that a program trusts.", "trust.md"],
  ["**truststore**: the store of a Java program (`cacerts`).", "trust.md"],
  ["**negative control**: a call that must fail; it shows that the proof can."],
  ["**consumer**: a machine or container that talks to the identity provider."],
  ["**node**: one of several servers behind a name."],
  ["**stage**: how much of the sign-in exists: `realm`, `installed` or `live`."],
  ["**profile** (`--profile NAME`): your own file that says where the passwords of the accounts are."],
  ["**`tierwright`**: runs in a clone of the repository, as `npx --no-install tierwright` if npm installed it."],
];

/** Returns, as a Markdown list, the entries for the words that occur in the text of sso/README.md or in one of the given files. */
export const wordsFor = (text: string, pages: readonly string[]): string =>
  ENTRIES.filter(([entry, ...users]) => {
    const word = /\*\*`?([^*`]+)/.exec(entry)?.[1] ?? "";
    return text.toLowerCase().includes(word.toLowerCase()) || users.some((page) => pages.includes(page));
  })
    .map(([entry]) => `- ${entry}`)
    .join("\n");
