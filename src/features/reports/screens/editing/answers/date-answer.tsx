import { parseLocalDate } from '#domain/base/time.ts';
import type { Answer, ReportComment } from '#domain/reports/reports.ts';
import { DateField } from '#web/ui/inputs/date-field.tsx';

/** The answer to a question for a day; anything else that is typed stays in the field and answers nothing. */
export function DateAnswer({ comment, answer }: { comment: ReportComment; answer: (value: Answer) => void }) {
  return (
    <DateField
      label={comment.name}
      value={typeof comment.answer === 'string' ? comment.answer : ''}
      onChange={(day) => {
        if (day === '' || parseLocalDate(day)) answer(day || null);
      }}
    />
  );
}
