import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { lazy } from '#web/loading/lazy.ts';
import { IconListCheck } from '#web/ui/layout/icons.ts';
import type { PublicReport } from '../../public-report-contract.ts';
import { readerCredentials } from './reader-link.ts';
import classes from './report.module.css';

const CreateRepairListDialog = lazy(async () => ({
  default: (await import('./create-repair-list-dialog.tsx')).CreateRepairListDialog,
}));

/** Starts a repair list from the report. Shown to readers who came with their own link: only they can make one. */
export function CreateRepairList({ report }: { report: PublicReport }) {
  const t = useTranslation('reports');
  const [isOpen, setOpen] = useState(false);
  const hasLink = useHasLink(report.public_id);
  if (!hasLink || report.is_draft || !hasDefects(report)) return null;
  return (
    <div className={classes.actions}>
      <button type="button" className={classes.secondary} onClick={() => setOpen(true)}>
        <IconListCheck size={18} aria-hidden />
        {t('repair.create')}
      </button>
      {isOpen && (
        <Suspense>
          <CreateRepairListDialog reportId={report.public_id} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

const hasDefects = ({ sections }: PublicReport) =>
  sections.some((section) => section.items.some((item) => item.comments.some((one) => one.kind === 3)));

/** Known from the address at once; a remembered link only in the browser, after the first view. */
function useHasLink(reportId: string): boolean {
  const [isRemembered, setRemembered] = useState(false);
  useEffect(() => setRemembered(Object.keys(readerCredentials(reportId)).length > 0), [reportId]);
  return isRemembered;
}
