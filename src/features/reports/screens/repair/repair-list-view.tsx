import { useMemo, useState } from 'react';
import { severityName } from '#domain/settings/severity-names.ts';
import { useFormat } from '#web/format.ts';
import { useLanguage, useTranslation } from '#web/i18n.ts';
import { IconDownload, IconPrinter } from '#web/ui/layout/icons.ts';
import type { ListedItem, RepairList } from '../../repair-contract.ts';
import { categoryTone } from '../parts/category-tone.ts';
import { Lightbox } from '../parts/lazy-lightbox.tsx';
import { type MediaUrl, mediaUrlsFor } from '../parts/media-url.ts';
import { NoteList } from '../parts/note-list.tsx';
import { PhotoGrid } from '../parts/photo-grid.tsx';
import report from '../parts/report.module.css';
import { RichTextView } from '../parts/rich-text-view.tsx';
import classes from './repair.module.css';
import { RepairHead } from './repair-head.tsx';
import { type ListReader, repairPdfUrl } from './repair-list-urls.ts';
import { RepairTotals } from './repair-totals.tsx';

/** A repair list to read: what it is about, the sums, and each defect with what is requested. */
export function RepairListView({ list, reader }: { list: RepairList; reader: ListReader }) {
  const t = useTranslation('reports');
  const { lang } = useLanguage();
  const source = mediaUrlsFor({ ...list, video_path: '' });
  const media = useMemo(() => photosOf(list, source), [list]);
  const [open, setOpen] = useState<number | null>(null);
  const show = (id: string) => setOpen(media.findIndex((one) => one.id === id));
  return (
    <article className={`${report.report} ${classes.page}`}>
      <RepairHead list={list} reader={reader}>
        <a className={report.primary} href={repairPdfUrl(reader, lang)} download>
          <IconDownload size={18} aria-hidden />
          {t('repair.pdf')}
        </a>
        <button type="button" className={report.secondary} data-print onClick={() => window.print()}>
          <IconPrinter size={18} aria-hidden />
          {t('view.print')}
        </button>
      </RepairHead>
      <RepairTotals totals={list.totals} currency={list.company.currency} showsCosts={list.costs} />
      {list.items.length === 0 && <p className={report.dim}>{t('repair.empty')}</p>}
      <ol className={classes.items}>
        {list.items.map((item) => (
          <li key={item.id} className={report.section}>
            <Item item={item} list={list} source={source} onOpen={show} />
          </li>
        ))}
      </ol>
      {open !== null && open >= 0 && (
        <Lightbox media={media} at={open} onMove={setOpen} onClose={() => setOpen(null)} />
      )}
    </article>
  );
}

function Item(props: { item: ListedItem; list: RepairList; source: MediaUrl; onOpen: (id: string) => void }) {
  const { item, list } = props;
  const t = useTranslation('reports');
  return (
    <>
      <ItemHead item={item} categories={list.categories} />
      <p className={classes.request}>
        <strong>{useRequestText(item, list.company.currency)}</strong>
      </p>
      {item.note !== '' && <p className={classes.note}>{item.note}</p>}
      {item.state !== 'gone' && (
        <>
          <div className={report.prose}>
            <RichTextView text={item.text} />
          </div>
          <Notes item={item} currency={list.company.currency} />
          <PhotoGrid photos={item.photos} subject={item.name} source={props.source} onOpen={props.onOpen} />
        </>
      )}
      {item.state === 'changed' && <p className={report.dim}>{t('repair.changedSince')}</p>}
      {item.state === 'gone' && item.name !== '' && <p className={report.dim}>{t('repair.goneSince')}</p>}
    </>
  );
}

/** Number, name, place and severity of a defect. */
export function ItemHead(props: {
  item: Pick<ListedItem, 'number' | 'name' | 'place' | 'category' | 'locations'>;
  categories: RepairList['categories'];
}) {
  const t = useTranslation('reports');
  const { item, categories } = props;
  const { lang } = useLanguage();
  const severity = categories.find((one) => one.category === item.category);
  const tone = item.category === null ? 'mute' : categoryTone(item.category);
  return (
    <div className={report.itemHead}>
      <div>
        <h2 className={report.itemTitle}>
          <span className={report.number}>{item.number}</span> {item.name || t('repair.gone')}
        </h2>
        <p className={classes.place}>{[item.place, ...item.locations].filter(Boolean).join(' · ')}</p>
      </div>
      {severity && (
        <span className={report.rating} data-tone={tone}>
          {severityName(severity, lang)}
        </span>
      )}
    </div>
  );
}

/** `Credit $250.00`, `Repair`. */
function useRequestText(item: ListedItem, currency: number): string {
  const t = useTranslation('reports');
  const format = useFormat();
  const credit = item.credit === null ? '' : format.money(item.credit, currency);
  return [t(`repair.request.${item.request}`), credit].filter(Boolean).join(' ');
}

function Notes({ item, currency }: { item: ListedItem; currency: number }) {
  const t = useTranslation('reports');
  const format = useFormat();
  const costs = [...new Set([item.min_cost, item.max_cost])]
    .filter((cost) => cost !== null)
    .map((cost) => format.money(cost, currency))
    .join(' – ');
  const notes = [
    { label: t('view.recommendation'), text: item.recommendation },
    { label: t('view.cost'), text: costs },
  ];
  return <NoteList notes={notes} />;
}

function photosOf(list: RepairList, source: MediaUrl) {
  return list.items.flatMap((item) =>
    item.photos.map((photo) => ({
      ...photo,
      place: [item.number, item.name].filter(Boolean).join(' '),
      src: source(photo, 'large'),
      preview: source(photo, 'medium'),
    })),
  );
}
