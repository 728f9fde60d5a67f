import { useState } from 'react';
import type { Service } from '../contract.ts';
import { PriceTester } from './price-tester.tsx';
import { defaultTestCase, type PriceTestCase, usePriceTest } from './use-price-test.ts';

/** Tests the price of any property with the active services; the first of them is preselected. */
export function PriceListTester({ services }: { services: readonly Service[] }) {
  const active = services.filter((one) => one.status === 1);
  const offered = active.map((one) => ({ ...one, add_ons: one.add_ons.filter((a) => a.status === 1) }));
  const [test, setTest] = useState<PriceTestCase>({
    ...defaultTestCase,
    chosen: offered.slice(0, 1).map((one) => one.id),
  });
  const tested = usePriceTest(test, offered);
  return <PriceTester services={offered} test={test} onChange={setTest} tested={tested} />;
}
