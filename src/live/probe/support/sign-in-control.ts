import { name, say } from "../../../kernel/index.ts";
import { readAnswer } from "../../soa/answer.ts";
import { jsonRequest, operationUrl, type Root, xmlRequest } from "../../soa/request.ts";
import { signedInBy } from "../../soa/session.ts";
import type { Control, Probing } from "../probe.ts";
import { type Called, withoutSession } from "../session.ts";
import { runControl, shortly, tierOf } from "./in-session.ts";

/**
 * The name of an operation that no tier has. A server that answers it with a LoginResponse answers every request so, and its sign-in proves
 * nothing.
 */
const NOBODYS = "tierwrightHasNoSuchOperation";

interface SignInOperation {
  readonly root: Root;
  /** The web service of the tier to which the login operation belongs, such as Core-2008-06-Session. */
  readonly service: string;
}

/** The sign-in operation that the connector uses, in XML. `JSON_SIGN_IN` is the one that health checks use. */
export const XML_SIGN_IN: SignInOperation = { root: "RestServices", service: "Core-2008-06-Session" };
export const JSON_SIGN_IN: SignInOperation = { root: "JsonRestServices", service: "Core-2011-06-Session" };

/**
 * Runs the control of a sign-in to the tier once for all probes of a command, after the sign-in itself, which must be the first request to
 * the tier. A request without credentials and an unknown operation must not sign anybody in. A wrong password would prove more, but would
 * count towards a lock of the account.
 */
export const signInControl = (probing: Probing, operation: SignInOperation): Promise<Control> =>
  probing.once(`control of ${operation.root}/${operation.service}`, () => asked(probing, operation));

function asked(probing: Probing, { root, service }: SignInOperation): Promise<Control> {
  const tier = tierOf(probing);
  const did = say`its address was asked without credentials (GET), and so was an operation that no tier has (POST, ${name(NOBODYS)})`;
  return runControl(did, async () => {
    const http = await probing.ask({ method: "GET", url: operationUrl(tier, root, `${service}/login`) });
    const alone: Called = { http, soa: readAnswer(http) };
    if (signedInBy(alone.soa))
      return {
        outcome: "failed",
        says: say`the address signs in who sends no credentials: something else than the tier answers`,
      };
    const operation = `${service}/${NOBODYS}`;
    const request = root === "RestServices" ? xmlRequest(tier, operation, "<NoInput/>") : jsonRequest(tier, operation, {});
    const other = await withoutSession(probing.ask, request);
    if (signedInBy(other.soa))
      return {
        outcome: "failed",
        says: say`an operation that no tier has is answered as a sign-in (${shortly(other)}): whatever answers there signs in everybody who asks`,
      };
    return { outcome: "held", says: say`neither signs anybody in (${shortly(alone)}, and ${shortly(other)})` };
  });
}
