import { useId } from 'react';
import { formatPhone } from '#web/format-phone.ts';
import { languageName, useTranslation } from '#web/i18n.ts';
import type { MergeField } from '../../merge-contract.ts';
import { RowAvatar } from '../list-columns.tsx';
import { personName } from '../person-types.ts';
import type { Mergeable, MergeChoices, MergeLine, MergeSide } from './merge-choices.ts';
import { winningSide } from './merge-choices.ts';
import classes from './merge-dialog.module.css';

interface Props {
  keep: Mergeable;
  other: Mergeable;
  lines: readonly MergeLine[];
  choices: MergeChoices;
  onChange: (choices: MergeChoices) => void;
}

/** Compares the two records side by side and selects the winning value of each differing field. */
export function MergeTable({ keep, other, lines, choices, onChange }: Props) {
  const t = useTranslation('people');
  const name = useId();
  const sides: [MergeSide, Mergeable][] = [
    ['keep', keep],
    ['merge', other],
  ];
  return (
    <table className={classes.table}>
      <Head keep={keep} other={other} />
      <tbody>
        {lines.length === 0 && (
          <tr>
            <td colSpan={3} className={classes.role}>
              {t('duplicates.alike')}
            </td>
          </tr>
        )}
        {lines.map((line) => (
          <tr key={line.field}>
            <th scope="row">{t(labelOf(line.field))}</th>
            {sides.map(([side, person]) => (
              <td key={side}>
                <Value
                  line={line}
                  side={side}
                  person={person}
                  group={`${name}-${line.field}`}
                  isChosen={winningSide(line, choices) === side}
                  onChoose={() => onChange({ ...choices, [line.field]: side })}
                />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Head({ keep, other }: Pick<Props, 'keep' | 'other'>) {
  const t = useTranslation('people');
  const heads: [MergeSide, Mergeable, string][] = [
    ['keep', keep, t('duplicates.stays')],
    ['merge', other, t('duplicates.goes')],
  ];
  return (
    <thead>
      <tr>
        <th scope="col">
          <span className={classes.hidden}>{t('duplicates.field')}</span>
        </th>
        {heads.map(([side, person, label]) => (
          <th key={side} scope="col">
            <span className={classes.role}>{label}</span>
            <span className={classes.person}>
              <RowAvatar row={person} size={28} />
              {personName(person)}
            </span>
            <span className={classes.role}>
              {t('duplicates.appointments', { count: person.appointment_count })}
            </span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface ValueProps {
  line: MergeLine;
  side: MergeSide;
  person: Mergeable;
  group: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Value({ line, side, person, group, isChosen, onChoose }: ValueProps) {
  const t = useTranslation('people');
  const text = line[side];
  const shown =
    line.field === 'profile_pic' && text !== '' ? (
      <RowAvatar row={person} size={32} />
    ) : (
      valueText(line.field, text, t) || <span className={classes.role}>{t('duplicates.empty')}</span>
    );
  if (!line.isOpen) return <span className={classes.given}>{shown}</span>;
  return (
    <label className={classes.choice} data-chosen={isChosen || undefined}>
      <input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        {...(line.field === 'profile_pic' ? { 'aria-label': `${t('picture')}: ${personName(person)}` } : {})}
      />
      <span>{shown}</span>
    </label>
  );
}

function valueText(field: MergeField, text: string, t: (key: string) => string): string {
  if (field === 'phone') return formatPhone(text);
  if (field === 'status') return t(text === '1' ? 'active' : 'inactive');
  if (field === 'language') return languageName(text);
  return text;
}

function labelOf(field: MergeField): string {
  switch (field) {
    case 'profile_pic':
      return 'picture';
    case 'status':
    case 'notes':
      return field;
    default:
      return `fields.${field}`;
  }
}
