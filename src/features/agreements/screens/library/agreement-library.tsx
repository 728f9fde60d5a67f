import { lazy, Suspense } from 'react';
import { useRead } from '#web/api.ts';
import { useText } from '#web/i18n.ts';
import { CardSkeleton, ErrorState } from '#web/ui/feedback/states.tsx';
import { useUrl } from '#web/url.ts';
import { getAgreement } from '../../library-contract.ts';
import { copyOf, draftOf, newDraft } from './agreement-draft.ts';
import { AgreementList } from './agreement-list.tsx';

// Most visits look at the list; the editor is a hundred kilobytes.
const Editor = lazy(async () => ({ default: (await import('./agreement-editor.tsx')).AgreementEditor }));

/** The company's agreement texts, or the one of them that is being edited. */
export function AgreementLibrary() {
  const [{ agreement, copy }] = useUrl({ agreement: '', copy: '' });
  if (agreement === '') return <AgreementList />;
  return (
    <Suspense fallback={<CardSkeleton height={520} />}>
      {agreement !== 'new' ? (
        <Stored key={agreement} id={agreement} />
      ) : copy === '' ? (
        <Editor stored={null} first={newDraft} />
      ) : (
        <Copied key={copy} id={copy} />
      )}
    </Suspense>
  );
}

function Copied({ id }: { id: string }) {
  const t = useText('agreements');
  const read = useRead(getAgreement, { id });
  if (read.status === 'failed') return <ErrorState failure={read.failure} onRetry={read.retry} />;
  if (!read.data) return <CardSkeleton height={520} />;
  return <Editor stored={null} first={copyOf(read.data, t('lib.copyOf', { name: read.data.name }))} />;
}

function Stored({ id }: { id: string }) {
  const read = useRead(getAgreement, { id });
  if (read.data) return <Editor stored={read.data} first={draftOf(read.data)} />;
  if (read.status === 'failed') return <ErrorState failure={read.failure} onRetry={read.retry} />;
  return <CardSkeleton height={520} />;
}
