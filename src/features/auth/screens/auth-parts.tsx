import { Anchor, PasswordInput, type PasswordInputProps, Stack, Text, Title } from '@mantine/core';
import { type ChangeEvent, type ReactNode, useState } from 'react';
import { passwordProblem } from '#domain/base/passwords.ts';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/navigation/link.tsx';
import { useSession } from '#web/session.ts';
import { IconArrowLeft } from '#web/ui/layout/icons.ts';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';

/** The heading and subtitle above a sign-in form. */
export function AuthHeading({
  icon,
  title,
  children,
}: {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
}) {
  usePageTitle(title);
  return (
    <Stack gap={6} mb={24}>
      {icon}
      <Title order={1} fz={26} lh="32px">
        {title}
      </Title>
      {children && <Text c="dimmed">{children}</Text>}
    </Stack>
  );
}

/** A line with a link below the form. */
export function AuthFooterLink({ text, link, to }: { text?: string; link: string; to: string }) {
  return (
    <Text mt={24} c="dimmed">
      {text}{' '}
      <AppLink to={to} fw={500}>
        {link}
      </AppLink>
    </Text>
  );
}

/** The path of the login page; for signed-in users the one that does not redirect them (decision G-AUTH-5). */
export function useLoginPath(): string {
  return useSession().status === 'signed-in' ? '/auth/login-unprotected' : '/auth/login';
}

/** A link back to the login. */
export function BackToLogin() {
  const t = useTranslation('auth');
  return (
    <AppLink
      to={useLoginPath()}
      fw={500}
      mt={24}
      style={{ display: 'inline-flex', alignItems: 'center', gap: 6 }}
    >
      <IconArrowLeft size={16} aria-hidden />
      {t('backToLogin')}
    </AppLink>
  );
}

/** A password field whose visibility toggle has an accessible name. */
export function SecretInput(props: PasswordInputProps) {
  const t = useTranslation('auth');
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }} {...props} />;
}

interface NewPasswordProps extends PasswordInputProps {
  onChange?: (event: ChangeEvent<HTMLInputElement>) => void;
  /** The user's names as far as this screen knows them, none of which is a password. */
  ownNames: () => readonly string[];
}

/** The field for a new password, with what is wrong with it while it is typed. The server knows common passwords as well. */
export function NewPasswordInput({ ownNames, onChange, ...props }: NewPasswordProps) {
  const t = useTranslation('auth');
  const [typed, setTyped] = useState('');
  const problem = typed === '' ? null : passwordProblem(typed, ownNames());
  return (
    <SecretInput
      {...props}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange?.(event);
      }}
      autoComplete="new-password"
      description={problem && !props.error ? t(`passwordProblem.${problem}`) : t('passwordRule')}
    />
  );
}

/** A link to a public page, opened in a new tab so that the form preserves its input. */
export function LegalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" inherit underline="always">
      {children}
    </Anchor>
  );
}
