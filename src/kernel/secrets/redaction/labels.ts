import { placesOf } from "./anchors.ts";
import { isValue, kindOfName, type Shape, valueOf } from "./shape.ts";
import { type Tag, tagAt } from "./xml.ts";

/* Finds secrets in HTML fields that only their label identifies. */

const LONGEST_BEFORE = 400;
const LONGEST_LABEL = 60;
const BUTTON = /^(?:submit|button|reset|image|checkbox|radio)$/i;
const END_OF_LABEL = "</label";

const attribute = (text: string, { attributes }: Tag, name: string): string | null => {
  const found = attributes.find((one) => one.name.toLowerCase() === name);
  return found ? text.slice(found.from, found.to) : null;
};

const namesPassword = (label: string): boolean => {
  const called = label.replace(/[\s:*]{1,10}$/, "").trim();
  return called.length <= LONGEST_LABEL && kindOfName(called) === "password";
};

/** Returns the ids of fields whose label names a password. */
function labelledIds(text: string): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const at of placesOf(text, "<")) {
    if (!/^label$/i.test(text.slice(at + 1, at + 6))) continue;
    const tag = tagAt(text, at);
    const id = tag && attribute(text, tag, "for");
    if (!tag || !id) continue;
    const label = text.slice(tag.end, tag.end + LONGEST_BEFORE);
    const end = label.toLowerCase().indexOf(END_OF_LABEL);
    if (end >= 0 && namesPassword(label.slice(0, end).replace(/<[^<>]{0,200}>/g, ""))) ids.add(id);
  }
  return ids;
}

/** Returns whether the label before an HTML field names a password and belongs to no other field. */
function isBeside(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - LONGEST_BEFORE), at);
  const label = before.toLowerCase().lastIndexOf("<label");
  if (label < 0) return false;
  const between = before.slice(label);
  if (/<(?:input|textarea|select)/i.test(between) || /^<label[^<>]{0,200}\sfor\s{0,5}=/i.test(between)) return false;
  const pieces = between.split(/<[^<>]{0,200}>/).filter((piece) => piece.trim() !== "");
  return pieces.length === 1 && namesPassword(pieces[0] ?? "");
}

/** Yields secrets in <label>Password</label><input value="hunter2">, also if the label refers to the field's id. */
export function* labelledFields(text: string): Generator<Shape> {
  if (!/<label/i.test(text)) return;
  const ids = labelledIds(text);
  for (const at of placesOf(text, "<")) {
    if (!/^input$/i.test(text.slice(at + 1, at + 6))) continue;
    const tag = tagAt(text, at);
    if (!tag || BUTTON.test(attribute(text, tag, "type") ?? "")) continue;
    const id = attribute(text, tag, "id");
    const isNamed = attribute(text, tag, "name") !== null;
    if (!(id !== null && ids.has(id)) && (isNamed || !isBeside(text, at))) continue;
    for (const { name, from, to } of tag.attributes) if (isValue(name)) yield* valueOf("password", text, from, to);
  }
}
