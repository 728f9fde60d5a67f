import { Button } from '@mantine/core';
import { type RichText, toPlainText } from '#domain/text/rich-text.ts';
import { useRead } from '#web/api.ts';
import { useTranslation } from '#web/i18n.ts';
import { Dialog } from '#web/ui/dialog/dialog.tsx';
import { ErrorState, LinesSkeleton } from '#web/ui/feedback/states.tsx';
import { getStoreTemplate, type StorePreview, type StoreTemplate } from '../../store-contract.ts';
import { usePartCounts } from '../part-counts.ts';
import classes from './store.module.css';
import { useCopy } from './use-copy.ts';

/** Everything a store template contains, section by section. */
export function PreviewDialog({ row, onClose }: { row: StoreTemplate; onClose: () => void }) {
  const t = useTranslation('templates');
  const preview = useRead(getStoreTemplate, { id: row.id });
  const counts = usePartCounts();
  const copy = useCopy();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={row.name}
      width={760}
      footer={
        <Button onClick={() => void copy.send({ id: row.id })} loading={copy.pending}>
          {t('store.add')}
        </Button>
      }
    >
      <p className={`${classes.counts} ${classes.total}`}>{counts(row)}</p>
      {preview.status === 'loading' && <LinesSkeleton lines={8} height={40} />}
      {preview.status === 'failed' && <ErrorState failure={preview.failure} onRetry={preview.retry} />}
      {preview.data?.outline.map((section, i) => (
        <SectionPreview key={i} section={section} />
      ))}
    </Dialog>
  );
}

type Section = StorePreview['outline'][number];

const textOf = (tree: unknown): string => (tree ? toPlainText(tree as RichText) : '');

function SectionPreview({ section }: { section: Section }) {
  const t = useTranslation('templates');
  const counts = usePartCounts();
  const comments = section.items.reduce((sum, item) => sum + item.comments.length, 0);
  const standards = textOf(section.standards_text);
  return (
    <details className={classes.section}>
      <summary>
        {section.name}{' '}
        <span className={classes.counts}>{counts({ items: section.items.length, comments })}</span>
      </summary>
      <div className={classes.inside}>
        {standards && <p className={classes.standards}>{standards}</p>}
        {section.items.map((item, i) => (
          <div key={i}>
            <h3 className={classes.item}>{item.name}</h3>
            <ul className={classes.comments}>
              {item.comments.map((comment, n) => (
                <li key={n} className={classes.comment}>
                  {comment.name} <span className={classes.counts}>{t(`kind.${comment.kind}`)}</span>
                  {comment.options.length > 0 && (
                    <div className={classes.text}>{comment.options.join(', ')}</div>
                  )}
                  {comment.default_text ? (
                    <div className={classes.text}>{textOf(comment.default_text)}</div>
                  ) : null}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </details>
  );
}
