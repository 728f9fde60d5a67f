/** Who calls in the test of all routes: members by the rights they have, and people from outside. */
export const roles = [
  'owner',
  // Technicians of the appointment that is asked about, by the rights they have.
  'technician with all rights',
  'technician, company admin only',
  'technician, schedules',
  'technician, publishes',
  'technician, edits templates',
  'technician, adds comments',
  'technician, sees prices',
  'technician without rights',
  // One who has the right, but not the appointment.
  'technician of others, schedules',
  'staff without rights',
  'staff, schedules',
  'staff, edits the schedule',
  'staff, company admin only',
  'platform administrator',
  'visitor',
  'holder of the link',
] as const;
export type RoleName = (typeof roles)[number];

const admins: RoleName[] = [
  'owner',
  'technician with all rights',
  'technician, company admin only',
  'staff, company admin only',
];
const members: RoleName[] = [
  ...admins,
  'technician, schedules',
  'technician, publishes',
  'technician, edits templates',
  'technician, adds comments',
  'technician, sees prices',
  'technician without rights',
  'technician of others, schedules',
  'staff without rights',
  'staff, schedules',
  'staff, edits the schedule',
];
const editors: RoleName[] = [...admins, 'technician, schedules', 'staff, edits the schedule'];

/** Which roles each group of routes is open to; for all others it is closed. */
export const openTo = {
  everybody: roles,
  'nobody without the cookie': [],
  'signed in': [...members, 'platform administrator'],
  'the platform': ['platform administrator'],
  'the company': members,
  'company admins': admins,
  'who wrote the note': ['owner'],
  'who edits the calendar of others': [...admins, 'staff, edits the schedule'],
  'who schedules': [
    'owner',
    'technician with all rights',
    'technician, schedules',
    'technician of others, schedules',
    'staff, schedules',
  ],
  'who books or moves': [...editors, 'technician of others, schedules', 'staff, schedules'],
  'who edits the appointment': editors,
  'who edits the report': [
    ...editors,
    'technician, publishes',
    'technician, edits templates',
    'technician, adds comments',
    'technician, sees prices',
    'technician without rights',
  ],
  'who publishes': [...admins, 'technician, publishes'],
  'who edits templates': ['owner', 'technician with all rights', 'technician, edits templates'],
  'who adds comments': [
    'owner',
    'technician with all rights',
    'technician, edits templates',
    'technician, adds comments',
  ],
  'who sees prices': [
    ...admins,
    'technician, sees prices',
    'staff without rights',
    'staff, schedules',
    'staff, edits the schedule',
  ],
  'the company and the holder of the link': [...members, 'holder of the link'],
  // A visitor here is somebody who guessed an id: no such link.
  'holders of the link who see prices': [
    ...admins,
    'technician, sees prices',
    'staff without rights',
    'staff, schedules',
    'staff, edits the schedule',
    'platform administrator',
    'holder of the link',
  ],
  'holders of the link': [...members, 'platform administrator', 'holder of the link'],
} as const satisfies Record<string, readonly RoleName[]>;
export type Group = keyof typeof openTo;
