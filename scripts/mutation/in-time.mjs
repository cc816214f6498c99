/** Runs a test, which fails if it takes more than `most` milliseconds, so that a mutant that waits forever is noticed. */
export async function inTime(run, most) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error("this mutant waits")), most);
  });
  try {
    await Promise.race([run(), late]);
  } finally {
    clearTimeout(timer);
  }
}
