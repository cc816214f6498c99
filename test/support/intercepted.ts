import nock from "nock";
import { afterAll, beforeAll } from "vitest";

/*
 * nock takes the place of every connection of the process from the moment it is loaded, and files of tests share a process: here it is off
 * again at once, and on only in the files that ask for it.
 */
nock.restore();

export { default } from "nock";

/** For the tests of this file requests are nock's alone: what no mock answers fails. */
export function intercept(): void {
  beforeAll(() => {
    if (!nock.isActive()) nock.activate();
    nock.disableNetConnect();
  });
  afterAll(() => {
    nock.cleanAll();
    nock.enableNetConnect();
    nock.restore();
  });
}
