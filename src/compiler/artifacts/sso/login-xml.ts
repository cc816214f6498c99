import { serverXml } from "./server-xml.ts";

export const artifact = serverXml("login", "the parameters of the login service");
