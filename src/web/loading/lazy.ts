import { lazy as reactLazy } from 'react';
import { isReloadOffered } from './new-version.ts';

/**
 * Like React's `lazy`, for a part of a page. If its code is gone because a newer version was deployed, the part stays
 * empty, so that the page around it keeps what was typed; `watchForNewVersion` offers to reload.
 */
export const lazy: typeof reactLazy = (load) =>
  reactLazy(async () => {
    try {
      return await load();
    } catch (error) {
      if (await isReloadOffered()) return { default: Nothing as never };
      throw error;
    }
  });

const Nothing = () => null;
