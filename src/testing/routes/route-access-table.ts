import { access as admin } from '#features/admin/access-for-tests.ts';
import { access as agreements } from '#features/agreements/access-for-tests.ts';
import { access as appointments } from '#features/appointments/access-for-tests.ts';
import { access as auth } from '#features/auth/access-for-tests.ts';
import { access as automations } from '#features/automations/access-for-tests.ts';
import { access as availability } from '#features/availability/access-for-tests.ts';
import { access as booking } from '#features/booking/access-for-tests.ts';
import { access as calendar } from '#features/calendar/access-for-tests.ts';
import { access as company } from '#features/company/access-for-tests.ts';
import { access as dashboard } from '#features/dashboard/access-for-tests.ts';
import { access as messages } from '#features/messages/access-for-tests.ts';
import { access as metrics } from '#features/metrics/access-for-tests.ts';
import { access as payments } from '#features/payments/access-for-tests.ts';
import { access as people } from '#features/people/access-for-tests.ts';
import { access as portal } from '#features/portal/access-for-tests.ts';
import { access as reports } from '#features/reports/access-for-tests.ts';
import { access as search } from '#features/search/access-for-tests.ts';
import { access as services } from '#features/services/access-for-tests.ts';
import { access as templates } from '#features/templates/access-for-tests.ts';
import type { Group, RouteAccess } from '../roles.ts';

/**
 * Which roles may call which routes: the tables of all features. Written by hand from the specification (section 6) and
 * decisions G-PEO-5, without using domain/permissions.ts: a rule that changes there, or a route without its
 * `capability`, shows up here as a wrong cell. A route that is missing from the tables or listed twice fails too.
 */
export const routeAccessTable = allGroups([
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
  dashboard,
  metrics,
  search,
  admin,
]);

function allGroups(tables: readonly RouteAccess[]): RouteAccess {
  const all: Partial<Record<Group, string[]>> = {};
  for (const table of tables) {
    for (const [group, keys] of Object.entries(table) as [Group, readonly string[]][]) {
      all[group] = [...(all[group] ?? []), ...keys];
    }
  }
  return all;
}
