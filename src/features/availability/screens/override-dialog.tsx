import { Button, MultiSelect, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useId, useState } from 'react';
import { allows } from '#domain/people/permissions.ts';
import { useWrite } from '#web/api.ts';
import { CancelButton, GuardedDialog } from '#web/editing/guarded-dialog.tsx';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import { useActor } from '#web/session.ts';
import { toast } from '#web/toast.ts';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { personOptions } from '#web/ui/inputs/person-options.ts';
import type { RouteOutput } from '#wire/route.ts';
import { addOverrides, changeOverride, type Override } from '../contract.ts';
import classes from './availability.module.css';
import { RangePicker } from './date-pickers.tsx';
import { useStartTimes } from './day-names.ts';
import type { TeamTechnician } from './technician-rail.tsx';

interface Props {
  override: Override | null;
  /** The first day of a new override; may be empty. */
  day: string;
  technicianId: string;
  technicians: readonly TeamTechnician[];
  onClose: () => void;
}
type Saved = RouteOutput<typeof addOverrides>;

/** The maximum number of bookings listed; the rest is counted. */
const maxListed = 100;
const steps = [30, 60, 90, 120, 180, 240];

/** Edits time off or an extra day: days, hours and reason. */
export function OverrideDialog(props: Props) {
  const { override, technicians, onClose } = props;
  const t = useTranslation('availability');
  const actor = useActor();
  const form = useOverrideForm(props);
  const formId = useId();
  const { values, set, errors, pending, collisions } = form;
  if (collisions.length > 0) return <Collisions collisions={collisions} onClose={onClose} />;
  const isForMany = !override && technicians.length > 1 && allows(actor, 'full_company_admin');
  const isIncomplete = values.days[0] === null || values.team.length === 0;
  return (
    <GuardedDialog
      opened
      onClose={onClose}
      title={override ? t('changeOverride') : t('addOverride')}
      width={680}
      locked={pending}
      footer={
        <>
          <CancelButton disabled={pending} />
          <Button type="submit" form={formId} loading={pending} disabled={isIncomplete}>
            {t('save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className={classes.dialog}
        onSubmit={(event) => {
          event.preventDefault();
          form.save();
        }}
      >
        <fieldset className={classes.plain}>
          <legend className={classes.label}>{t('days')}</legend>
          <RangePicker value={values.days} onChange={(days) => set({ days })} />
          {(errors.date_from || errors.date_to) && (
            <p className={classes.error} role="alert">
              {errors.date_from ?? errors.date_to}
            </p>
          )}
        </fieldset>
        <OverrideFields form={form} technicians={isForMany ? technicians : []} />
      </form>
    </GuardedDialog>
  );
}

interface Values {
  kind: 'off' | 'extra';
  days: [string | null, string | null];
  isWhole: boolean;
  start: number | null;
  end: number | null;
  step: number;
  reason: string;
  team: string[];
}

function valuesOf({ override, day, technicianId }: Props): Values {
  const isWhole = !override || (override.start_time === null && override.end_time === null);
  return {
    kind: override?.kind ?? 'off',
    days: [override?.date_from ?? (day || null), override?.date_to ?? (day || null)],
    isWhole,
    // For existing time off no start means midnight; 8:00 is only the initial value when hours are selected.
    start: override && !isWhole ? override.start_time : 800,
    end: override?.end_time ?? null,
    step: override?.step_minutes ?? 60,
    reason: override?.reason ?? '',
    team: [technicianId],
  };
}

/** Saves the form, and holds the bookings that the saved time off collides with. */
function useOverrideForm(props: Props) {
  const { override, onClose } = props;
  const t = useTranslation('availability');
  const [values, setValues] = useState(() => valuesOf(props));
  const [collisions, setCollisions] = useState<Saved['collisions']>([]);
  const onDone = (saved: Saved) => {
    toast(t('saved'), { kind: 'success' });
    if (saved.collisions.length === 0) onClose();
    else setCollisions(saved.collisions);
  };
  const add = useWrite(addOverrides, { onDone });
  const change = useWrite(changeOverride, { onDone });
  const { pending, fieldErrors: errors } = override ? change : add;
  const { kind, days, reason, step } = values;
  const hasHours = kind === 'extra' || !values.isWhole;
  function save() {
    const fields = {
      kind,
      date_from: days[0] ?? '',
      date_to: days[1] ?? days[0] ?? '',
      start_time: hasHours ? values.start : null,
      end_time: hasHours ? values.end : null,
      step_minutes: step,
      reason,
    };
    if (override) void change.send({ id: override.id, rev: override.rev, ...fields });
    else void add.send({ team_ids: values.team, ...fields });
  }
  const set = (patch: Partial<Values>) => setValues((was) => ({ ...was, ...patch }));
  return { values, set, hasHours, errors, pending, collisions, save };
}

interface FieldsProps {
  form: ReturnType<typeof useOverrideForm>;
  /** To choose from; empty if it is for one technician. */
  technicians: readonly TeamTechnician[];
}

function OverrideFields({ form: { values, set, hasHours, errors }, technicians }: FieldsProps) {
  const t = useTranslation('availability');
  const { kind } = values;
  return (
    <div className={classes.fields}>
      <SegmentedControl
        fullWidth
        aria-label={t('kind')}
        value={kind}
        onChange={(next) => set({ kind: next as 'off' | 'extra' })}
        data={[
          { value: 'off', label: t('off') },
          { value: 'extra', label: t('extra') },
        ]}
      />
      {kind === 'off' && (
        <Switch
          label={t('allDay')}
          checked={values.isWhole}
          onChange={(event) => set({ isWhole: event.currentTarget.checked })}
        />
      )}
      {hasHours && (
        <Hours
          kind={kind}
          start={values.start}
          end={values.end}
          step={values.step}
          onStart={(start) => set({ start })}
          onEnd={(end) => set({ end })}
          onStep={(step) => set({ step })}
          errors={errors}
        />
      )}
      <TextInput
        label={t('reason')}
        description={kind === 'off' ? t('reasonHint') : undefined}
        value={values.reason}
        maxLength={200}
        onChange={(event) => set({ reason: event.currentTarget.value })}
        error={errors.reason}
      />
      {technicians.length > 0 && (
        <MultiSelect
          label={t('technicianLabel')}
          data={personOptions(technicians)}
          value={values.team}
          onChange={(team) => set({ team })}
          error={errors.team_ids}
        />
      )}
    </div>
  );
}

function Hours(props: {
  kind: 'off' | 'extra';
  start: number | null;
  end: number | null;
  step: number;
  onStart: (value: number | null) => void;
  onEnd: (value: number | null) => void;
  onStep: (value: number) => void;
  errors: Record<string, string>;
}) {
  const t = useTranslation('availability');
  const times = useStartTimes();
  const isExtra = props.kind === 'extra';
  const textOf = (hhmm: number | null) => (hhmm === null ? null : String(hhmm));
  const numberOf = (value: string | null) => (value === null ? null : Number(value));
  return (
    <>
      <div className={classes.pair}>
        <Select
          label={isExtra ? t('firstStart') : t('fromTime')}
          placeholder={isExtra ? undefined : t('midnight')}
          data={times}
          value={textOf(props.start)}
          onChange={(value) => props.onStart(numberOf(value))}
          clearable={!isExtra}
          error={props.errors.start_time}
        />
        <Select
          label={isExtra ? t('lastStart') : t('untilTime')}
          placeholder={isExtra ? t('onlyOne') : t('midnight')}
          data={times}
          value={textOf(props.end)}
          onChange={(value) => props.onEnd(numberOf(value))}
          clearable
          error={props.errors.end_time}
        />
      </div>
      {isExtra && props.end !== null && (
        <Select
          label={t('every')}
          data={steps.map((one) => ({ value: String(one), label: t('everyMinutes', { n: one }) }))}
          value={String(props.step)}
          onChange={(value) => props.onStep(Number(value))}
          allowDeselect={false}
        />
      )}
    </>
  );
}

/** Lists the bookings within newly saved time off, which the office has to reschedule. */
function Collisions(props: { collisions: Saved['collisions']; onClose: () => void }) {
  const t = useTranslation('availability');
  const format = useFormat();
  return (
    <GuardedDialog
      opened
      onClose={props.onClose}
      title={t('collisionsTitle')}
      width={520}
      footer={<Button onClick={props.onClose}>{t('understood')}</Button>}
    >
      <Notice tone="warn" isNews title={t('collisions', { n: props.collisions.length })}>
        {t('collisionsHint')}
      </Notice>
      <ul className={classes.list}>
        {props.collisions.slice(0, maxListed).map((one) => (
          <li key={`${one.team_id} ${one.start} ${one.title}`} className={classes.item}>
            <span className={classes.itemText}>
              <span className={classes.name}>{one.title}</span>
              <span className={classes.small}>{formatLocal(one.start, format)}</span>
            </span>
          </li>
        ))}
      </ul>
      {props.collisions.length > maxListed && (
        <p className={classes.small}>{t('andMore', { n: props.collisions.length - maxListed })}</p>
      )}
    </GuardedDialog>
  );
}

/** Formats the company-local part that precedes the UTC offset on the wire. */
function formatLocal(instant: string, format: ReturnType<typeof useFormat>): string {
  const wall = `${instant.slice(0, 19)}Z`;
  return `${format.day(wall, 'UTC')} · ${format.time(wall, 'UTC')}`;
}
