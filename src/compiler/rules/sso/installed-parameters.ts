import { type Place, parametersIn } from "../../../kernel/index.ts";
import type { SignInXmlRole } from "../../model/sign-in-files.ts";
import type { SignInFacts } from "../../sso/facts.ts";
import { placeIn } from "../../sso/installed-xml.ts";

/** A parameter in a login.xml or identity.xml that was adopted from a server of the security services. */
export interface InstalledParameter {
  readonly name: string;
  readonly role: SignInXmlRole;
  readonly file: string;
  readonly value: string;
  readonly place: Place;
}

/** Returns every occurrence of the named parameters in the installed login.xml and identity.xml, login.xml first. */
export function installedParameters({ installed }: SignInFacts, ...names: readonly string[]): readonly InstalledParameter[] {
  const wanted = new Set(names);
  return (["login", "identity"] as const)
    .flatMap((role) => installed.xml.filter((file) => file.role === role))
    .flatMap((file) => {
      const { root } = file.xml;
      if (!root) return [];
      return parametersIn(root, file.source.text, wanted).map(({ name, value, start }) => ({
        name,
        role: file.role,
        file: file.path,
        value: value ?? "",
        place: placeIn(file, start),
      }));
    });
}
