/** The callers in the test of all routes: members by permission, and callers from outside the company. */
export const roles = [
  'owner',
  // Technicians assigned to the appointment, by permission.
  'technician with all permissions',
  'technician, company admin only',
  'technician, schedules',
  'technician, publishes',
  'technician, edits templates',
  'technician, adds comments',
  'technician, sees prices',
  'technician without permissions',
  // Has the permission, and is not assigned to the appointment.
  'technician not assigned, schedules',
  'staff without permissions',
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
  'technician with all permissions',
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
  'technician without permissions',
  'technician not assigned, schedules',
  'staff without permissions',
  'staff, schedules',
  'staff, edits the schedule',
];
const editors: RoleName[] = [...admins, 'technician, schedules', 'staff, edits the schedule'];

/** The roles to which each group of routes is open; it is closed to all others. */
export const openTo = {
  everyone: roles,
  'only with the session cookie': [],
  'signed in': [...members, 'platform administrator'],
  'the platform': ['platform administrator'],
  'the company': members,
  'company admins': admins,
  'the author of the note': ['owner'],
  'who edits other calendars': [...admins, 'staff, edits the schedule'],
  'who schedules': [
    'owner',
    'technician with all permissions',
    'technician, schedules',
    'technician not assigned, schedules',
    'staff, schedules',
  ],
  'who books or moves': [...editors, 'technician not assigned, schedules', 'staff, schedules'],
  'who edits the appointment': editors,
  // Each appointment is checked on its own, and named in the response.
  'who edits some appointments': [...editors, 'technician not assigned, schedules'],
  'who edits the report': [
    ...editors,
    'technician, publishes',
    'technician, edits templates',
    'technician, adds comments',
    'technician, sees prices',
    'technician without permissions',
  ],
  'who publishes': [...admins, 'technician, publishes'],
  'who edits templates': ['owner', 'technician with all permissions', 'technician, edits templates'],
  'who adds comments': [
    'owner',
    'technician with all permissions',
    'technician, edits templates',
    'technician, adds comments',
  ],
  'who sees prices': [
    ...admins,
    'technician, sees prices',
    'staff without permissions',
    'staff, schedules',
    'staff, edits the schedule',
  ],
  'the company and the holder of the link': [...members, 'holder of the link'],
  // A visitor here has a guessed id that belongs to no link.
  'holders of the link and who sees prices': [
    ...admins,
    'technician, sees prices',
    'staff without permissions',
    'staff, schedules',
    'staff, edits the schedule',
    'platform administrator',
    'holder of the link',
  ],
  // Members read such pages as the company, not as the person.
  'holders of a personal link': ['platform administrator', 'holder of the link'],
  'holders of the link': [...members, 'platform administrator', 'holder of the link'],
} as const satisfies Record<string, readonly RoleName[]>;
export type Group = keyof typeof openTo;

/** Routes by the group of roles that may call them. */
export type RouteAccess = Partial<Record<Group, readonly string[]>>;
