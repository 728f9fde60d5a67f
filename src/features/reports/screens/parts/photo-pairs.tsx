import { pairPhotos } from '#domain/reports/photos/photo-pairs.ts';
import { useTranslation } from '#web/i18n.ts';
import type { PublicComment } from '../../public-report-contract.ts';
import type { MediaUrl } from './media-url.ts';
import { PhotoGrid } from './photo-grid.tsx';
import classes from './report.module.css';

type Photo = PublicComment['photos'][number];

/** The photos of a re-inspected defect: each earlier one next to the one that shows the same place now. */
export function PhotoPairs(props: {
  photos: readonly Photo[];
  subject: string;
  source: MediaUrl;
  onOpen: (id: string) => void;
}) {
  const t = useTranslation('reports');
  const { photos, subject, ...shared } = props;
  const cell = (photo: Photo | null, side: string) =>
    photo ? (
      <PhotoGrid photos={[photo]} subject={`${subject}, ${side}`} {...shared} />
    ) : (
      <p className={classes.dim}>{t('repair.noPhoto')}</p>
    );
  return (
    <div>
      {pairPhotos(photos).map(({ before, after }) => (
        <div key={before?.id ?? after?.id} className={classes.pair}>
          <div>
            <h5 className={classes.photoPlace}>{t('repair.before')}</h5>
            {cell(before, t('repair.before'))}
          </div>
          <div>
            <h5 className={classes.photoPlace}>{t('repair.after')}</h5>
            {cell(after, t('repair.after'))}
          </div>
        </div>
      ))}
    </div>
  );
}
