/** Which of the two HTML entries answers a path; asked by the server, the bundler's dev server and the browser. */

export type Entry = 'app' | 'public';

const id = '[^/]+';

/** Pages with the shell for a signed-in member and without it for everybody else. */
const mixed = [`invoice/${id}`, `agreement/agreement-detail/${id}/${id}`, `client-view/${id}`];

/** Pages that never show the shell. */
const alwaysPublic = [
  `client-view1/${id}`,
  `iframe-appointment/${id}`,
  `create-payment/${id}`,
  `view-report2/${id}`,
  `view-report/${id}`,
  `report-views/${id}`,
  `sample-report/${id}`,
  `sample-reports/${id}`,
  `appointment-request/${id}`,
  `schedule/${id}`,
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

/** Pages whose answer lets a payment service's scripts in. */
const paying = [`invoice/${id}`, `create-payment/${id}`];

const mixedPattern = patternOf(mixed);
const payingPattern = patternOf(paying);
const publicPattern = patternOf([...mixed, ...alwaysPublic]);

/** The entry whose HTML answers a page's path (without query). */
export function entryFor(path: string): Entry {
  return publicPattern.test(path) ? 'public' : 'app';
}

/** Is the page shown inside the shell when a member is signed in? */
export function isMixedLayout(path: string): boolean {
  return mixedPattern.test(path);
}

/** May an invoice be paid on the page of this path? Only its own answer allows the scripts of the payment service. */
export function isPaymentPage(path: string): boolean {
  return payingPattern.test(path);
}

function patternOf(paths: readonly string[]): RegExp {
  return new RegExp(`^/(?:${paths.join('|')})/?$`);
}
