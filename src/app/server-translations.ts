import agreementsDe from '#features/agreements/messages/de.json' with { type: 'json' };
import agreementsFr from '#features/agreements/messages/fr.json' with { type: 'json' };
import appointmentsDe from '#features/appointments/messages/de.json' with { type: 'json' };
import appointmentsFr from '#features/appointments/messages/fr.json' with { type: 'json' };
import authDe from '#features/auth/messages/de.json' with { type: 'json' };
import authFr from '#features/auth/messages/fr.json' with { type: 'json' };
import automationsDe from '#features/automations/messages/de.json' with { type: 'json' };
import automationsFr from '#features/automations/messages/fr.json' with { type: 'json' };
import availabilityDe from '#features/availability/messages/de.json' with { type: 'json' };
import availabilityFr from '#features/availability/messages/fr.json' with { type: 'json' };
import bookingDe from '#features/booking/messages/de.json' with { type: 'json' };
import bookingFr from '#features/booking/messages/fr.json' with { type: 'json' };
import calendarDe from '#features/calendar/messages/de.json' with { type: 'json' };
import calendarFr from '#features/calendar/messages/fr.json' with { type: 'json' };
import companyDe from '#features/company/messages/de.json' with { type: 'json' };
import companyFr from '#features/company/messages/fr.json' with { type: 'json' };
import messagesDe from '#features/messages/messages/de.json' with { type: 'json' };
import messagesFr from '#features/messages/messages/fr.json' with { type: 'json' };
import metricsDe from '#features/metrics/messages/de.json' with { type: 'json' };
import metricsFr from '#features/metrics/messages/fr.json' with { type: 'json' };
import paymentsDe from '#features/payments/messages/de.json' with { type: 'json' };
import paymentsFr from '#features/payments/messages/fr.json' with { type: 'json' };
import peopleDe from '#features/people/messages/de.json' with { type: 'json' };
import peopleFr from '#features/people/messages/fr.json' with { type: 'json' };
import portalDe from '#features/portal/messages/de.json' with { type: 'json' };
import portalFr from '#features/portal/messages/fr.json' with { type: 'json' };
import reportsDe from '#features/reports/messages/de.json' with { type: 'json' };
import reportsFr from '#features/reports/messages/fr.json' with { type: 'json' };
import searchDe from '#features/search/messages/de.json' with { type: 'json' };
import searchFr from '#features/search/messages/fr.json' with { type: 'json' };
import servicesDe from '#features/services/messages/de.json' with { type: 'json' };
import servicesFr from '#features/services/messages/fr.json' with { type: 'json' };
import subscriptionDe from '#features/subscription/messages/de.json' with { type: 'json' };
import subscriptionFr from '#features/subscription/messages/fr.json' with { type: 'json' };
import templatesDe from '#features/templates/messages/de.json' with { type: 'json' };
import templatesFr from '#features/templates/messages/fr.json' with { type: 'json' };
import type { Translations } from '#server/translate.ts';

/** The translations of server messages, by their English text. Each feature has its own two files. */
export const translations: Translations = {
  de: {
    ...bookingDe,
    ...automationsDe,
    ...reportsDe,
    ...portalDe,
    ...metricsDe,
    ...messagesDe,
    ...searchDe,
    ...paymentsDe,
    ...agreementsDe,
    ...templatesDe,
    ...servicesDe,
    ...peopleDe,
    ...subscriptionDe,
    ...companyDe,
    ...calendarDe,
    ...availabilityDe,
    ...appointmentsDe,
    ...authDe,
  },
  fr: {
    ...bookingFr,
    ...automationsFr,
    ...reportsFr,
    ...portalFr,
    ...metricsFr,
    ...messagesFr,
    ...searchFr,
    ...paymentsFr,
    ...agreementsFr,
    ...templatesFr,
    ...servicesFr,
    ...peopleFr,
    ...subscriptionFr,
    ...companyFr,
    ...calendarFr,
    ...availabilityFr,
    ...appointmentsFr,
    ...authFr,
  },
};
