import { Avatar } from '@mantine/core';
import { useStoredPicture } from '../../pictures.ts';

interface Props {
  first_name: string;
  last_name: string;
  profile_pic?: string | null;
  size?: number;
}

/** A person's picture, or their initials on a neutral tint. */
export function PersonAvatar({ first_name, last_name, profile_pic, size = 32 }: Props) {
  const initials = `${first_name.charAt(0)}${last_name.charAt(0)}`.toUpperCase();
  const picture = useStoredPicture(profile_pic);
  return (
    <Avatar
      src={picture}
      size={size}
      radius="xl"
      alt=""
      styles={{
        placeholder: { color: 'var(--app-mute-text)', background: 'var(--app-mute-tint)', fontWeight: 600 },
      }}
    >
      {initials}
    </Avatar>
  );
}

/** Joins first and last name with one space, omitting missing ones. */
export function fullName(person: { first_name?: string | null; last_name?: string | null }): string {
  return [person.first_name, person.last_name].filter(Boolean).join(' ');
}
