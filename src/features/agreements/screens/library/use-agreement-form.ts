import { useEffect, useMemo, useRef, useState } from 'react';
import { isEmptyRichText, toHtml } from '#domain/text/rich-text.ts';
import { useWrite } from '#web/api.ts';
import type { ApiFailure } from '#web/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { usePreserveInput, useRestoredInput } from '#web/preserved-input.ts';
import type { Saveable } from '#web/ui/feedback/save-bar-form.tsx';
import { createAgreement, type EditedAgreement, updateAgreement } from '../../library-contract.ts';
import { type AgreementDraft, toAgreementDraft } from './agreement-draft.ts';

export interface AgreementForm extends Saveable {
  draft: AgreementDraft;
  set: (patch: Partial<AgreementDraft>) => void;
  error: (field: string) => string | undefined;
  /** As it is stored; null while it is new. */
  saved: EditedAgreement | null;
}

/** What was typed when the session ended, and the revision it was typed over. */
interface Kept {
  draft: AgreementDraft;
  rev: number | null;
}

/**
 * An agreement text being edited. What was typed stays until it is saved or thrown away; when somebody else saved meanwhile the
 * person chooses which of the two holds.
 */
export function useAgreementForm(
  stored: EditedAgreement | null,
  first: AgreementDraft,
  onCreated: (id: string) => void,
): AgreementForm {
  const t = useTranslation('agreements');
  const [saved, setSaved] = useState(stored);
  const keptAs = `agreement ${stored?.id ?? 'new'}`;
  const found = useRestoredInput<Kept>(keptAs);
  const [draft, setDraft] = useState(found?.draft ?? first);
  // What it was typed over: newer words of others must not be overwritten unseen.
  const begun = useRef(found?.rev ?? null);
  const [start, setStart] = useState(first);
  const [late, setLate] = useState<EditedAgreement | null>(null);
  const told = useRef(onCreated);
  useEffect(() => {
    told.current = onCreated;
  });
  const done = (agreement: EditedAgreement) => {
    const next = toAgreementDraft(agreement);
    setStart(next);
    setDraft(next);
    setSaved(agreement);
    setLate(null);
    begun.current = null;
  };
  const onFail = (failure: ApiFailure) => {
    const current = failure.type === 'CONFLICT' ? failure.details?.current : undefined;
    if (current) setLate(current as EditedAgreement);
    return current !== undefined || Object.keys(failure.fields).length > 0;
  };
  const toast = ({ name }: EditedAgreement) => t('lib.saved', { name });
  const create = useWrite(createAgreement, { toast, onDone: done, onFail });
  const update = useWrite(updateAgreement, { toast, onDone: done, onFail });
  const write = saved ? update : create;
  const isDirty = useMemo(
    () => JSON.stringify(draft) !== JSON.stringify(saved ? start : null) && isFilled(draft),
    [draft, saved, start],
  );

  usePreserveInput(keptAs, () =>
    isDirty ? ({ draft, rev: begun.current ?? saved?.rev ?? null } satisfies Kept) : null,
  );

  // Only once the form is no longer dirty: else the page would ask whether it may be left.
  const newId = stored === null ? saved?.id : undefined;
  useEffect(() => {
    if (newId) told.current(newId);
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
        rev: options?.over ? (late?.rev ?? saved.rev) : (begun.current ?? saved.rev),
      });
  }

  function discard() {
    const shown = late ?? saved;
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
    isStale: late !== null,
    save,
    discard,
    others: () => [write.fieldErrors.is_default, write.fieldErrors.body].flatMap((message) => message ?? []),
  };
}

/** An empty new text is nothing to lose. */
function isFilled(draft: AgreementDraft): boolean {
  return draft.name.trim() !== '' || draft.description.trim() !== '' || !isEmptyRichText(draft.text);
}
