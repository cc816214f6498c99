import type tls from "node:tls";

/** The most certificates of a chain that are read; servers send fewer. */
const LONGEST_CHAIN = 10;

/** Returns the certificate chain that a server showed, its own certificate first. A self-signed certificate ends the list. */
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

/** Returns subject, issuer and SHA-256 of a certificate. */
export const identityOf = ({ subject, issuer, fingerprint256: fingerprint }: tls.DetailedPeerCertificate) => ({
  subject: nameOf(subject),
  issuer: nameOf(issuer),
  fingerprint,
});

function nameOf(name: tls.Certificate | undefined): string {
  const { CN, O } = (name ?? {}) as { readonly CN?: unknown; readonly O?: unknown };
  return String(CN ?? O ?? "").slice(0, 200);
}
