import { loadMessages } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import type { PageSlotFillers } from '#web/page-slots.tsx';

/** The components that features put into the slots of pages that clients open, loaded when a slot is shown. */
export const publicSlotFillers: PageSlotFillers = {
  'client-view.changes': [
    lazy(async () => {
      const [card] = await Promise.all([
        import('#features/booking/screens/changes/change-card.tsx'),
        loadMessages('booking'),
      ]);
      return { default: card.ChangeCard };
    }),
  ],
};
