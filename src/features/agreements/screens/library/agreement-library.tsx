import { Suspense } from 'react';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { getAgreement } from '../../library-contract.ts';
import { copyAgreementDraft, emptyAgreementDraft, toAgreementDraft } from './agreement-draft.ts';
import { AgreementList } from './agreement-list.tsx';

// Most visits only read the list, and the editor has a hundred kilobytes.
const Editor = lazy(async () => ({ default: (await import('./agreement-editor.tsx')).AgreementEditor }));

/** The list of the company's agreement templates, or the editor of one. */
export function AgreementLibrary() {
  const [{ agreement, copy }] = useUrlState({ agreement: '', copy: '' });
  if (agreement === '') return <AgreementList />;
  return (
    <Suspense fallback={<CardSkeleton height={520} />}>
      {agreement !== 'new' ? (
        <Stored key={agreement} id={agreement} />
      ) : copy === '' ? (
        <Editor stored={null} first={emptyAgreementDraft} />
      ) : (
        <Copied key={copy} id={copy} />
      )}
    </Suspense>
  );
}

function Copied({ id }: { id: string }) {
  const t = useTranslation('agreements');
  const read = useRead(getAgreement, { id });
  if (read.status === 'failed') return <ErrorState failure={read.failure} onRetry={read.retry} />;
  if (!read.data) return <CardSkeleton height={520} />;
  return (
    <Editor stored={null} first={copyAgreementDraft(read.data, t('lib.copyOf', { name: read.data.name }))} />
  );
}

function Stored({ id }: { id: string }) {
  const read = useRead(getAgreement, { id });
  if (read.data) return <Editor stored={read.data} first={toAgreementDraft(read.data)} />;
  if (read.status === 'failed') return <ErrorState failure={read.failure} onRetry={read.retry} />;
  return <CardSkeleton height={520} />;
}
