/** Which of the two HTML entries answers a path; used by the server, the bundler's dev server and the browser. */

export type Entry = 'app' | 'public';

const id = '[^/]+';

/** Pages shown in the app shell for a signed-in member and without it for everyone else. */
const mixed = [`invoice/${id}`, `agreement/agreement-detail/${id}/${id}`, `client-view/${id}`];

/** Pages that are never shown in the app shell. */
const alwaysPublic = [
  `client-view1/${id}`,
  `iframe-appointment/${id}`,
  `create-payment/${id}`,
  `view-report2/${id}`,
  `view-report/${id}`,
  `report-views/${id}`,
  `sample-report/${id}`,
  `sample-reports/${id}`,
  `repair-list/${id}`,
  `appointment-request/${id}`,
  `schedule/${id}`,
  `proposed-times/${id}`,
  `book-again/${id}`,
  `confirm-booking/${id}/${id}`,
  `public-profile/${id}`,
  `report-pdf/${id}`,
  `review-pdf/${id}`,
  'public/privacy-policy',
  'public/terms-of-use',
  `watch/${id}`,
  `s/${id}`,
  'check-document',
  'integrations/success',
  'integrations/error',
];

/** Pages whose content security policy allows the scripts of a payment service. */
const paying = [`invoice/${id}`, `create-payment/${id}`];

const mixedPattern = patternOf(mixed);
const payingPattern = patternOf(paying);
const publicPattern = patternOf([...mixed, ...alwaysPublic]);

/** The entry whose HTML answers this path (without query). */
export function entryFor(path: string): Entry {
  return publicPattern.test(path) ? 'public' : 'app';
}

/** Whether the page is shown inside the app shell when a member is signed in. */
export function isMixedLayout(path: string): boolean {
  return mixedPattern.test(path);
}

/** Whether an invoice can be paid on this page. Only its response allows the scripts of the payment service. */
export function isPaymentPage(path: string): boolean {
  return payingPattern.test(path);
}

function patternOf(paths: readonly string[]): RegExp {
  return new RegExp(`^/(?:${paths.join('|')})/?$`);
}
