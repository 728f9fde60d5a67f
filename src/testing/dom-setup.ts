import { configure } from '@testing-library/react';
import { afterAll } from 'vitest';

// A busy machine takes its time; what never comes still fails.
configure({ asyncUtilTimeout: 8000 });

// What fades in or out ends a moment after its test. Its timers must not come when the window of the file is gone.
const begun = new Set<ReturnType<typeof setTimeout>>();
const begin = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
  const timer = begin(...args);
  begun.add(timer);
  return timer;
}, begin) as typeof setTimeout;

afterAll(() => {
  for (const timer of begun) clearTimeout(timer);
});

// What is said of an element is enough: printed itself, it brings the whole tree of React with it, thousands of lines.
const { warn } = console;
console.warn = (...said: unknown[]) => warn(...said.filter((one) => !(one instanceof Element)));
