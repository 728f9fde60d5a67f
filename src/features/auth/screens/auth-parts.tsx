import { Anchor, PasswordInput, type PasswordInputProps, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/i18n.ts';
import { AppLink } from '#web/link.tsx';
import { useSession } from '#web/session.ts';
import { IconArrowLeft } from '#web/ui/layout/icons.ts';
import { usePageTitle } from '#web/ui/layout/page-header.tsx';

/** Heading and one sentence above a form of signing in. */
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

/** A line below the form with a link elsewhere. */
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

/** Where the login is; for somebody signed in the one that does not lead them away (decisions G-AUTH-5). */
export function useLoginPath(): string {
  return useSession().status === 'signed-in' ? '/auth/login-unprotected' : '/auth/login';
}

/** The way back to the login. */
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

/** A password field whose eye has a name. */
export function SecretInput(props: PasswordInputProps) {
  const t = useTranslation('auth');
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }} {...props} />;
}

/** A link to a page of the public entry, in a new tab so that the form keeps what was typed. */
export function LegalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" inherit underline="always">
      {children}
    </Anchor>
  );
}
