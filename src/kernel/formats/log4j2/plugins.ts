/** The kind of a log4j component, as far as this program needs it. */
export type PluginKind = "appender" | "rolling" | "policy" | "strategy" | "logger" | "root" | "other";

/**
 * The element names that log4j-core knows (category Core of 2.19, in lower case, because it ignores case).
 * An element with any other name is not a component: log4j drops it with its content, or, if it is a leaf, makes it an attribute of its parent.
 * The oracle test compares this table with the jar.
 */
const NAMES: Readonly<Record<PluginKind, string>> = {
  rolling: "rollingfile rollingrandomaccessfile",
  appender: `async console countingnoop failover file http jdbc jeromq jms jmsqueue jmstopic memorymappedfile nosql null outputstream
    randomaccessfile rewrite routing scriptappenderselector smtp socket syslog writer`,
  policy:
    "policies sizebasedtriggeringpolicy timebasedtriggeringpolicy crontriggeringpolicy onstartuptriggeringpolicy nooptriggeringpolicy",
  strategy: "defaultrolloverstrategy directwriterolloverstrategy",
  logger: "logger asynclogger",
  root: "root asyncroot",
  other: `appender-ref appenderref appenders appenderset arrayblockingqueue asyncwaitstrategyfactory burstfilter classarbiter column columnmapping
    connectionfactory contextmapfilter csvlogeventlayout csvparameterlayout customlevel customlevels datasource default defaultarbiter delete
    denyallfilter disruptorblockingqueue drivermanager dynamicthresholdfilter failovers filters gelflayout htmllayout idlepurgepolicy
    ifaccumulatedfilecount ifaccumulatedfilesize ifall ifany iffilename iflastmodified ifnot jctoolsblockingqueue jsonlayout keystore keyvaluepair
    levelmatchfilter levelpatternselector levelrangefilter linkedtransferqueue loggerfields loggernamelevelrewritepolicy loggers mapfilter
    maprewritepolicy markerfilter markerpatternselector messagelayout multicastdns mutablecontextmapfilter mutablethreadcontextmapfilter
    nomarkerfilter patternlayout patternmatch posixviewattribute properties propertiesrewritepolicy property regexfilter replace rfc5424layout route
    routes script scriptarbiter scriptcondition scriptfile scriptfilter scriptpatternselector scriptref scripts select serializedlayout
    socketaddress socketoptions socketperformancepreferences sortbymodificationtime ssl stringmatchfilter structureddatafilter sysloglayout
    systempropertyarbiter threadcontextmapfilter thresholdfilter timefilter truststore xmllayout yamllayout`,
};

const KINDS: ReadonlyMap<string, PluginKind> = new Map(
  (Object.keys(NAMES) as PluginKind[]).flatMap((kind) =>
    NAMES[kind].split(/\s+/).map((name): [string, PluginKind] => [name, kind]),
  ),
);

/** Returns the kind of a component by its name in any case; null for a name that log4j-core does not know. */
export function pluginKind(name: string): PluginKind | null {
  return KINDS.get(name.toLowerCase()) ?? null;
}

/** Returns the names of all known log4j components, in lower case. */
export function pluginNames(): readonly string[] {
  return [...KINDS.keys()];
}
