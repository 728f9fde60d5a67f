import type { ReactNode } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import type { RepairList } from '../../repair-contract.ts';
import report from '../parts/report.module.css';
import classes from './repair.module.css';
import { type ListReader, reportOfListUrl } from './repair-list-urls.ts';

/** What a list is about: property, report and version, its maker and its addressees. `children` are its actions. */
export function RepairHead(props: { list: RepairList; reader: ListReader; children: ReactNode }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const { list, reader } = props;
  const { address, city, state, zip_code } = list.property;
  const place = [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  const published = list.report.published_at ? format.date(list.report.published_at) : '';
  const role = t(`repair.role.${list.maker.role}`);
  const facts = [
    list.maker.name ? t('repair.by', { name: list.maker.name, role }) : role,
    list.addressees.length > 0 ? t('repair.for', { names: list.addressees.join(', ') }) : '',
    t('repair.updated', { date: format.date(list.updated_at) }),
  ].filter(Boolean);
  return (
    <>
      {list.version.number < list.version.newest && (
        <Notice tone="warn" title={t('repair.newerVersion')}>
          {t('repair.newerVersionHint', { date: published })}
        </Notice>
      )}
      <header className={report.head}>
        <div className={report.headWords}>
          <p className={report.over}>{t('repair.title')}</p>
          <h1 className={report.address}>
            {list.title || address}
            {!list.title && place && <span> {place}</span>}
          </h1>
          {list.title && <p className={report.facts}>{[address, place].filter(Boolean).join(', ')}</p>}
          <p className={report.facts}>{facts.join(' · ')}</p>
          <p className={classes.basis}>
            <a href={reportOfListUrl(list.report.public_id, reader)}>
              {t('repair.basis', { report: list.report.name, date: published })}
            </a>
          </p>
          <div className={report.actions}>{props.children}</div>
        </div>
      </header>
    </>
  );
}
