import { Button, Menu, Skeleton } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useRead, useWrite } from '#web/api.ts';
import { loadMessages, useTranslation } from '#web/i18n.ts';
import { useNavigateTo, usePageLocation } from '#web/navigation/navigation.tsx';
import { IconChevronDown } from '#web/ui/layout/icons.ts';
import { listViews, removeView, type SavedView, updateView, type ViewList } from '../view-contract.ts';
import { useSetColumns } from './column-picker.tsx';
import { ViewDialog } from './view-dialog.tsx';

interface Props {
  list: ViewList;
  /** The visible columns of the list shown, which are saved with a view. */
  columns?: SavedView['columns'];
}

/**
 * The saved views of a list: opens, saves, overwrites, renames and deletes them. The list keeps its filters and order in
 * the URL; a list opened without any starts with the default view.
 */
export function SavedViews(props: Props) {
  const [isReady, setReady] = useState(false);
  useEffect(() => {
    void loadMessages('auth').then(() => setReady(true));
  }, []);
  return isReady ? <ViewsMenu {...props} /> : <MenuPlace />;
}

/** As large as the menu's button, so that nothing moves when it appears. */
function MenuPlace() {
  return (
    <Skeleton w="auto" aria-hidden>
      <Button variant="default" tabIndex={-1} rightSection={<IconChevronDown size={14} aria-hidden />}>
        {'\u2007'.repeat(5)}
      </Button>
    </Skeleton>
  );
}

/** The address without the name of the view, in a fixed order, so that two can be compared. */
function addressOf(search: string): string {
  const params = new URLSearchParams(search);
  params.delete('view');
  params.sort();
  return params.toString();
}

function useViews(list: ViewList) {
  const { path, search } = usePageLocation();
  const go = useNavigateTo();
  const setColumns = useSetColumns();
  const views = useRead(listViews, { list }).data?.views ?? [];
  const openId = new URLSearchParams(search).get('view') ?? '';
  const open = (view: SavedView) => {
    if (view.columns) setColumns(view.columns.list, view.columns.shown);
    go(`${path}?${new URLSearchParams([...new URLSearchParams(view.address), ['view', view.id]])}`, {
      replace: true,
      keepScroll: true,
    });
  };
  const byDefault = search === '' ? views.find((one) => one.is_default) : undefined;
  const [wasOpened, setOpened] = useState(search !== '');
  useEffect(() => {
    if (wasOpened || !byDefault) return;
    setOpened(true);
    open(byDefault);
  });
  const active = views.find((one) => one.id === openId);
  return { views, active, open, address: addressOf(search), path, go };
}

function ViewsMenu({ list, columns = null }: Props) {
  const t = useTranslation('auth');
  const { views, active, open, address, path, go } = useViews(list);
  const [naming, setNaming] = useState<'new' | 'rename' | null>(null);
  const update = useWrite(updateView, { toast: t('views.saved') });
  const remove = useWrite(removeView, {
    toast: t('views.removed'),
    onDone: () => go(`${path}?${address}`, { replace: true, keepScroll: true }),
  });
  const isChanged =
    active !== undefined &&
    (active.address !== address || JSON.stringify(active.columns) !== JSON.stringify(columns));
  const label = active && (isChanged ? t('views.changed', { name: active.name }) : active.name);
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {label ?? t('views.button')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {views.length === 0 && <Menu.Label>{t('views.none')}</Menu.Label>}
          <Menu.RadioGroup
            value={active?.id ?? ''}
            onChange={(id) => {
              const view = views.find((one) => one.id === id);
              if (view) open(view);
            }}
          >
            {views.map((one) => (
              <Menu.RadioItem key={one.id} value={one.id} closeMenuOnClick>
                {one.is_default ? `${one.name} · ${t('views.default')}` : one.name}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item onClick={() => setNaming('new')}>{t('views.save')}</Menu.Item>
          {active && (
            <>
              {isChanged && (
                <Menu.Item onClick={() => void update.send({ id: active.id, address, columns })}>
                  {t('views.overwrite', { name: active.name })}
                </Menu.Item>
              )}
              <Menu.Label>{t('views.this')}</Menu.Label>
              <Menu.Item onClick={() => setNaming('rename')}>{t('views.rename')}</Menu.Item>
              <Menu.Item onClick={() => void update.send({ id: active.id, is_default: !active.is_default })}>
                {t(active.is_default ? 'views.dropDefault' : 'views.makeDefault')}
              </Menu.Item>
              <Menu.Item color="red" onClick={() => void remove.send({ id: active.id })}>
                {t('views.remove')}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {naming && (
        <ViewDialog
          list={list}
          content={{ address, columns }}
          renamed={naming === 'rename' ? active : undefined}
          onClose={() => setNaming(null)}
          onSaved={(view) => naming === 'new' && open(view)}
        />
      )}
    </>
  );
}
