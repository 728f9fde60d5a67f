import { samples as admin } from '#features/admin/samples-for-tests.ts';
import { samples as agreements } from '#features/agreements/samples-for-tests.ts';
import { samples as appointments } from '#features/appointments/samples-for-tests.ts';
import { samples as auth } from '#features/auth/samples-for-tests.ts';
import { samples as automations } from '#features/automations/samples-for-tests.ts';
import { samples as availability } from '#features/availability/samples-for-tests.ts';
import { samples as booking } from '#features/booking/samples-for-tests.ts';
import { samples as calendar } from '#features/calendar/samples-for-tests.ts';
import { samples as company } from '#features/company/samples-for-tests.ts';
import { samples as messages } from '#features/messages/samples-for-tests.ts';
import { samples as metrics } from '#features/metrics/samples-for-tests.ts';
import { samples as payments } from '#features/payments/samples-for-tests.ts';
import { samples as people } from '#features/people/samples-for-tests.ts';
import { samples as portal } from '#features/portal/samples-for-tests.ts';
import { samples as reports } from '#features/reports/samples-for-tests.ts';
import { samples as search } from '#features/search/samples-for-tests.ts';
import { samples as services } from '#features/services/samples-for-tests.ts';
import { samples as templates } from '#features/templates/samples-for-tests.ts';
import type { RouteSamples } from './route-samples.ts';

const features: readonly RouteSamples[] = [
  auth,
  company,
  messages,
  people,
  services,
  templates,
  agreements,
  availability,
  appointments,
  calendar,
  payments,
  reports,
  portal,
  automations,
  booking,
  metrics,
  search,
  admin,
];

/** The route samples of all features. */
export const routeSamples = {
  ids: merged(features.map((one) => one.ids ?? {})),
  plain: merged(features.map((one) => one.plain ?? {})),
  inputs: merged(features.map((one) => one.inputs ?? {})),
};

/** Throws if two features name the same key. */
function merged<T>(tables: readonly Readonly<Record<string, T>>[]): Readonly<Record<string, T>> {
  const entries = tables.flatMap((table) => Object.entries(table));
  const all = Object.fromEntries(entries);
  if (Object.keys(all).length < entries.length)
    throw new Error('two features name the same route or parameter');
  return all;
}
