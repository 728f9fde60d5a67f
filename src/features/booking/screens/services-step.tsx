import { useId } from 'react';
import { useFormat } from '#web/format.ts';
import { useTranslation } from '#web/i18n.ts';
import type { OfferedService } from '../contract.ts';
import classes from './booking.module.css';
import { PriceLines } from './price-lines.tsx';
import { useProblemText } from './problem-text.ts';
import type { StepProps } from './step-props.ts';
import { useQuote } from './use-quote.ts';

/** Services with their add-ons, and the price of those that are chosen. */
export function ServicesStep(props: StepProps) {
  const { page, answers, change, problems } = props;
  const t = useTranslation('booking');
  const format = useFormat();
  const localize = useProblemText();
  const { data: quote } = useQuote(props);
  const chosen = Object.keys(answers.services);
  const problemOf = (id: string) =>
    Object.entries(problems).find(([field]) => field.startsWith(`services.${chosen.indexOf(id)}.`))?.[1];
  const toggle = (id: string, addOns: readonly string[] | null) => {
    const { [id]: _, ...rest } = answers.services;
    change({ services: addOns === null ? rest : { ...rest, [id]: addOns } });
  };
  return (
    <>
      <fieldset className={classes.group} data-invalid={problems.services ? true : undefined} tabIndex={-1}>
        <legend className={classes.legend}>{t('services.choose')}</legend>
        {page.services.map((service) => (
          <ServiceChoice
            key={service.id}
            service={service}
            currency={page.company.currency}
            chosen={answers.services[service.id] ?? null}
            error={localize(problemOf(service.id))}
            onChange={(addOns) => toggle(service.id, addOns)}
          />
        ))}
      </fieldset>
      {problems.services && (
        <p className={classes.error} role="alert">
          {localize(problems.services)}
        </p>
      )}
      <div className={classes.quote} aria-live="polite">
        {quote && (
          <>
            <PriceLines page={page} quote={quote} />
            <p className={classes.hint}>{t('services.duration', { hours: format.number(quote.duration) })}</p>
          </>
        )}
      </div>
    </>
  );
}

function ServiceChoice(props: {
  service: OfferedService;
  currency: number;
  /** The chosen add-ons; null: the service is not chosen. */
  chosen: readonly string[] | null;
  error: string | undefined;
  onChange: (addOns: readonly string[] | null) => void;
}) {
  const { service, currency, chosen, error, onChange } = props;
  const errorId = useId();
  const addOns = chosen ?? [];
  return (
    <div className={classes.service}>
      <Check
        item={service}
        currency={currency}
        isFrom
        isChecked={chosen !== null}
        errorId={error ? errorId : undefined}
        onChange={(isChecked) => onChange(isChecked ? [] : null)}
      />
      {error && (
        <p id={errorId} className={classes.error} role="alert">
          {error}
        </p>
      )}
      {chosen !== null && service.add_ons.length > 0 && (
        <div className={classes.addOns}>
          {service.add_ons.map((addOn) => (
            <Check
              key={addOn.id}
              item={addOn}
              currency={currency}
              isChecked={addOns.includes(addOn.id)}
              onChange={(isChecked) =>
                onChange(isChecked ? [...addOns, addOn.id] : addOns.filter((one) => one !== addOn.id))
              }
            />
          ))}
        </div>
      )}
    </div>
  );
}

function Check(props: {
  item: { name: string; description: string; price: number | null };
  currency: number;
  /** The price is a starting point. */
  isFrom?: boolean;
  isChecked: boolean;
  errorId?: string | undefined;
  onChange: (isChecked: boolean) => void;
}) {
  const t = useTranslation('booking');
  const format = useFormat();
  const { item, currency, isFrom, isChecked, errorId, onChange } = props;
  const price = item.price === null ? null : format.money(item.price, currency);
  return (
    <label className={classes.choice}>
      <input
        type="checkbox"
        checked={isChecked}
        aria-invalid={errorId ? true : undefined}
        aria-describedby={errorId}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {item.name}
        {item.description && <small>{item.description}</small>}
      </span>
      {price && <span className={classes.amount}>{isFrom ? t('services.from', { price }) : price}</span>}
    </label>
  );
}
