import { isJson, type Json, listOf, textOf } from "./fault.ts";
import type { ObjectReference } from "./operations.ts";
import { attributeOf, type Element, everyElement } from "./xml.ts";

/** An object of the PLM system in an answer of the tier, with the properties that the answer contains. */
export interface ModelObject extends ObjectReference {
  readonly properties: ReadonlyMap<string, readonly string[]>;
}

const MOST_OBJECTS = 100_000;
const strings = (values: readonly unknown[]): readonly string[] => values.map(textOf).filter((one) => one !== null);

/** Returns the first value of a PLM object's property; null if the property is missing or has no value. */
export const propertyOf = (object: ModelObject | undefined, name: string): string | null =>
  object?.properties.get(name)?.[0] ?? null;

function xmlProperty(element: Element): readonly string[] {
  const children = element.children.filter(({ local }) => /^(?:db|ui)?values?$/i.test(local));
  const values = children.map((child) => attributeOf(child, "value") ?? child.text);
  if (values.length > 0) return values;
  const own = attributeOf(element, "value") ?? attributeOf(element, "uiValue");
  return [own ?? element.text];
}

/** Returns every PLM object in an XML answer of the tier, at any depth. */
export function xmlObjects(root: Element): readonly ModelObject[] {
  const objects: ModelObject[] = [];
  for (const element of everyElement(root)) {
    const uid = attributeOf(element, "uid");
    if (uid === null || objects.length >= MOST_OBJECTS) continue;
    const properties = element.children.filter(({ local }) => /^prop(?:ertie)?s$/.test(local));
    const named = properties.map((one) => [attributeOf(one, "name") ?? "", xmlProperty(one)] as const);
    const type = attributeOf(element, "type") ?? "";
    objects.push({ uid, type, className: attributeOf(element, "className") ?? type, properties: new Map(named) });
  }
  return objects;
}

function jsonObject(value: Json, uid: string | null): ModelObject | null {
  const id = textOf(value.uid) ?? uid;
  if (id === null) return null;
  const type = textOf(value.type) ?? textOf(value.className) ?? "";
  const given = isJson(value.props) ? value.props : isJson(value.properties) ? value.properties : {};
  const properties = Object.entries(given).map(([name, one]): readonly [string, readonly string[]] => {
    if (!isJson(one)) return [name, strings(listOf(one))];
    const values = [one.dbValues, one.dbValue, one.value, one.values, one.uiValues, one.uiValue].find(
      (list) => list !== undefined,
    );
    return [name, strings(listOf(values))];
  });
  return { uid: id, type, className: textOf(value.className) ?? type, properties: new Map(properties) };
}

/** Returns the PLM objects in a JSON answer of the tier, at its top level and in its ServiceData. */
export function jsonObjects(value: Json): readonly ModelObject[] {
  const objects: ModelObject[] = [];
  for (const data of [value, value.ServiceData, value.serviceData].filter(isJson)) {
    const models = isJson(data.modelObjects) ? Object.entries(data.modelObjects) : [];
    for (const [uid, one] of models.slice(0, MOST_OBJECTS)) {
      const object = isJson(one) ? jsonObject(one, uid) : null;
      if (object) objects.push(object);
    }
  }
  for (const one of Object.values(value).flatMap(listOf).slice(0, MOST_OBJECTS)) {
    const object = isJson(one) ? jsonObject(one, null) : null;
    if (object) objects.push(object);
  }
  return objects;
}

/** Returns the id with which the user of a session signs in, from the PLM objects of an answer; null if they do not show it. */
export function userIdIn(objects: readonly ModelObject[], uid: string | null): string | null {
  const own = objects.find((object) => object.uid === uid && object.properties.has("user_id"));
  const session = objects.find(
    ({ className, type, properties }) => [className, type].includes("UserSession") && properties.has("user_id"),
  );
  const users = objects.filter(
    ({ className, type, properties }) => [className, type].includes("User") && properties.has("user_id"),
  );
  return propertyOf(own ?? session ?? (users.length === 1 ? users[0] : undefined), "user_id");
}
