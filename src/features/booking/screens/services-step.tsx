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
  const message = Object.entries(problems).find(([field]) => field.startsWith('services'))?.[1];
  const toggle = (id: string, addOns: readonly string[] | null) => {
    const { [id]: _, ...rest } = answers.services;
    change({ services: addOns === null ? rest : { ...rest, [id]: addOns } });
  };
  return (
    <>
      <fieldset className={classes.group} data-invalid={message ? true : undefined} tabIndex={-1}>
        <legend className={classes.legend}>{t('services.choose')}</legend>
        {page.services.map((service) => (
          <ServiceChoice
            key={service.id}
            service={service}
            currency={page.company.currency}
            chosen={answers.services[service.id] ?? null}
            onChange={(addOns) => toggle(service.id, addOns)}
          />
        ))}
      </fieldset>
      {message && (
        <p className={classes.error} role="alert">
          {localize(message)}
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
  onChange: (addOns: readonly string[] | null) => void;
}) {
  const { service, currency, chosen, onChange } = props;
  const addOns = chosen ?? [];
  return (
    <div className={classes.service}>
      <Check
        item={service}
        currency={currency}
        isFrom
        isChecked={chosen !== null}
        onChange={(isChecked) => onChange(isChecked ? [] : null)}
      />
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
  onChange: (isChecked: boolean) => void;
}) {
  const t = useTranslation('booking');
  const format = useFormat();
  const { item, currency, isFrom, isChecked, onChange } = props;
  const price = item.price === null ? null : format.money(item.price, currency);
  return (
    <label className={classes.choice}>
      <input
        type="checkbox"
        checked={isChecked}
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
