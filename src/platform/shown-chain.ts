import type tls from "node:tls";

/** More than any chain that a server sends. */
const LONGEST_CHAIN = 10;

/** The certificates that a server showed, its own first; one that signed itself ends the list. */
export function shownChain(first: tls.DetailedPeerCertificate): readonly tls.DetailedPeerCertificate[] {
  const chain: tls.DetailedPeerCertificate[] = [];
  let one: tls.DetailedPeerCertificate | undefined = first;
  while (one?.fingerprint256 !== undefined && chain.length < LONGEST_CHAIN) {
    const { fingerprint256: fingerprint } = one;
    if (chain.some((known) => known.fingerprint256 === fingerprint)) break;
    chain.push(one);
    one = one.issuerCertificate;
  }
  return chain;
}

/** Whose a certificate is, who signed it, and its SHA-256. */
export const identityOf = ({ subject, issuer, fingerprint256: fingerprint }: tls.DetailedPeerCertificate) => ({
  subject: nameOf(subject),
  issuer: nameOf(issuer),
  fingerprint,
});

function nameOf(name: tls.Certificate | undefined): string {
  const { CN, O } = (name ?? {}) as { readonly CN?: unknown; readonly O?: unknown };
  return String(CN ?? O ?? "").slice(0, 200);
}
