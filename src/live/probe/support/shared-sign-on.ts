import type { Profile } from "../../../compiler/index.ts";
import type { Probing } from "../probe.ts";
import { type SignOn, type SignOnPlaces, signOn } from "./single-sign-on.ts";

/** Returns the only sign-in of this `probe` command through the identity provider: made at the first call, and never repeated. */
export const sharedSignOn = (probing: Probing, places: SignOnPlaces, { sso }: Profile): Promise<SignOn> =>
  probing.once("sign-in through the identity provider", async () =>
    signOn(probing, places, sso.user, (await probing.password(sso)).reveal()),
  );
