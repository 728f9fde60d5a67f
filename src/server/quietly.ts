/** A company rests this many times as long as its work took. */
const restTimes = 2;
/** Work that others do not notice. */
const shortMs = 2;

/** The rest of each company that worked just now. */
const resting = new Map<string, Promise<void>>();

/**
 * Does synchronous work that may take long. The next such work of the same company waits until the requests of others had
 * twice that time, so a company that asks again and again leaves most of the process to them.
 */
export async function quietly<T>(company: string, work: () => T): Promise<T> {
  const before = resting.get(company);
  let endRest = (): void => {};
  const rest = new Promise<void>((resolve) => {
    endRest = resolve;
  }).then(() => {
    if (resting.get(company) === rest) resting.delete(company);
  });
  resting.set(company, rest);
  await before;
  const began = performance.now();
  try {
    return work();
  } finally {
    const took = performance.now() - began;
    if (took < shortMs) endRest();
    else setTimeout(endRest, took * restTimes);
  }
}
