import type { Page } from '@playwright/test';
import { median } from './server.ts';

/** Reads the processor time that the main thread of a page has used so far, in milliseconds. */
export type MainThread = () => Promise<number>;

/** Returns a function that reads the processor time of the page's main thread. */
export async function mainThread(page: Page): Promise<MainThread> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
  };
}

/** Processor time of one interaction, with what follows from it in the next milliseconds. */
export async function once(
  page: Page,
  thread: MainThread,
  act: () => Promise<unknown>,
  followMs = 300,
): Promise<number> {
  const before = await thread();
  await act();
  await page.waitForTimeout(followMs);
  return (await thread()) - before;
}

/** Median processor time of one typed letter. */
export async function typing(
  page: Page,
  thread: MainThread,
  field: ReturnType<Page['getByRole']>,
  text: string,
): Promise<number> {
  await field.focus();
  const each: number[] = [];
  for (const letter of text) each.push(await once(page, thread, () => page.keyboard.type(letter)));
  return median(each);
}

/** Prints a measured value with its limit. A higher one fails the benchmark. */
export function report(bench: string, what: string, value: number, most: number, unit: string): void {
  const isFine = value <= most;
  if (!isFine) process.exitCode = 1;
  console.log(
    `${bench}: ${what}: ${value.toFixed(0)} ${unit} (at most ${most}) ${isFine ? 'ok' : 'TOO MUCH'}`,
  );
}
