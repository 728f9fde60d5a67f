/**
 * How much visitors may do on the booking pages of one company (decision 0085). An agents' office is behind one address,
 * so the limits of an address leave room for several people.
 */
export const visitorLimits = {
  /** Submissions of one address in an hour that are booked at once. Further ones wait for the link in a mail. */
  directBySender: 20,
  /** Submissions of one address in an hour; further ones are refused. */
  bySender: 40,
  /** Submissions of all visitors in an hour that are booked at once. Further ones wait for the link in a mail. */
  directByCompany: 60,
  /** How long a time is held for a visitor who has to confirm it, and how long the link works. */
  heldMinutes: 30,
  linkHours: 24,
  /** Mails with a link to one email address in an hour. */
  mailsByEmail: 5,
  /** Times that one address holds at the same time. */
  holdsBySender: 5,
  /** Times of one technician that visitors hold at the same time: most of a week stays free. */
  holdsByTechnician: 4,
} as const;
