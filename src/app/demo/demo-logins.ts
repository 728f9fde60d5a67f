/** The demo's owner, who is also a technician. */
export const ownerEmail = 'owner@demo.test';
/** The demo's platform administrator. */
export const adminEmail = 'admin@platform.test';
