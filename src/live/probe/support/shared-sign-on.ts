import type { Profile } from "../../../compiler/index.ts";
import type { Probing } from "../probe.ts";
import { type SignOn, type SignOnPlaces, signOn } from "./single-sign-on.ts";

/** The one sign-in of a run through the identity provider: made when it is asked for first, and never again. */
export const sharedSignOn = (probing: Probing, places: SignOnPlaces, { sso }: Profile): Promise<SignOn> =>
  probing.once("sign-in through the identity provider", async () =>
    signOn(probing, places, sso.user, (await probing.password(sso)).reveal()),
  );
