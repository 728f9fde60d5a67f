import { test as base } from '@playwright/test';
import { originOf } from './servers.ts';

/** A journey: each worker walks in a house of its own, so that files may run beside each other. */
export const test = base.extend({
  baseURL: async ({ browserName: _ }, use, info) => {
    await use(originOf(info.parallelIndex));
  },
});
