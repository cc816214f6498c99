/** Why git cannot be asked, in words that complete "the source commit is not known: ...". */
export class NoGit extends Error {
  override readonly name = "NoGit";
}
