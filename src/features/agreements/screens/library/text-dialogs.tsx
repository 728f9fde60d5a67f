import { useRead } from '#web/api.ts';
import type { ApiFailure } from '#web/client.ts';
import { useTranslation } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { getAgreementVersion, previewAgreement } from '../../library-contract.ts';
import sheet from '../agreement.module.css';
import { demoteHeadings } from '../demote-headings.ts';

/** Preview of the current draft, filled with a sample appointment. */
export function PreviewDialog(props: { name: string; content: string; onClose: () => void }) {
  const t = useTranslation('agreements');
  const read = useRead(previewAgreement, { content: props.content });
  return (
    <Dialog opened onClose={props.onClose} title={t('lib.preview')} width={860}>
      <Notice tone="info">{t('lib.previewHint')}</Notice>
      <Sheet name={props.name} html={read.data?.real_content} failure={read.failure} retry={read.retry} />
    </Dialog>
  );
}

/** The text of a former version. */
export function VersionDialog(props: { id: string; version: number; onClose: () => void }) {
  const t = useTranslation('agreements');
  const { version } = props;
  const read = useRead(getAgreementVersion, { id: props.id, version });
  return (
    <Dialog opened onClose={props.onClose} title={t('lib.version', { version })} width={860}>
      <Sheet
        name={read.data?.name ?? ''}
        html={read.data?.content}
        failure={read.failure}
        retry={read.retry}
      />
    </Dialog>
  );
}

interface Shown {
  name: string;
  html: string | undefined;
  failure: ApiFailure | null;
  retry: () => void;
}

function Sheet({ name, html, failure, retry }: Shown) {
  if (failure) return <ErrorState failure={failure} onRetry={retry} />;
  if (html === undefined) return <LinesSkeleton lines={14} height={18} />;
  return (
    <article aria-label={name}>
      {/* The server made this from the editor's tree with every text escaped (domain/rich-text.ts). */}
      <div className={sheet.text} dangerouslySetInnerHTML={{ __html: demoteHeadings(html) }} />
    </article>
  );
}
