// The order of the architecture, which check-layers.ts enforces.

/** The features, lowest first: a feature may import the ones before it. Adding one means choosing its place here. */
export const featureOrder = [
  'auth',
  'links',
  'files',
  'company',
  'connections',
  'subscription',
  'messages',
  'people',
  'services',
  'templates',
  'agreements',
  'availability',
  'appointments',
  'calendar',
  'payments',
  'reports',
  'portal',
  'automations',
  'booking',
  'time-tracking',
  'pay-splits',
  'integrations',
  'transfer',
  'support',
  'metrics',
  'search',
  'dashboard',
  'admin',
];

/**
 * Subfolders in order, lowest first: a file imports its own group, lower groups and the folder's top-level files. Group
 * folders of a feature hold commands, so they belong to its public API; any other subfolder is private.
 */
export const groups: Record<string, string[]> = {
  domain: [
    'base',
    'connections',
    'text',
    'agreements',
    'people',
    'events',
    'pricing',
    'settings',
    'company',
    'scheduling',
    'payments',
    'reports',
    'templates',
    'metrics',
  ],
  'web/ui': ['layout', 'dialog', 'feedback', 'rich-text', 'inputs', 'table'],
  'features/agreements': ['library', 'sealing', 'signing', 'office'],
  'features/appointments': [
    'listing',
    'details',
    'attachments',
    'booking',
    'status',
    'editing',
    'printing',
    'mailing',
    'bulk',
  ],
  'features/appointments/screens': ['draft', 'list', 'time', 'dialog', 'details'],
  'features/payments': ['invoices', 'refunds', 'attempts', 'reconciliation', 'webhooks', 'merchant'],
  'features/payments/screens': ['parts', 'paying', 'invoice', 'office', 'merchant'],
  'features/reports': [
    'access',
    'publishing',
    'editing',
    'media',
    'video',
    'pdf',
    'samples',
    'preview',
    'repair',
  ],
  'features/reports/screens': [
    'parts',
    'annotating',
    'work',
    'photos',
    'repair',
    'writing',
    'reading',
    'samples',
    'editing',
    'office',
    'preview',
    'offline',
  ],
};

/** The only libraries of the domain, each in one file. */
export const libraryFiles: Record<string, string> = {
  'domain/base/time.ts': 'temporal-polyfill',
  'domain/people/people.ts': 'validator',
  'domain/text/html-to-rich-text.ts': 'htmlparser2',
};
