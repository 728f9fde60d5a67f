import { Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { asCents, fromCents, toCentsOrNull } from '#domain/base/money.ts';
import { type CostBounds, costProblem } from '#domain/reports/operations/report-ops.ts';
import { AutosaveNumberField } from './autosave-fields.tsx';

type Bound = keyof CostBounds;

interface Props {
  comment: CostBounds;
  change: (changes: Partial<CostBounds>) => void;
  labels: { min: string; max: string; crossed: string; notACost: string };
}

/**
 * The minimum and maximum cost of a repair. A bound that contradicts the other one is held back and both are marked,
 * until they fit: then they are sent as one change. A contradiction that remains on unmount is sent anyway, so that its
 * refusal is shown.
 */
export function CostFields({ comment, change, labels }: Props) {
  const { min_cost_cents, max_cost_cents } = comment;
  const { held, put } = useBounds({ min_cost_cents, max_cost_cents }, change);
  const bounds = { min_cost_cents, max_cost_cents, ...held };
  const isCrossed = costProblem(bounds) !== null;
  const field = (bound: Bound) => {
    const cents = bounds[bound];
    return {
      value: cents === null ? null : fromCents(asCents(cents)),
      onCommit: (value: number | null) => put(bound, value === null ? null : toCentsOrNull(value)),
      problemOf: (value: number) => (isCost(value) ? null : labels.notACost),
    };
  };
  return (
    <Group gap={10} align="baseline" grow wrap="nowrap">
      <AutosaveNumberField
        label={labels.min}
        {...field('min_cost_cents')}
        error={isCrossed && labels.crossed}
      />
      <AutosaveNumberField label={labels.max} {...field('max_cost_cents')} error={isCrossed} />
    </Group>
  );
}

/** Whole cents from 0 to a million. */
function isCost(value: number): boolean {
  return value >= 0 && value <= 1_000_000 && toCentsOrNull(value) !== null;
}

function useBounds(stored: CostBounds, change: Props['change']) {
  const [held, setHeld] = useState<Partial<CostBounds>>({});
  // A ref, because both fields may commit before the next render: on unmount they do.
  const now = useRef({ held, stored, change, isGone: false });
  Object.assign(now.current, { stored, change });

  const hold = (next: Partial<CostBounds>) => {
    now.current.held = next;
    setHeld(next);
  };
  const send = () => {
    const { held: typed, stored: known } = now.current;
    const bounds = Object.keys(typed) as Bound[];
    hold({});
    // An unchanged bound must not cause a conflict.
    const changes = Object.fromEntries(bounds.filter((b) => typed[b] !== known[b]).map((b) => [b, typed[b]]));
    if (Object.keys(changes).length > 0) now.current.change(changes);
  };
  const settle = () => {
    const { held: typed, stored: known } = now.current;
    if (costProblem({ ...known, ...typed }) === null) send();
  };
  const latest = useRef({ send, settle });
  latest.current = { send, settle };

  // Someone else's change may have made the held bound valid.
  useEffect(() => latest.current.settle(), [stored.min_cost_cents, stored.max_cost_cents]);
  useEffect(() => {
    const { current } = now;
    current.isGone = false;
    return () => {
      current.isGone = true;
      // The fields unmount after this and may still commit.
      queueMicrotask(() => current.isGone && latest.current.send());
    };
  }, []);

  const put = (bound: Bound, cents: CostBounds[Bound]) => {
    hold({ ...now.current.held, [bound]: cents });
    settle();
  };
  return { held, put };
}
