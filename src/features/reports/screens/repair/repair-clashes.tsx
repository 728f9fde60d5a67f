import type { RepairClash } from '#domain/reports/repair/repair-merge.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';

/** Reports that someone else changed the list, and which values of theirs differ from what was typed here. */
export function RepairClashes(props: { clashes: readonly RepairClash[]; nameOf: (id: string) => string }) {
  const t = useTranslation('reports');
  const { clashes, nameOf } = props;
  const request = (value: string) => t(`repair.request.${value}`);
  return (
    <Notice tone="warn" title={t('repair.conflict')} isNews>
      {t('repair.conflictHint')}
      {clashes.length > 0 && (
        <ul>
          {clashes.map(({ item_id, field, theirs }) => (
            <li key={`${item_id} ${field}`}>
              {t(`repair.clash.${field}`, {
                name: item_id === null ? '' : nameOf(item_id),
                theirs: field === 'request' ? request(theirs) : theirs,
              })}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
