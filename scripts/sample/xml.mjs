// Makes the kit's small XML files: plug-in descriptor, resource descriptor and mapping definition.
import { PLUGIN_ID } from "./releases.mjs";

/** Returns plugin.xml: own class loader with local-first lookup, every jar listed. */
export function pluginXml(release, jarPaths) {
  const libraries = jarPaths.map((path) => `    <library name="${path}"/>`).join("\n");
  return `<?xml version="1.0" encoding="UTF-8"?>
<!-- The connector looks into its own jars first: a jar left over from another release would win. Replace the folder, never copy over it. -->
<plugin id="${PLUGIN_ID}" name="PLM Connector" version="${release.name}.0" internalVersion="${release.name}" provider-name="Example PLM"
    class="com.example.plm.connector.ConnectorPlugin" ownClassloader="true" class-lookup="LocalFirst">
  <requires>
    <api version="1.0"/>
    <required-plugin id="com.example.tool.modeling"/>
  </requires>
  <runtime>
${libraries}
  </runtime>
</plugin>
`;
}

/**
 * Returns data/resourcemanager: the list of the tool's resource manager. It can name an old version after a swap by hand, which is no
 * fault.
 */
export function descriptorXml(release) {
  return `<?xml version="1.0" encoding="UTF-8"?>
<resourceDescriptor id="20250" name="PLM Connector" type="Plugin" date="${release.built}" critical="false">
  <version human="${release.name}" internal="${release.name}" resource="${release.name}"/>
  <provider name="Example PLM"/>
  <installation>
    <file from="plugins/${PLUGIN_ID}/*" to="plugins/${PLUGIN_ID}/*"/>
  </installation>
</resourceDescriptor>
`;
}

const ELEMENTS = [
  "Block",
  "InterfaceBlock",
  "ConstraintBlock",
  "ValueType",
  "FlowProperty",
  "ProxyPort",
  "FullPort",
  "Requirement",
  "Activity",
  "Package",
];
const OBJECTS = ["Model", "Diagram", "TraceLink", "BaselineRecord"];

/** Returns a mapping definition of the kit: model elements to stock types. The tier reads it; no check judges its content. */
export function mappingXml(release) {
  const elements = ELEMENTS.map((name) => `  <elementMapping element="${name}" type="Stock${name}" relation="StockHasPart"/>`);
  const objects = OBJECTS.map((name) => `  <objectMapping object="${name}" type="Stock${name}" dataset="Stock${name}Data"/>`);
  if (release.name >= "2606") objects.push('  <objectMapping object="View" type="StockView" dataset="StockViewData"/>');
  return `<?xml version="1.0" encoding="UTF-8"?>
<mappingDefinition release="${release.name}" title="stock mapping of the kit">
${[...elements, ...objects].join("\n")}
</mappingDefinition>
`;
}
