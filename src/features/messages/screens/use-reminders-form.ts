import { useState } from 'react';
import {
  type Audience,
  type NotificationSlot,
  type SlotKey,
  slotPositions,
} from '#domain/company/notification-slots.ts';
import { useWrite } from '#web/api.ts';
import { newerVersionIn } from '#web/editing/newer-version.ts';
import { useTranslation } from '#web/i18n.ts';
import type { Saveable } from '#web/ui/feedback/save-bar.tsx';
import { type NotificationSlots, setNotificationSlots } from '../notification-slots-contract.ts';
import type { ReminderFields } from './kit/reminder-editor.tsx';

/** What was typed of a reminder, and the version on which it was typed. */
type Typed = Partial<NotificationSlot> & { rev: number };
type Draft = Partial<Record<SlotKey, Typed>>;

/** The form of the twenty reminders. */
export interface RemindersForm extends Saveable, ReminderFields {
  hasProblem: (audience: Audience) => boolean;
}

/** A form for the stored reminders; sends only changes. */
export function useRemindersForm(read: NotificationSlots): RemindersForm {
  const t = useTranslation('messages');
  const [answer, setAnswer] = useState<{ of: NotificationSlots; slots: NotificationSlots } | null>(null);
  // The response of a save applies until the list is refetched.
  const saved = answer?.of === read ? answer.slots : read;
  const [draft, setDraft] = useState<Draft>({});
  const [newer, setNewer] = useState<NotificationSlots | null>(null);
  const write = useWrite(setNotificationSlots, {
    toast: t('saved'),
    onDone: (slots) => {
      setAnswer({ of: read, slots });
      setDraft({});
      setNewer(null);
    },
    onFail: (failure) => {
      const current = newerVersionIn<NotificationSlots>(failure);
      if (current) setNewer(current);
      return current !== null || Object.keys(failure.fields).length > 0;
    },
  });
  const errors = write.fieldErrors;
  const slotIn = (of: NotificationSlots, key: SlotKey) =>
    ({ ...of[key], ...draft[key], rev: of[key].rev }) as NotificationSlots[SlotKey];
  const slot = (key: SlotKey) => slotIn(saved, key);
  const changedIn = (of: NotificationSlots) =>
    slotPositions.filter(({ key }) => JSON.stringify(slotIn(of, key)) !== JSON.stringify(of[key]));
  return {
    slot,
    change: (key, change) =>
      setDraft((before) => ({ ...before, [key]: { rev: saved[key].rev, ...before[key], ...change } })),
    error: (key, field) => errors[`${key}.${field}`],
    hasProblem: (audience) =>
      Object.keys(errors).some((name) => new RegExp(`^${audience}_(email|text)_`).test(name)),
    others: () => [],
    isDirty: changedIn(saved).length > 0,
    isStale: newer !== null,
    pending: write.pending,
    save: async ({ over = false } = {}) => {
      const base = over && newer ? newer : saved;
      const revOf = (key: SlotKey) => (base === newer ? newer[key].rev : draft[key]?.rev);
      await write.send(
        Object.fromEntries(
          changedIn(base).map(({ key }) => [key, { ...slotIn(base, key), rev: revOf(key) }]),
        ),
      );
    },
    discard: () => {
      if (newer) setAnswer({ of: read, slots: newer });
      setDraft({});
      setNewer(null);
      write.reset();
    },
  };
}
