import type { AddressClaim } from "../model/repository.ts";
import {
  effectivePort,
  isLiteralAddress,
  normalAddress,
  parseAddress,
  splitAddresses,
  withoutCredentials,
} from "../model/address.ts";
import type { Environment } from "../model/environment.ts";
import { type Scalar, placeOf } from "../source/tree.ts";
import type { HostVerdict, HostVerdictKind, RunOptions } from "./compiled.ts";
import type { Decided } from "./decide.ts";
import { compiledKey } from "./decide.ts";

/** What one source of knowledge says about a host: its addresses and where that is said. */
interface Evidence {
  readonly source: string;
  /** In one spelling each, to be compared. */
  readonly addresses: readonly string[];
  /** As they were written, to be shown. */
  readonly written: string;
  readonly measured: boolean;
  readonly said: string;
}

/** What of these texts is an address; a word among them proves nothing (tier/declared-host says so). */
function addressesOf(texts: readonly string[]): Pick<Evidence, "addresses" | "written"> {
  const known = texts.filter((text) => normalAddress(text) !== null);
  const written = known.map((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/^\[|\]$/g, ""),
  );
  return { addresses: known.map((text) => normalAddress(text) ?? ""), written: written.join(", ") };
}

/** All sources that know the host, in a fixed order: the name itself, declared hosts, the hosts file, DNS. */
function evidenceOf(host: string, env: Environment, options: RunOptions): readonly Evidence[] {
  const found: Evidence[] = [];
  if (isLiteralAddress(host))
    found.push({ source: "literal", ...addressesOf([host]), measured: false, said: "written as an address" });
  const declared = env.tier.hosts.get(host);
  if (declared && declared.addresses.length > 0) {
    const place = placeOf(declared.keySpan);
    found.push({
      source: "declared",
      ...addressesOf(declared.addresses.map((address) => address.text)),
      measured: false,
      said: `declared in ${place.file}:${place.line}`,
    });
  }
  const listed = options.hostsFile?.get(host);
  if (listed) {
    const said = [...new Set(listed.map((entry) => entry.evidence))].join(", ");
    found.push({ source: "hosts file", ...addressesOf(listed.map((entry) => entry.address)), measured: false, said });
  }
  const resolved = options.resolved?.get(host);
  if (resolved && resolved.addresses.length > 0) {
    found.push({ source: "DNS", ...addressesOf(resolved.addresses), measured: true, said: resolved.evidence });
  }
  return found.filter((evidence) => evidence.addresses.length > 0);
}

interface Judgement {
  readonly verdict: HostVerdictKind;
  readonly evidence: string;
  readonly measured: boolean;
}

/** Both hosts as one source knows them. */
interface Pair {
  readonly same: boolean;
  readonly signIn: string;
  readonly host: string;
  readonly measured: boolean;
}

/** One source may speak for a pair when it knows both hosts; a literal address is known to every source. */
function comparePair(a: readonly Evidence[], b: readonly Evidence[]): readonly Pair[] {
  return a.flatMap((left) =>
    b
      .filter((right) => right.source === left.source || left.source === "literal" || right.source === "literal")
      .map((right) => ({
        same: left.addresses.some((address) => right.addresses.includes(address)),
        signIn: `${left.written}, ${left.said}`,
        host: `${right.written}, ${right.said}`,
        measured: (left.measured || left.source === "literal") && (right.measured || right.source === "literal"),
      })),
  );
}

/** A source that knows one of the hosts only, and elsewhere than where the others have the pair together. */
function contradiction(a: readonly Evidence[], b: readonly Evidence[]): Pair | undefined {
  return comparePair(
    a.map((evidence) => ({ ...evidence, source: "any" })),
    b.map((evidence) => ({ ...evidence, source: "any" })),
  ).find((pair) => !pair.same);
}

/**
 * The verdict on one host against the sign-in host (B4): same name, declared member, same or different addresses.
 * Sources that contradict each other give the worse verdict; nothing known gives not-proven, never a good one.
 */
