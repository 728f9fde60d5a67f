import { useTranslation } from '#web/i18n.ts';
import { type PhotoRefusal, photosAtOnce } from './photo-types.ts';
import classes from './photos.module.css';

/** Names the files that were not taken, each with the reason. */
export function PhotoRefusals({ refused }: { refused: readonly PhotoRefusal[] }) {
  const t = useTranslation('reports');
  if (refused.length === 0) return null;
  return (
    <ul className={classes.refused} role="alert">
      {refused.map(({ name, problem }, i) => (
        <li key={i}>
          {name}: {t(`edit.photoProblem.${problem}`, { count: photosAtOnce })}
        </li>
      ))}
    </ul>
  );
}
