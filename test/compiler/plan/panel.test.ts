import { expect, test } from "vitest";
import { panelChanges } from "../../../src/compiler/plan/panel-changes.ts";
import type { EnvironmentPlan, PanelChange } from "../../../src/compiler/plan/plan.ts";
import { NOTHING } from "../../../src/compiler/plan/side-of.ts";
import type { CompiledSide } from "../../../src/compiler/plan/side.ts";
import { panelRows, panelValues, panelWords } from "../../../src/compiler/views/plan-panel.ts";
import { panelFields, typedValues } from "../../../src/compiler/sso/panel.ts";
import { discoveryOf, factsOf, filesOf, LIVE, REALM } from "../sso/scene.ts";

const side = (yaml: string | null, discovery = discoveryOf(REALM)): CompiledSide => ({
  ...NOTHING,
  panel: yaml === null ? null : typedValues(factsOf(yaml, discovery)),
});
const live = (...edits: readonly (readonly [string, string])[]): string =>
  edits.reduce((text, [from, to]) => {
    expect(text).toContain(from);
    return text.replace(from, to);
  }, LIVE);
const told = (panel: readonly PanelChange[]) => panel.map(({ id, kind, before, after }) => [id, kind, before, after]);
const words = (panel: readonly PanelChange[]) => panelWords({ panel } as unknown as EnvironmentPlan);

test("[E4] what is typed is what panel.json and the registry hold, in their order", () => {
  const facts = factsOf(LIVE);
  const { fields, registry } = JSON.parse(filesOf(facts)["panel.json"] ?? "");
  const rows = registry.flatMap(({ row: _, ...cells }: object & { row: number }) => Object.values(cells));
  expect(typedValues(facts)?.map(({ fact }) => fact.value)).toEqual([
    ...fields.map(({ value }: { value: string }) => value),
    ...rows,
  ]);
  expect(
    typedValues(facts)
      ?.slice(0, fields.length)
      .map(({ id }) => id),
  ).toEqual(panelFields(facts)?.map(({ id }) => id));
});

test("[E4] each changed field is told with what stands there and what to type, in the order of the panel, whatever the order of the YAML", () => {
  const after = side(
    live(
      ["oidc: { ", "oidc: { useridClaim: email, "],
      ["base: https://idp.example.com:8443", "base: https://idp2.example.com:8443"],
    ),
    discoveryOf(REALM, { end_session_endpoint: `${REALM}/out` }),
  );
  expect(told(panelChanges(side(LIVE), after))).toEqual([
    ["federationUrl", "set", "https://idp.example.com:8443", "https://idp2.example.com:8443"],
    ["federationLogoutUrl", "set", `${REALM}/protocol/openid-connect/logout`, `${REALM}/out`],
    ["oidcClaimUserId", "set", "preferred_username", "email"],
  ]);
});

test("[E4] the three fields of a federation say that they are shown only after its type has been changed, and no other does", () => {
  const all = panelChanges(undefined, side(LIVE));
  const after = all.filter(({ shownAfter }) => shownAfter !== null);
  expect(after.map(({ id }) => id)).toEqual(["federationUrl", "federationReplyUrl", "federationLogoutUrl"]);
  expect(new Set(after.map(({ shownAfter }) => shownAfter))).toEqual(
    new Set(["shown only after Federation Type has been changed to OIDC"]),
  );
});

test("[E4] a value that is written and is the default types nothing; a line says the value, a default has none", () => {
  const stated = side(live(["oidc: { ", "oidc: { useridClaim: preferred_username, "]));
  expect(panelChanges(side(LIVE), stated)).toEqual([]);
  const other = side(live(["oidc: { ", "oidc: { userIdField: uid, "]));
  expect(panelChanges(side(LIVE), other)[0]?.cause).toMatchObject({ file: "environments/demo/sso.yaml", line: 10 });
  expect(panelChanges(other, side(LIVE))[0]?.cause).toBeNull();
});

test("[E4] an address with a password in it shows that it changes and nothing of it, on whichever side it stands", () => {
  const hidden = side(live(["base: https://idp.", "base: https://jane:hunter2secret@idp."]));
  for (const changes of [panelChanges(side(LIVE), hidden), panelChanges(hidden, side(LIVE))]) {
    const [change] = changes;
    expect(change).toMatchObject({ id: "federationUrl", kind: "set", secret: true });
    expect(JSON.stringify(changes)).not.toContain("hunter2");
    expect(panelValues(change as PanelChange)).toEqual({ from: "a secret", type: "another secret" });
  }
});

test("[E5] a row of the registry that comes or goes is typed cell by cell", () => {
  const without = side(live(["webApplication: { name: awc, root: https://plm.example.com:3000/awc }\n", ""]));
  const rows = panelChanges(without, side(LIVE));
  expect(told(rows)).toEqual([
    ["registry.2.application", "add", null, "awc"],
    ["registry.2.APPLICATIONROOTURL", "add", null, "https://plm.example.com:3000/awc"],
    ["registry.2.REDIRECTURL", "add", null, "https://plm.example.com:3000/awc"],
  ]);
  expect(panelChanges(side(LIVE), without).map(({ kind }) => kind)).toEqual(["remove", "remove", "remove"]);
});

test("[E4] a panel that comes or goes as a whole is one line; one that changes in part is told field by field; none is nothing", () => {
  const [none, all] = [side(null), side(LIVE)];
  const partly = panelChanges(all, side(live(["oidc: { ", "oidc: { userIdField: uid, "])));
  expect(words(panelChanges(none, all))).toContain("is new: type sso/panel.md");
  expect(words(panelChanges(all, none))).toContain("is removed");
  expect(words(partly)).toContain("1 field to type into the deployment tool; then save");
  expect(words(panelChanges(all, all))).toBeNull();
  const rows = (panel: readonly PanelChange[]) => panelRows({ panel } as unknown as EnvironmentPlan).length;
  expect([panelChanges(none, all), panelChanges(all, none), partly].map(rows)).toEqual([0, 0, 1]);
});

test("[E4] nothing is known of the panel of what is installed, and of a side that is not complete nothing was typed", () => {
  const installed = { ...side(null), installed: true };
  expect(panelChanges(installed, side(LIVE))).toEqual([]);
  expect(
    side(live(["stage: live", "stage: installed"], ["loginService: { base: https://plm.example.com:7001, name: tcsso }\n", ""]))
      .panel,
  ).toBeNull();
});
