import { answerTypes } from '#domain/reports/reports.ts';
import { type WordField, wordFields } from '#domain/templates/table-words.ts';
import { useTranslation } from '#web/i18n.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { ColumnMapping } from '#web/ui/inputs/column-mapping.tsx';
import type { TemplateImport } from '../../exchange-contract.ts';
import type { useImport } from './use-import.ts';

interface Props {
  of: ReturnType<typeof useImport>;
  found: TemplateImport;
}

/** The words of a file that are not known here, each with the meaning that is chosen for it. */
export function WordMeanings({ of, found }: Props) {
  const t = useTranslation('templates');
  const values = useValues(found);
  return (
    <>
      {found.unknown_words.length > 0 && <Notice tone="warn">{t('exchange.words.hint')}</Notice>}
      {wordFields.map((field) => {
        const words = of.words.filter((each) => each.field === field);
        const isRead = found.columns?.some((column) => column.field === field);
        if (!isRead || words.length === 0) return null;
        return (
          <ColumnMapping
            key={field}
            columns={words.map(({ word, count }) => ({
              header: word,
              example: t('exchange.words.rows', { count }),
            }))}
            fields={values[field]}
            mapping={of.meanings[field] ?? {}}
            onChange={(meanings) => of.choose({ words: { ...of.meanings, [field]: meanings } })}
            labels={{
              column: t('exchange.words.word'),
              example: t('exchange.words.found'),
              field: t(`exchange.fields.${field}`),
              leaveOut: t('exchange.words.empty'),
              choose: t('exchange.words.choose'),
            }}
          />
        );
      })}
    </>
  );
}

/** What the words of each field can mean. */
function useValues(found: TemplateImport): Record<WordField, { value: string; label: string }[]> {
  const t = useTranslation('templates');
  return {
    kind: (['1', '2', '3'] as const).map((value) => ({ value, label: t(`kind.${value}`) })),
    category: found.categories.map(({ category, name }) => ({ value: String(category), label: name })),
    answer_type: answerTypes.map((value) => ({ value, label: t(`editor.answers.${value}`) })),
  };
}
