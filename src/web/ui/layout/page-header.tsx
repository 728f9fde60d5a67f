import { ActionIcon, Button, Group, Text, Title } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { AppLink } from '../../navigation/link.tsx';
import { IconChevronRight } from './icons.ts';
import classes from './page-header.module.css';
import { useIsPhone } from './use-is-phone.ts';

interface Props {
  title: string;
  /** One line about the purpose of the page. */
  purpose?: ReactNode;
  /** Next to the title: status pills and the like. */
  titleExtra?: ReactNode;
  /** The only filled button of the page; on a phone it becomes an icon button. Quiet: it is not the next step now. */
  primary?:
    | { label: string; icon: ReactNode; onClick: () => void; disabled?: boolean; isQuiet?: boolean }
    | undefined;
  /** Other buttons, before the filled one. */
  actions?: ReactNode;
  breadcrumbs?: { label: string; to: string }[];
}

/**
 * The header of a page: breadcrumbs, the only h1, the purpose of the page, and its actions. Also sets the title of the
 * browser tab.
 */
export function PageHeader({ title, purpose, titleExtra, primary, actions, breadcrumbs }: Props) {
  const isPhone = useIsPhone();
  usePageTitle(title);
  return (
    <header className={classes.header}>
      {breadcrumbs && breadcrumbs.length > 0 && (
        <nav aria-label="Breadcrumb" className={classes.crumbs}>
          {breadcrumbs.map((crumb) => (
            <span key={crumb.to} className={classes.crumb}>
              <AppLink to={crumb.to} c="dimmed" fz="sm">
                {crumb.label}
              </AppLink>
              <IconChevronRight size={14} aria-hidden />
            </span>
          ))}
        </nav>
      )}
      <div className={classes.line}>
        <div className={classes.text}>
          <Group gap={10} align="center">
            <Title order={1} className={classes.title}>
              {title}
            </Title>
            {titleExtra}
          </Group>
          {purpose && (
            <Text c="dimmed" fz="md" mt={2}>
              {purpose}
            </Text>
          )}
        </div>
        {(actions || primary) && (
          <Group gap={8} wrap={isPhone ? 'wrap' : 'nowrap'} className={classes.actions}>
            {actions}
            {primary && <PrimaryButton {...primary} isPhone={isPhone} />}
          </Group>
        )}
      </div>
    </header>
  );
}

function PrimaryButton({
  label,
  icon,
  onClick,
  disabled = false,
  isQuiet = false,
  isPhone,
}: NonNullable<Props['primary']> & { isPhone: boolean }) {
  const variant = isQuiet ? 'default' : 'filled';
  if (isPhone)
    return (
      <ActionIcon size={44} variant={variant} aria-label={label} onClick={onClick} disabled={disabled}>
        {icon}
      </ActionIcon>
    );
  return (
    <Button variant={variant} leftSection={icon} onClick={onClick} disabled={disabled}>
      {label}
    </Button>
  );
}

/** Sets the title of the browser tab while the page is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} · Gable` : 'Gable';
  }, [title]);
}
