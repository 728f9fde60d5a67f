import { useEffect, useMemo, useRef, useState } from 'react';
import { isEmptyRichText, toHtml } from '#domain/text/rich-text.ts';
import { useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client/api-failure.ts';
import { newerVersionIn } from '#web/editing/newer-version.ts';
import { usePreserveInput, useRestoredInput } from '#web/editing/preserved-input.ts';
import { useTranslation } from '#web/i18n.ts';
import type { Saveable } from '#web/ui/feedback/save-bar.tsx';
import { createAgreement, type EditedAgreement, updateAgreement } from '../../library-contract.ts';
import { type AgreementDraft, toAgreementDraft } from './agreement-draft.ts';

export interface AgreementForm extends Saveable {
  draft: AgreementDraft;
  set: (patch: Partial<AgreementDraft>) => void;
  error: (field: string) => string | undefined;
  /** As stored; null while it is new. */
  saved: EditedAgreement | null;
}

/** The draft when the session ended, and the revision it is based on. */
interface StoredDraft {
  draft: AgreementDraft;
  rev: number | null;
}

/**
 * State of the agreement template editor. The draft stays until it is saved or discarded. If someone else has saved in
 * the meantime, the user chooses which version to keep.
 */
export function useAgreementForm(
  stored: EditedAgreement | null,
  first: AgreementDraft,
  onCreated: (id: string) => void,
): AgreementForm {
  const t = useTranslation('agreements');
  const [saved, setSaved] = useState(stored);
  const storageKey = `agreement ${stored?.id ?? 'new'}`;
  const found = useRestoredInput<StoredDraft>(storageKey);
  const [draft, setDraft] = useState(found?.draft ?? first);
  // The revision the draft is based on: a newer text must not be overwritten unseen.
  const baseRev = useRef(found?.rev ?? null);
  const [start, setStart] = useState(first);
  const [newer, setNewer] = useState<EditedAgreement | null>(null);
  const latestOnCreated = useRef(onCreated);
  useEffect(() => {
    latestOnCreated.current = onCreated;
  });
  const done = (agreement: EditedAgreement) => {
    const next = toAgreementDraft(agreement);
    setStart(next);
    setDraft(next);
    setSaved(agreement);
    setNewer(null);
    baseRev.current = null;
  };
  const onFail = (failure: ApiFailure) => {
    const current = newerVersionIn<EditedAgreement>(failure);
    if (current) setNewer(current);
    return current !== null || Object.keys(failure.fields).length > 0;
  };
  const toast = ({ name }: EditedAgreement) => t('lib.saved', { name });
  const create = useWrite(createAgreement, { toast, onDone: done, onFail });
  const update = useWrite(updateAgreement, { toast, onDone: done, onFail });
  const write = saved ? update : create;
  const isDirty = useMemo(
    () => JSON.stringify(draft) !== JSON.stringify(saved ? start : null) && isFilled(draft),
    [draft, saved, start],
  );

  usePreserveInput(storageKey, () =>
    isDirty ? ({ draft, rev: baseRev.current ?? saved?.rev ?? null } satisfies StoredDraft) : null,
  );

  // Only once the form is no longer dirty, otherwise the page would ask for confirmation before leaving.
  const newId = stored === null ? saved?.id : undefined;
  useEffect(() => {
    if (newId) latestOnCreated.current(newId);
  }, [newId]);

  async function save(options?: { over?: boolean }): Promise<void> {
    const input = {
      name: draft.name,
      description: draft.description,
      content: toHtml(draft.text),
      status: draft.isOffered ? 1 : 0,
      is_default: draft.isOffered && draft.isDefault,
    } as const;
    if (!saved) await create.send(input);
    else
      await update.send({
        ...input,
        id: saved.id,
        rev: options?.over ? (newer?.rev ?? saved.rev) : (baseRev.current ?? saved.rev),
      });
  }

  function discard() {
    const shown = newer ?? saved;
    if (shown) done(shown);
    else setDraft(first);
    create.reset();
    update.reset();
  }

  return {
    draft,
    saved,
    set: (patch) => setDraft((before) => ({ ...before, ...patch })),
    error: (field) => write.fieldErrors[field],
    isDirty,
    pending: create.pending || update.pending,
    isStale: newer !== null,
    save,
    discard,
    others: () => [write.fieldErrors.is_default, write.fieldErrors.body].flatMap((message) => message ?? []),
  };
}

/** An empty new template can be discarded without asking. */
function isFilled(draft: AgreementDraft): boolean {
  return draft.name.trim() !== '' || draft.description.trim() !== '' || !isEmptyRichText(draft.text);
}
