/** The kind of a log4j component, as far as Tierwright distinguishes them; "rolling" is an appender that rolls its file. */
export type PluginKind = "appender" | "rolling" | "policy" | "strategy" | "logger" | "root" | "other";

/**
 * The names of the components that log4j-core 2.19 knows (its plug-in category Core), in lower case, because log4j ignores case.
 * An element with any other name is no component: log4j drops it with its content, or, if it is a leaf, makes it an attribute of its
 * parent. A test in test/oracle compares this table with log4j-core's jar.
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

/** Returns the kind of the log4j component with this name, in upper or lower case; null for a name that log4j-core does not know. */
export function pluginKind(name: string): PluginKind | null {
  return KINDS.get(name.toLowerCase()) ?? null;
}

/** Returns the names of all components that log4j-core knows, in lower case. */
export function pluginNames(): readonly string[] {
  return [...KINDS.keys()];
}
