import { DeliveryList } from './delivery-list.tsx';
import { EndpointsCard } from './endpoints-card.tsx';
import { SecretCard } from './secret-card.tsx';
import classes from './webhooks.module.css';

/** The webhooks of the company: signing secret, addresses and deliveries. A part of the automation settings. */
export function WebhooksSection() {
  return (
    <div className={classes.section}>
      <SecretCard />
      <EndpointsCard />
      <DeliveryList />
    </div>
  );
}
