/** Runs a test, which fails when it takes more milliseconds than `most`: a mutant that waits for something that never comes is one that is noticed. */
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
