import { z } from 'zod/mini';
import { id } from '#wire/fields.ts';

/** A person as shown in a picker. */
export const personOption = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  profile_pic: z.nullable(z.string()),
});

/** A person who performs inspections: the owner and the technicians. */
export const technician = z.object({
  id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  phone: z.string(),
  color: z.string(),
  profile_pic: z.nullable(z.string()),
  status: z.number(),
  user_type: z.number(),
});
