import { configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// A worker loads libraries once, for all its files; our own modules each file has for itself: screens keep a session, a
// language and notices in them.
vi.resetModules();

// A busy machine takes its time; what never comes still fails.
configure({ asyncUtilTimeout: 8000 });

// What fades in or out ends a moment after its test. Its timers must not come when the window of the file is gone, and its
// session must not hear what that of the next file tells other tabs.
const begun = new Set<ReturnType<typeof setTimeout>>();
const begin = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
  const timer = begin(...args);
  begun.add(timer);
  return timer;
}, begin) as typeof setTimeout;

const opened = new Set<BroadcastChannel>();
const Channel = globalThis.BroadcastChannel;
globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(name);
    opened.add(this);
  }
};

// What is said of an element is enough: printed itself, it brings the whole tree of React with it, thousands of lines.
const { warn } = console;
console.warn = (...said: unknown[]) => warn(...said.filter((one) => !(one instanceof Element)));

afterAll(() => {
  for (const timer of begun) clearTimeout(timer);
  for (const channel of opened) channel.close();
  globalThis.setTimeout = begin;
  globalThis.BroadcastChannel = Channel;
  console.warn = warn;
});
