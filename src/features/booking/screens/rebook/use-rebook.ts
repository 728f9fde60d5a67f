import { type FormEvent, useEffect, useRef, useState } from 'react';
import { type BookingMode, missingOfPerson } from '#domain/booking/booking-form.ts';
import { useWrite } from '#web/api.ts';
import { newRecordId } from '#web/editing/new-record-id.ts';
import type { BookingResult } from '../../contract.ts';
import { type RebookPage, rebook } from '../../rebook-contract.ts';
import {
  type Answers,
  changesSelection,
  emptyAnswers,
  type Problems,
  problemsOfStep,
  selectionOf,
  wishedTime,
  withoutTime,
} from '../booking-answers.ts';
import { isRefusal } from '../refusal.tsx';
import { useFocusOnProblem } from '../use-focus-on-problem.ts';
import { useHold } from '../use-hold.ts';
import { useLocatedProperty } from '../use-located-property.ts';

/** What is wrong with the form, by the path of the field in the submission. */
function problemsOf(answers: Answers, facts: Parameters<typeof problemsOfStep>[2]): Problems {
  const ofClient = Object.entries(missingOfPerson(answers.client, false));
  return {
    ...problemsOfStep('property', answers, facts),
    ...problemsOfStep('services', answers, facts),
    ...problemsOfStep('time', answers, facts),
    ...Object.fromEntries(ofClient.map(([field, message]) => [`people.client.${field}`, message])),
  };
}

function firstAnswers({ page, usual }: RebookPage): Answers {
  const empty = emptyAnswers(page);
  const size = usual.square_feet === null ? '' : String(usual.square_feet);
  const isUsual = Object.keys(usual.services).length > 0;
  return {
    ...empty,
    services: isUsual ? usual.services : empty.services,
    property: { ...empty.property, square_feet: size },
  };
}

/** The form with which an agent books again, all of it on one page. `of` is the personal link. */
export function useRebook(data: RebookPage, of: { publicId: string; p?: string }) {
  const { page } = data;
  const [mode, setMode] = useState<BookingMode>(page.is_scheduling_on ? 'schedule' : 'request');
  const [answers, setAnswers] = useState(() => firstAnswers(data));
  const [problems, setProblems] = useState<Problems>({});
  const [result, setResult] = useState<BookingResult | null>(null);
  const [key] = useState(newRecordId);
  const [attempt, setAttempt] = useState(0);
  const holding = useHold(page);
  const write = useWrite(rebook, { errorToast: false });
  const busy = useRef(false);
  useFocusOnProblem(problems, attempt);

  const change = (more: Partial<Answers>) => {
    if (answers.at !== null && changesSelection(answers, more)) holding.drop();
    setAnswers((before) => ({ ...(changesSelection(before, more) ? withoutTime(before) : before), ...more }));
    // Only what was reported is checked while it is corrected.
    const found = problemsOf({ ...answers, ...more }, { page, mode });
    setProblems((before) =>
      Object.fromEntries(Object.keys(before).flatMap((one) => (found[one] ? [[one, found[one]]] : []))),
    );
  };
  useLocatedProperty(page, answers, change);

  const submit = async (event: FormEvent, total: number | null) => {
    event.preventDefault();
    if (busy.current || holding.pending) return;
    write.reset();
    const found = problemsOf(answers, { page, mode });
    setProblems(found);
    setAttempt((count) => count + 1);
    if (Object.keys(found).length > 0) return;
    busy.current = true;
    const isScheduled = mode === 'schedule';
    const made = await write.send({
      ...{ ...of, mode, submission_key: key, ...selectionOf(answers), client: answers.client },
      date_time: isScheduled ? (answers.at ?? '') : wishedTime(answers),
      ...(isScheduled
        ? { technician_id: answers.technicianId, hold_id: holding.hold?.holdId ?? null, total }
        : {}),
    });
    busy.current = false;
    if (made) setResult(made);
  };

  const toRequest = () => {
    write.reset();
    holding.drop();
    setMode('request');
    setAnswers(withoutTime);
  };

  const { failure } = write;
  const refusal = isRefusal(failure) ? failure : null;
  const shown = useRef(failure);
  useEffect(() => {
    if (failure === null || shown.current === failure) return;
    shown.current = failure;
    if (failure.type === 'CONFLICT' && failure.details?.next) {
      setAnswers(withoutTime);
      holding.lose(failure);
    } else if (refusal === null) {
      setProblems(failure.fields);
      setAttempt((count) => count + 1);
    }
    // Runs once for each failure.
  }, [failure]);

  const isExplained = refusal !== null || failure?.details?.next !== undefined;
  const unexplained = isExplained || Object.keys(failure?.fields ?? {}).length > 0 ? null : failure;
  return {
    ...{ mode, answers, problems, result, holding, change, submit, toRequest, refusal },
    ...{ pending: write.pending, failure: unexplained },
  };
}
