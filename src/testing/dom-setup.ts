import { configure } from '@testing-library/react';
import { afterAll, vi } from 'vitest';

// A worker loads libraries once for all its files. Our own modules are loaded again for each file, because they hold
// the session, the language and notifications.
vi.resetModules();

// Allows for a slow machine; elements that never appear still fail the test.
configure({ asyncUtilTimeout: 8000 });

// Transitions end shortly after their test. Their timers must not fire once the file's window is gone, and a file's
// session must not receive what the next file's session broadcasts to other tabs.
const timers = new Set<ReturnType<typeof setTimeout>>();
const realSetTimeout = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
  const timer = realSetTimeout(...args);
  timers.add(timer);
  return timer;
}, realSetTimeout) as typeof setTimeout;

const opened = new Set<BroadcastChannel>();
const Channel = globalThis.BroadcastChannel;
globalThis.BroadcastChannel = class extends Channel {
  constructor(name: string) {
    super(name);
    opened.add(this);
  }
};

// Warnings without the element: printing one includes React's whole tree, thousands of lines.
const { warn } = console;
console.warn = (...said: unknown[]) => warn(...said.filter((one) => !(one instanceof Element)));

afterAll(() => {
  for (const timer of timers) clearTimeout(timer);
  for (const channel of opened) channel.close();
  globalThis.setTimeout = realSetTimeout;
  globalThis.BroadcastChannel = Channel;
  console.warn = warn;
});