export function judgeHost(host: string, signInHost: string, env: Environment, options: RunOptions): Judgement {
  if (host === signInHost) return { verdict: "same", evidence: "same name as sign-in", measured: true };
  const ofSignIn = evidenceOf(signInHost, env, options);
  const ofHost = evidenceOf(host, env, options);
  const pairs = comparePair(ofSignIn, ofHost);
  const same = pairs.filter((pair) => pair.same);
  const different = pairs.find((pair) => !pair.same) ?? (same.length > 0 ? contradiction(ofSignIn, ofHost) : undefined);
  const member = env.tier.members.find((item) => item.text.toLowerCase() === host);
  if (member && (different || same.length === 0)) {
    const place = placeOf(member.span);
    return { verdict: "member", evidence: `declared a member of this tier in ${place.file}:${place.line}`, measured: false };
  }
  if (different) {
    const against = same[0] ? `; another source contradicts it: ${same[0].host}` : "";
    return {
      verdict: "half-switch",
      evidence: `${different.host}; sign-in has ${different.signIn}${against}`,
      measured: different.measured,
    };
  }
  const best = same.find((pair) => pair.measured) ?? same[0];
  if (best) return { verdict: "same", evidence: `same address: ${best.host}; sign-in ${best.signIn}`, measured: best.measured };
  return { verdict: "not-proven", evidence: `no source knows the addresses of both ${signInHost} and ${host}`, measured: false };
}

/** Every file-transfer address with the leaf or line that says it: those of the model, and of the compiled key where another layer decided it. */
export function fileTransferEntries(
  env: Environment,
  files: Decided["files"],
): readonly { text: string; place: ReturnType<typeof placeOf>; pointer: string }[] {
  const compiled = compiledKey(files, "client", "BOOTSTRAP_URLS");
  const fromModel = env.tier.fileTransfer.flatMap((leaf: Scalar) =>
    splitAddresses(leaf.text).map((text) => ({ text, place: placeOf(leaf.span), pointer: leaf.pointer })),
  );
  const modelText = env.tier.fileTransfer.map((leaf) => leaf.text).join(",");
  if (!compiled || compiled.decision.value === modelText || !compiled.decision.place) return fromModel;
  const { place, pointer, value } = compiled.decision;
  return splitAddresses(value).map((text) => ({ text, place, pointer: pointer ?? "" }));
}

/** Verdict and evidence for every file-transfer host; entries that are no address are reported by tier/address-form. */
export function judgeHosts(env: Environment, files: Decided["files"], options: RunOptions): readonly HostVerdict[] {
  const signIn = parseAddress(compiledKey(files, "connector", "TC_SERVER_URL")?.decision.value ?? env.tier.signIn.text);
  if (!signIn) return [];
  return fileTransferEntries(env, files).flatMap((entry) => {
    const address = parseAddress(entry.text);
    if (!address) return [];
    return [
      {
        host: address.host,
        role: "fileTransfer" as const,
        place: entry.place,
        pointer: entry.pointer,
        ...judgeHost(address.host, signIn.host, env, options),
      },
    ];
  });
}

/** Host names whose addresses a run with --resolve asks for. */
export function hostsToResolve(env: Environment): readonly string[] {
  const texts = [env.tier.signIn, ...(env.tier.webClient ? [env.tier.webClient] : []), ...env.tier.fileTransfer].flatMap((leaf) =>
    splitAddresses(leaf.text),
  );
  const hosts = texts.flatMap((text) => parseAddress(text)?.host ?? []).filter((host) => !isLiteralAddress(host));
  return [...new Set(hosts)];
}

/** What this environment claims as its own tier, for comparison with the others (tier/shared-address). */
export function claimsOf(env: Environment): readonly AddressClaim[] {
  const leaves: [AddressClaim["role"], Scalar][] = [
    ["signIn", env.tier.signIn],
    ...(env.tier.webClient ? [["webClient", env.tier.webClient] as [AddressClaim["role"], Scalar]] : []),
    ...env.tier.fileTransfer.map((leaf) => ["fileTransfer", leaf] as [AddressClaim["role"], Scalar]),
  ];
  return leaves.flatMap(([role, leaf]) =>
    splitAddresses(leaf.text).flatMap((text) => {
      const address = parseAddress(text);
      if (!address) return [];
      return [
        {
          role,
          host: address.host,
          port: effectivePort(address) || null,
          text: withoutCredentials(text),
          place: placeOf(leaf.span),
          pointer: leaf.pointer,
        },
      ];
    }),
  );
}
