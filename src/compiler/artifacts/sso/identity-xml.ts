import { serverXml } from "./server-xml.ts";

export const artifact = serverXml("identity", "the parameters of the identity service");
