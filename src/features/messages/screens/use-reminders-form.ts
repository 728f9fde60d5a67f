import { useState } from 'react';
import {
  type Audience,
  type NotificationSlot,
  type SlotKey,
  slotPositions,
} from '#domain/company/notification-slots.ts';
import { useWrite } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import type { Saveable } from '#web/ui/feedback/save-bar.tsx';
import { type NotificationSlots, setNotificationSlots } from '../notification-slots-contract.ts';
import type { ReminderFields } from './kit/reminder-editor.tsx';

type Draft = Partial<Record<SlotKey, Partial<NotificationSlot>>>;

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
  const write = useWrite(setNotificationSlots, {
    toast: t('saved'),
    onDone: (slots) => {
      setAnswer({ of: read, slots });
      setDraft({});
    },
    onFail: (failure) => Object.keys(failure.fields).length > 0,
  });
  const errors = write.fieldErrors;
  const slot = (key: SlotKey) => ({ ...saved[key], ...draft[key] }) as NotificationSlot;
  const changed = slotPositions.filter(({ key }) => JSON.stringify(slot(key)) !== JSON.stringify(saved[key]));
  return {
    slot,
    change: (key, change) => setDraft((before) => ({ ...before, [key]: { ...before[key], ...change } })),
    error: (key, field) => errors[`${key}.${field}`],
    hasProblem: (audience) =>
      Object.keys(errors).some((name) => new RegExp(`^${audience}_(email|text)_`).test(name)),
    others: () => [],
    isDirty: changed.length > 0,
    pending: write.pending,
    save: async () => {
      await write.send(Object.fromEntries(changed.map(({ key }) => [key, slot(key)])));
    },
    discard: () => {
      setDraft({});
      write.reset();
    },
  };
}
