import { type VisitorAnswers, visitorField, visitorRoles } from '#domain/booking/booking-form.ts';
import { useTranslation } from '#web/i18n.ts';
import classes from './booking.module.css';
import { namesAgent } from './booking-answers.ts';
import { Field, RadioCards, TextField } from './form-fields.tsx';
import { useProblemText } from './problem-text.ts';
import type { StepProps } from './step-props.ts';

/** The person who books, and the client. Nothing is looked up: nothing shows whether the company knows an address. */
export function DetailsStep({ answers, change, problems }: StepProps) {
  const t = useTranslation('booking');
  const localize = useProblemText();
  const { role } = answers;
  const visitor = visitorField(role);
  const person = (field: 'client' | 'agent') => (
    <PersonFields
      title={t(field === visitor ? 'details.you' : `details.${field}`)}
      person={answers[field]}
      isVisitor={field === visitor}
      error={(name) => localize(problems[`people.${field}.${name}`])}
      onChange={(more) => change({ [field]: { ...answers[field], ...more } })}
    />
  );
  return (
    <>
      <RadioCards
        label={t('details.role')}
        value={role}
        options={visitorRoles.map((value) => ({ value, label: t(`role.${value}`) }))}
        onChange={(value) => change({ role: value })}
      />
      {visitor === 'agent' && person('agent')}
      {person('client')}
      {role === 'client' && (
        <label className={classes.choice}>
          <input
            type="checkbox"
            checked={answers.hasAgent}
            onChange={(event) => change({ hasAgent: event.currentTarget.checked })}
          />
          <span>{t('details.hasAgent')}</span>
        </label>
      )}
      {visitor === 'client' && namesAgent(answers) && person('agent')}
      <Field label={t('optional', { label: t('details.message') })} error={localize(problems.message)}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={3}
            value={answers.message}
            onChange={(event) => change({ message: event.currentTarget.value })}
          />
        )}
      </Field>
    </>
  );
}

function PersonFields(props: {
  title: string;
  person: VisitorAnswers;
  /** The person who fills in the form: the browser offers their own data. */
  isVisitor: boolean;
  error: (field: keyof VisitorAnswers) => string | undefined;
  onChange: (more: Partial<VisitorAnswers>) => void;
}) {
  const t = useTranslation('booking');
  const { title, person, isVisitor, error, onChange } = props;
  const complete = (name: string) => (isVisitor ? name : 'off');
  return (
    <fieldset className={classes.group}>
      <legend>{title}</legend>
      <div className={classes.grid}>
        <TextField
          label={t('person.first')}
          value={person.first_name}
          onChange={(first_name) => onChange({ first_name })}
          error={error('first_name')}
          autoComplete={complete('given-name')}
          autoCapitalize="words"
        />
        <TextField
          label={t('person.last')}
          value={person.last_name}
          onChange={(last_name) => onChange({ last_name })}
          error={error('last_name')}
          autoComplete={complete('family-name')}
          autoCapitalize="words"
        />
        <TextField
          label={t('person.email')}
          type="email"
          value={person.email}
          onChange={(email) => onChange({ email })}
          error={error('email')}
          autoComplete={complete('email')}
          inputMode="email"
          isWide
        />
        <TextField
          label={isVisitor ? t('person.phone') : t('optional', { label: t('person.phone') })}
          type="tel"
          value={person.phone}
          onChange={(phone) => onChange({ phone })}
          error={error('phone')}
          autoComplete={complete('tel')}
          inputMode="tel"
          isWide
        />
      </div>
    </fieldset>
  );
}
