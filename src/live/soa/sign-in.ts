import type { SecretValue } from "../../kernel/index.ts";
import { attributeText, jsonRequest, type SoaRequest, xmlRequest } from "./request.ts";

export interface Credentials {
  readonly user: string;
  readonly password: SecretValue;
  /** The group in which the user signs in; if empty, the user's default group. */
  readonly group: string;
  readonly role: string;
  readonly locale?: string;
}

const LOCALE = "en_US";
/** The value of sessionDiscriminator with which the connector signs in: the name that it gives to its session. */
const DISCRIMINATOR = "TCMEClient";
const SESSION_2008 = "http://teamcenter.com/Schemas/Core/2008-06/Session";

/** Returns the connector's only sign-in request, byte for byte (docs/probe.md): one element with six attributes. */
export function loginRequest(tier: string, { user, password, group, role, locale = LOCALE }: Credentials): SoaRequest {
  const attributes = [
    ["group", attributeText("the group", group)],
    ["locale", attributeText("the locale", locale)],
    ["password", attributeText("the password", password.reveal())],
    ["role", attributeText("the role", role)],
    ["sessionDiscriminator", DISCRIMINATOR],
    ["username", attributeText("the user", user)],
  ].map(([name, value]) => ` ${name}="${value}"`);
  return xmlRequest(tier, "Core-2008-06-Session/login", `<LoginInput xmlns="${SESSION_2008}"${attributes.join("")}/>`);
}

/**
 * Returns the sign-in request in JSON, which health checks use and the connector does not. 'descrimator' is the web service's own spelling.
 */
export const jsonLoginRequest = (tier: string, { user, password, group, role, locale = LOCALE }: Credentials): SoaRequest =>
  jsonRequest(tier, "Core-2011-06-Session/login", {
    credentials: { user, password: password.reveal(), group, role, locale, descrimator: DISCRIMINATOR },
  });
