import { useEffect, useRef, useState } from 'react';
import { type Action, mayRunBefore } from '#domain/automations/action-types.ts';
import { useTranslation } from '#web/i18n.ts';
import { toast, toasts } from '#web/toast.ts';

/** The action that is edited in the wizard. */
export interface ActionDraft {
  action: Action;
  isChanged: boolean;
  change: (patch: Partial<Action>) => void;
  /** What was last set, also before the next render. */
  latest: () => Action;
}

/** How long a change can be undone. */
export const undoMilliseconds = 7000;

/** Holds the action while it is edited. Another event makes "before" "after"; another type clears the body, with a way back. */
export function useActionDraft(first: Action): ActionDraft {
  const t = useTranslation('automations');
  const [action, setAction] = useState(first);
  const current = useRef(first);
  const undoToast = useRef<number | null>(null);
  useEffect(() => () => close(undoToast.current), []);
  const set = (next: Action) => {
    current.current = next;
    setAction(next);
  };
  const change = (patch: Partial<Action>) => {
    const before = current.current;
    const next = { ...before, ...patch };
    if (!mayRunBefore(next.event_type)) next.trigger_type = 'after';
    const isCleared = next.action_type !== before.action_type && before.body_content !== '';
    if (next.action_type !== before.action_type) next.body_content = '';
    set(next);
    if (!isCleared) return;
    close(undoToast.current);
    const { action_type, body_content } = before;
    undoToast.current = toast(t('bodyCleared'), {
      milliseconds: undoMilliseconds,
      action: {
        label: t('undo'),
        run: () => set({ ...current.current, action_type, body_content }),
      },
    });
  };
  return {
    action,
    isChanged: JSON.stringify(action) !== JSON.stringify(first),
    change,
    latest: () => current.current,
  };
}

// A way back that has nothing to change any more must not stay on the screen.
function close(id: number | null) {
  if (id !== null) toasts.close(id);
}
