import { Checkbox, Text } from '@mantine/core';
import { useTranslation } from '#web/i18n.ts';
import type { SamplePreview } from '../../samples-contract.ts';
import classes from './redacted-texts.module.css';

type RedactedText = SamplePreview['redacted'][number];

/** What a sample leaves out, with its surroundings; what may be an ordinary word can be kept. */
export function RedactedTexts(props: {
  texts: readonly RedactedText[];
  keep: readonly string[];
  onKeep: (keep: string[]) => void;
}) {
  const t = useTranslation('reports');
  const { texts, keep, onKeep } = props;
  const toggled = (text: string) =>
    keep.includes(text) ? keep.filter((each) => each !== text) : [...keep, text];
  return (
    <section aria-labelledby="left-out">
      <h3 id="left-out" className={classes.title}>
        {t('samples.leftOut')}
      </h3>
      <Text c="dimmed" fz="sm">
        {t('samples.leftOutHint')}
      </Text>
      {texts.length === 0 && <p className={classes.none}>{t('samples.nothingFound')}</p>}
      <ul className={classes.list}>
        {texts.map((each) => (
          <li key={each.text} className={classes.row}>
            <div className={classes.words}>
              <p className={classes.excerpt}>
                {each.before}
                {keep.includes(each.text) ? <span>{each.text}</span> : <del>{each.text}</del>}
                {each.after}
              </p>
              <p className={classes.place}>
                {[
                  t(`samples.kind.${each.kind}`),
                  each.path.join(' › '),
                  each.count > 1 ? t('samples.times', { count: each.count }) : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
            </div>
            {!each.is_certain && (
              <Checkbox
                className={classes.keep}
                label={t('samples.keep')}
                aria-label={t('samples.keepOne', { text: each.text })}
                checked={keep.includes(each.text)}
                onChange={() => onKeep(toggled(each.text))}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
