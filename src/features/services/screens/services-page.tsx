import { type ComponentProps, Suspense, useCallback, useState } from 'react';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { useNavigateTo } from '#web/navigation/navigation.tsx';
import { useUrlState } from '#web/navigation/use-url-state.ts';
import { NotFoundPage } from '#web/shell/message-pages.tsx';
import { ErrorState, PageSkeleton } from '#web/ui/feedback/states.tsx';
import { getService } from '../editor-contract.ts';
import { copyServiceDraft, emptyServiceDraft, toServiceDraft } from './service-draft.ts';
import type { ServiceEditor } from './service-editor.tsx';
import { ServiceList } from './service-list.tsx';

/** The price list, or the service that is being edited. */
export function ServicesPage() {
  const [{ service, copy }] = useUrlState({ service: '', copy: '' });
  if (service === '') return <ServiceList />;
  if (service !== 'new') return <StoredService key={service} id={service} />;
  return copy === '' ? <NewService /> : <CopiedService key={copy} id={copy} />;
}

// Loaded on demand: most visits only show the list.
const LazyEditor = lazy(async () => ({ default: (await import('./service-editor.tsx')).ServiceEditor }));

function Editor(props: ComponentProps<typeof ServiceEditor>) {
  return (
    <Suspense fallback={<PageSkeleton />}>
      <LazyEditor {...props} />
    </Suspense>
  );
}

function NewService() {
  return <Editor stored={null} first={emptyServiceDraft} onCreated={useShow()} />;
}

/** Opens a service under its address; a service that was just created continues to be edited there. */
function useShow() {
  const go = useNavigateTo();
  return useCallback(
    ({ id }: { id: string }) => go(`/services?service=${id}`, { replace: true, keepScroll: true }),
    [go],
  );
}

function CopiedService({ id }: { id: string }) {
  const t = useTranslation('services');
  const read = useRead(getService, { id });
  const show = useShow();
  if (read.status === 'failed') return <ErrorState failure={read.failure} onRetry={read.retry} />;
  if (!read.data) return <PageSkeleton />;
  const first = copyServiceDraft(read.data, t('copyOf', { name: read.data.name }));
  return <Editor stored={null} first={first} onCreated={show} />;
}

function StoredService({ id }: { id: string }) {
  const read = useRead(getService, { id });
  const show = useShow();
  // A background reload must not replace the user's input.
  const [opened, setOpened] = useState(read.data);
  if (read.data && !opened) setOpened(read.data);
  const isGone = read.failure?.status === 404 || read.failure?.type === 'BAD_USER_INPUT';
  if (!opened && isGone) return <NotFoundPage />;
  if (!opened && read.status === 'failed') {
    return <ErrorState failure={read.failure} onRetry={read.retry} />;
  }
  if (!opened) return <PageSkeleton />;
  return <Editor stored={opened} first={toServiceDraft(opened)} onCreated={show} />;
}
