// A log4j2.xml as a Pkl function that builds the same document with pkl:xml, sizes and levels by name from the environment.

const TOKEN = /<!--([\s\S]*?)-->|<\?[\s\S]*?\?>|<(\/?)([\w.]+)((?:\s+[\w.]+="[^"]*")*)\s*(\/?)>|([^<]+)/g;
const ATTRIBUTE = /([\w.]+)="([^"]*)"/g;

const unescaped = (value) =>
  value
    .replace(/&lt;/g, "<")
    .replace(/&gt;/g, ">")
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, "&");

/** The children of the document's one element, and its attributes. Enough XML for the sample's own files. */
function parse(source) {
  const top = { name: "", attributes: [], children: [] };
  const open = [top];
  for (const [, comment, closing, name, attributes, empty, characters] of source.matchAll(TOKEN)) {
    const parent = open.at(-1);
    if (comment !== undefined) parent.children.push({ comment });
    else if (characters !== undefined) characters.trim() && parent.children.push({ characters: unescaped(characters.trim()) });
    else if (closing) open.pop();
    else if (name !== undefined) {
      const element = {
        name,
        attributes: [...attributes.matchAll(ATTRIBUTE)].map(([, key, value]) => [key, unescaped(value)]),
        children: [],
      };
      parent.children.push(element);
      if (!empty) open.push(element);
    }
  }
  return top;
}

const attribute = (element, name) => element.attributes.find(([key]) => key === name)?.[1];

function valueOf(element, key, value, appender) {
  if (element.name === "SizeBasedTriggeringPolicy" && key === "size") {
    return `_triggers.toMap().getOrNull(${JSON.stringify(appender)}) ?? ${JSON.stringify(value)}`;
  }
  if (element.name === "Logger" && key === "level") {
    return `_levels.toMap().getOrNull(${JSON.stringify(attribute(element, "name"))}) ?? ${JSON.stringify(value)}`;
  }
  return JSON.stringify(value);
}

function children(element, appender, indent) {
  return element.children.flatMap((child) => {
    if (child.comment !== undefined) return [`${indent}xml.Comment(${JSON.stringify(child.comment)})`];
    if (child.characters !== undefined) return [`${indent}${JSON.stringify(child.characters)}`];
    const inside = child.name === "RollingFile" ? attribute(child, "name") : appender;
    const attributes = child.attributes.map(([key, value]) => `[${JSON.stringify(key)}] = ${valueOf(child, key, value, inside)}`);
    return [
      `${indent}(xml.Element(${JSON.stringify(child.name)})) {`,
      ...(attributes.length > 0 ? [`${indent}  attributes { ${attributes.join("; ")} }`] : []),
      ...(child.children.every((each) => each.characters !== undefined) ? [`${indent}  isBlockFormat = false`] : []),
      ...children(child, inside, `${indent}  `),
      `${indent}}`,
    ];
  });
}

/** Pkl source of `function log4j2(...)`; the renderer writes the root element itself. */
export function log4j2Function(source) {
  const document = parse(source);
  const root = document.children.find((child) => child.name === "Configuration");
  const before = document.children.filter((child) => child.comment !== undefined);
  return [
    "function log4j2(_triggers: Mapping | Dynamic, _levels: Mapping | Dynamic): Dynamic = new {",
    ...children({ children: [...before, ...root.children] }, null, "  "),
    "}",
  ].join("\n");
}
