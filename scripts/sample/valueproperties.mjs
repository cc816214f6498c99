// Makes CREATE_VALUE_PROPERTY_CONFIG: one logical value over exactly 54 physical lines, with one element on each.

/** kind of element -> its value properties as name|type|unit */
const KINDS = {
  Block: [
    "Mass|Real|kilogram",
    "Length|Real|metre",
    "Width|Real|metre",
    "Height|Real|metre",
    "Volume|Real|cubic metre",
    "Material|String|-",
  ],
  Motor: ["RatedPower|Real|watt", "RatedSpeed|Real|revolution per minute", "Torque|Real|newton metre", "Efficiency|Real|percent"],
  Battery: ["Capacity|Real|ampere hour", "NominalVoltage|Real|volt", "Cycles|Integer|-", "CellCount|Integer|-"],
  Sensor: ["Range|Real|metre", "Resolution|Real|millimetre", "SampleRate|Real|hertz", "Accuracy|Real|percent"],
  Actuator: ["Stroke|Real|millimetre", "Force|Real|newton", "ResponseTime|Real|millisecond"],
  Cable: ["Gauge|Real|square millimetre", "Shielded|Boolean|-", "BendRadius|Real|millimetre"],
  Connector: ["Pins|Integer|-", "MatingCycles|Integer|-", "RatedCurrent|Real|ampere"],
  Controller: ["ClockRate|Real|megahertz", "Memory|Integer|kilobyte", "FirmwareId|String|-", "WatchdogTime|Real|millisecond"],
  Software: ["Version|String|-", "ImageSize|Integer|kilobyte", "Language|String|-", "SafetyLevel|String|-"],
  Interface: ["Protocol|String|-", "DataRate|Real|megabit per second", "Latency|Real|millisecond"],
  Pump: ["FlowRate|Real|litre per minute", "Pressure|Real|bar", "Medium|String|-"],
  Valve: ["Diameter|Real|millimetre", "Leakage|Real|millilitre per minute", "NormallyOpen|Boolean|-"],
  Structure: ["YieldStrength|Real|megapascal", "SafetyFactor|Real|-", "SurfaceFinish|String|-"],
  Requirement: ["Priority|Integer|-", "Verified|Boolean|-", "Source|String|-"],
  Test: ["Duration|Real|second", "Repetitions|Integer|-", "Operator|String|-", "Result|String|-"],
};

const ELEMENTS = Object.entries(KINDS).flatMap(([kind, properties]) => properties.map((each) => `${kind}.${each}`));

/**
 * Returns the value as spelt in the file after the '=': elements joined by a comma, a backslash and a line feed, later lines indented.
 * @param {Record<string, string>} changed elements of a release that differ, by the text they replace
 */
export function valuePropertyConfig(changed = {}) {
  return ELEMENTS.map((each) => changed[each] ?? each).join(",\\\n    ");
}
