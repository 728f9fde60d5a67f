import { distinctLabels } from '../base/labels.ts';

interface Priced {
  id: string;
  name: string;
}

interface Offered extends Priced {
  base_cost: number;
  add_ons: readonly (Priced & { add_fee: number })[];
}

/**
 * Returns the label of each service and of each add-on within its service, by id; those of one name have their price.
 * `money` writes an amount.
 */
export function serviceLabels(
  services: readonly Offered[],
  money: (amount: number) => string,
): Map<string, string> {
  const labels = new Map<string, string>();
  const add = <T extends Priced>(things: readonly T[], priceOf: (thing: T) => number) =>
    distinctLabels(
      things,
      (one) => one.name,
      (one) => money(priceOf(one)),
    ).forEach((label, i) => {
      const thing = things[i];
      if (thing) labels.set(thing.id, label);
    });
  add(services, (one) => one.base_cost);
  for (const { add_ons } of services) add(add_ons, (one) => one.add_fee);
  return labels;
}

/** Returns the label of a service or add-on that is not listed below its service, which is then named where needed. */
export function labelOfOffer(
  services: readonly Offered[],
  id: string,
  money: (amount: number) => string,
): string | null {
  const labels = serviceLabels(services, money);
  const service = services.find((one) => one.id === id || one.add_ons.some((addOn) => addOn.id === id));
  if (!service) return null;
  const label = labels.get(id) ?? '';
  const addOn = service.add_ons.find((one) => one.id === id);
  const isShared = services.some(
    (other) => other !== service && other.add_ons.some((one) => one.name === addOn?.name),
  );
  return addOn && isShared ? `${label} (${labels.get(service.id)})` : label;
}
