import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { AutosaveNumberField } from '../../../../../web/ui/inputs/autosave-fields.tsx';
import classes from '../editor.module.css';

type Bound = 'from' | 'to';
type Bounds = Record<Bound, number | null>;
export type StoredRange = Partial<Record<Bound, number>> | null;

interface Props {
  name: string;
  given: StoredRange;
  answer: (value: { from: number; to: number } | null) => void;
}

/**
 * An answer of two numbers, or none if both fields are empty. A single number counts for both bounds, but only after
 * both fields have lost focus: until then the other number is still expected.
 */
export function RangeAnswer(props: Props) {
  const t = useTranslation('reports');
  const { bounds, put, leave, wrong } = useRange(props);
  const field = (bound: Bound) => ({
    hideLabel: true,
    label: t(`edit.${bound}`, { name: props.name }),
    value: bounds[bound],
    onCommit: put(bound),
    onWrong: (isWrong: boolean) => {
      wrong[bound] = isWrong;
    },
  });
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    // Invalid text has to be corrected and must not be overwritten with the other bound.
    if (!currentTarget.contains(relatedTarget) && !wrong.from && !wrong.to) leave();
  };
  return (
    <fieldset className={classes.plain} aria-label={props.name} onBlur={onBlur}>
      <div className={classes.fieldLabel}>{props.name}</div>
      <div className={classes.range}>
        <AutosaveNumberField {...field('from')} />
        <span aria-hidden>–</span>
        <AutosaveNumberField {...field('to')} />
      </div>
    </fieldset>
  );
}

function useRange({ given, answer }: Props) {
  const from = given?.from ?? null;
  const to = given?.to ?? null;
  const [bounds, setBounds] = useState<Bounds>({ from, to });
  // A ref, because both fields may commit before the next render: on unmount they do.
  const now = useRef({ bounds, isHalf: false, isGone: false, answer });
  now.current.answer = answer;
  const [wrong] = useState({ from: false, to: false });

  const hold = (next: Bounds) => {
    now.current.bounds = next;
    setBounds(next);
  };
  const put = (bound: Bound) => (value: number | null) => {
    const next = { ...now.current.bounds, [bound]: value };
    hold(next);
    now.current.isHalf = (next.from === null) !== (next.to === null);
    if (next.from !== null && next.to !== null) now.current.answer({ from: next.from, to: next.to });
    else if (!now.current.isHalf) now.current.answer(null);
  };
  const leave = () => {
    const { bounds: half, isHalf } = now.current;
    const only = half.from ?? half.to;
    if (!isHalf || only === null) return;
    now.current.isHalf = false;
    hold({ from: only, to: only });
    now.current.answer({ from: only, to: only });
  };
  const latestLeave = useRef(leave);
  latestLeave.current = leave;

  useEffect(() => {
    // Someone else's range. A single number typed here takes precedence.
    if (!now.current.isHalf) hold({ from, to });
  }, [from, to]);
  useEffect(() => {
    const { current } = now;
    const hidden = () => latestLeave.current();
    window.addEventListener('pagehide', hidden);
    current.isGone = false;
    return () => {
      window.removeEventListener('pagehide', hidden);
      current.isGone = true;
      // The fields unmount after this and may still commit.
      queueMicrotask(() => current.isGone && latestLeave.current());
    };
  }, []);
  return { bounds, put, leave, wrong };
}
