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

/** Like `quietly`, for work on each item of a list, a few milliseconds at a time. */
export async function quietlyEach<T, R>(
  company: string,
  items: readonly T[],
  work: (item: T) => R,
): Promise<R[]> {
  const made: R[] = [];
  while (made.length < items.length)
    await quietly(company, () => {
      const end = performance.now() + sliceMs;
      do made.push(work(items[made.length] as T));
      while (made.length < items.length && performance.now() < end);
    });
  return made;
}

const sliceMs = 4;
