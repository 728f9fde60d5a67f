import { useEffect, useMemo, useRef, useState } from 'react';
import { useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { newerVersionIn } from '#web/editing/newer-version.ts';
import { useTranslation } from '#web/i18n.ts';
import type { Saveable } from '#web/ui/feedback/save-bar.tsx';
import { createService, type EditedService, updateService } from '../editor-contract.ts';
import { parseServiceDraft, type ServiceDraft, toServiceDraft } from './service-draft.ts';

export interface ServiceForm extends Saveable {
  draft: ServiceDraft;
  /** Applies the function to the draft. */
  change: (next: (draft: ServiceDraft) => ServiceDraft) => void;
  set: (patch: Partial<ServiceDraft>) => void;
  /** Returns the message for a field of the route, by its path. */
  error: (path: string) => string | undefined;
  /** Paths of all invalid fields. */
  wrongPaths: readonly string[];
  /** The stored service; null while it is new. */
  saved: EditedService | null;
}

/**
 * Holds the form of a service. The input stays until it is saved or discarded, whatever the server answers. If another
 * user has saved in the meantime, the user chooses which version to keep.
 */
export function useServiceForm(
  stored: EditedService | null,
  first: ServiceDraft,
  onCreated: (service: EditedService) => void,
): ServiceForm {
  const t = useTranslation('services');
  const [saved, setSaved] = useState(stored);
  const [draft, setDraft] = useState(first);
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set());
  const [late, setLate] = useState<EditedService | null>(null);
  const start = useRef(first);
  const done = (service: EditedService) => {
    start.current = toServiceDraft(service);
    setSaved(service);
    setDraft(start.current);
    setLate(null);
  };
  const onFail = (failure: ApiFailure) => {
    const current = newerVersionIn<EditedService>(failure);
    if (current) setLate(current);
    return current !== null || Object.keys(failure.fields).length > 0;
  };
  const create = useWrite(createService, {
    toast: ({ name }) => t('created', { name }),
    onDone: done,
    onFail,
  });
  const update = useWrite(updateService, {
    toast: ({ name }) => t('saved', { name }),
    onDone: done,
    onFail,
  });
  const write = saved ? update : create;
  const errors: Record<string, string> = {
    ...write.fieldErrors,
    ...Object.fromEntries([...wrong].map((path) => [path, t('notANumber')])),
  };
  // A new copy of another service can be saved without any further input.
  const isDirty = useMemo(
    () => JSON.stringify(draft) !== JSON.stringify(saved ? start.current : null) && isFilled(draft),
    [draft, saved],
  );

  // Only once the form is no longer dirty, because the navigation guard would ask for confirmation otherwise.
  const isNew = stored === null && saved !== null;
  useEffect(() => {
    if (isNew && saved) onCreated(saved);
  }, [isNew]);

  async function save(options?: { over?: boolean }): Promise<void> {
    const read = parseServiceDraft(draft);
    setWrong(read.wrong);
    if (read.wrong.size > 0) return;
    if (!saved) {
      await create.send(read.input);
      return;
    }
    const rev = options?.over ? (late?.rev ?? saved.rev) : saved.rev;
    await update.send({ ...read.input, id: saved.id, rev });
  }

  function discard() {
    const shown = late ?? saved;
    if (shown) done(shown);
    else setDraft(first);
    setWrong(new Set());
    create.reset();
    update.reset();
  }

  return {
    draft,
    saved,
    change: (next) => setDraft(next),
    set: (patch) => setDraft((before) => ({ ...before, ...patch })),
    error: (path) => errors[path],
    wrongPaths: Object.keys(errors),
    isDirty,
    pending: create.pending || update.pending,
    isStale: late !== null,
    save,
    discard,
    others: () => (errors.body ? [errors.body] : []),
  };
}

/** Returns whether a new service has any input that could be lost. */
function isFilled(draft: ServiceDraft): boolean {
  return [draft.name, draft.description, draft.cost, draft.duration].some((text) => text.trim() !== '');
}
