import { Button, Group, Stack, TextInput, Title } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { AppearanceMenu } from './shell/appearance-menu.tsx';
import { statusTokens, type Tone } from './theme/colors.ts';
import { type ToastKind, toast } from './toast.ts';
import { confirm } from './ui/dialog/confirm.tsx';
import { Dialog } from './ui/dialog/dialog.tsx';
import { Notice } from './ui/feedback/notice.tsx';
import { CardSkeleton, EmptyState, ErrorState, LinesSkeleton } from './ui/feedback/states.tsx';
import { PhoneInput, ZipInput } from './ui/inputs/digit-inputs.tsx';
import { FileDrop, imageMaxBytes, imageTypes } from './ui/inputs/file-drop.tsx';
import { FieldGrid } from './ui/inputs/form.tsx';
import { NumberTextInput } from './ui/inputs/number-text-input.tsx';
import { SearchBox } from './ui/inputs/search-box.tsx';
import { IconPlus, IconUsers } from './ui/layout/icons.ts';
import { MoneyText } from './ui/layout/money-text.tsx';
import { PageHeader } from './ui/layout/page-header.tsx';
import { PersonAvatar } from './ui/layout/person-avatar.tsx';
import { StatusPill } from './ui/layout/status-pill.tsx';
import { type Column, DataTable, type Rows } from './ui/table/data-table.tsx';

// Development only; its texts are not translated.

interface Sample {
  id: string;
  name: string;
  email: string;
  fee: number;
}

const rows: Sample[] = ['Ada Young', 'Bo Xu', 'Cy Weaver'].map((name, i) => ({
  id: String(i),
  name,
  email: `${name.split(' ')[0]?.toLowerCase()}@example.test`,
  fee: 475.5 * (i + 1),
}));
const columns: Column<Sample>[] = [
  { key: 'name', header: 'Name', render: (row) => row.name, phone: 'title' },
  { key: 'email', header: 'Email', render: (row) => row.email, phone: 'sub' },
  {
    key: 'fee',
    header: 'Fee',
    render: (row) => <MoneyText amount={row.fee} />,
    align: 'right',
    phone: 'side',
  },
];
const lists: Record<string, Rows<Sample>> = {
  loaded: { rows, status: 'loaded' },
  loading: { rows: [], status: 'loading' },
  empty: { rows: [], status: 'loaded' },
  failed: { rows: [], status: 'failed', retry: () => toast('Trying again') },
};

/** Shows every component of the UI kit in its states, for visual review, axe and screenshots. */
export function KitGallery() {
  return (
    <main style={{ maxWidth: 1100, margin: '0 auto', padding: 16 }}>
      <Group justify="flex-end">
        <AppearanceMenu />
      </Group>
      <PageHeader
        title="Kit"
        purpose="Every component of the UI kit, in all its states"
        primary={{
          label: 'Add one',
          icon: <IconPlus size={18} />,
          onClick: () => toast('Added', { kind: 'success' }),
        }}
        titleExtra={<StatusPill tone="ok">Ready</StatusPill>}
        breadcrumbs={[{ label: 'Start', to: '/' }]}
      />
      <Buttons />
      <States />
      <Toasts />
      <Fields />
      <Dialogs />
      <Lists />
      <Part title="Whole states">
        <EmptyState
          icon={<IconUsers size={24} />}
          title="No clients yet"
          hint="Add the first one, or import a list."
          action={<Button>Add client</Button>}
        />
        <ErrorState onRetry={() => toast('Trying again')} />
        <LinesSkeleton />
        <CardSkeleton height={80} />
      </Part>
    </main>
  );
}

function Buttons() {
  return (
    <Part title="Buttons">
      <Group>
        <Button>Filled</Button>
        <Button variant="default">Default</Button>
        <Button variant="light">Light</Button>
        <Button variant="subtle">Subtle</Button>
        <Button color="red">Delete</Button>
        <Button disabled>Disabled</Button>
        <Button loading>Saving</Button>
      </Group>
    </Part>
  );
}

function States() {
  return (
    <Part title="States">
      <Group>
        {(Object.keys(statusTokens) as Tone[]).map((tone) => (
          <StatusPill key={tone} tone={tone}>
            {tone}
          </StatusPill>
        ))}
        <PersonAvatar first_name="Ada" last_name="Young" />
      </Group>
      {(Object.keys(statusTokens) as Tone[]).map((tone) => (
        <Notice key={tone} tone={tone} title={`A ${tone} notice`}>
          With a sentence that says what to do.
        </Notice>
      ))}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap={12} mb={36}>
      <Title order={2}>{title}</Title>
      {children}
    </Stack>
  );
}

function Toasts() {
  return (
    <Part title="Notices">
      <Group>
        {(['info', 'success', 'warning', 'error'] as ToastKind[]).map((kind) => (
          <Button
            key={kind}
            variant="default"
            onClick={() => toast(`This is a notice of kind ${kind}`, { kind })}
          >
            {kind}
          </Button>
        ))}
      </Group>
    </Part>
  );
}

function Fields() {
  return (
    <Part title="Fields">
      <FieldGrid>
        <TextInput label="Text" description="Help text below" placeholder="Placeholder" />
        <TextInput label="With an error" error="Email is not valid" defaultValue="not an email" />
        <PhoneInput label="Phone" defaultValue="5125550199" />
        <ZipInput label="Zip code" />
        <NumberTextInput label="Square Feet" value={2400} onChange={() => undefined} />
        <SearchBox value="" onSearch={(text) => toast(`Search: ${text || 'nothing'}`)} />
        <FileDrop
          accept={imageTypes}
          maxBytes={imageMaxBytes}
          onFiles={(files) => toast(files[0]?.name ?? '')}
        />
      </FieldGrid>
    </Part>
  );
}

function Dialogs() {
  const [opened, setOpened] = useState(false);
  const ask = async () => {
    const yes = await confirm({
      title: 'Delete this?',
      text: 'It cannot be undone.',
      yes: 'Delete',
      destroys: true,
    });
    toast(yes ? 'Deleted' : 'Kept');
  };
  return (
    <Part title="Dialogs">
      <Group>
        <Button variant="default" onClick={() => setOpened(true)}>
          Dialog
        </Button>
        <Button variant="default" onClick={() => void ask()}>
          Confirm
        </Button>
      </Group>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title="New Client"
        width={900}
        footer={
          <>
            <Button variant="default" onClick={() => setOpened(false)}>
              Cancel
            </Button>
            <Button onClick={() => setOpened(false)}>Save</Button>
          </>
        }
      >
        <FieldGrid>
          <TextInput label="First name" data-autofocus />
          <TextInput label="Last name" />
        </FieldGrid>
      </Dialog>
    </Part>
  );
}

function Lists() {
  return (
    <Part title="Lists">
      {Object.entries(lists).map(([name, of]) => (
        <DataTable
          key={name}
          label={`Clients, ${name}`}
          of={of}
          columns={columns}
          rowKey={(row) => row.id}
          rowName={(row) => row.name}
          rowActions={(row) => [
            { label: 'Edit', run: () => toast(`Edit ${row.name}`) },
            { label: 'Delete', destroys: true, separate: true, run: () => toast(`Delete ${row.name}`) },
          ]}
          skeletonRows={3}
          empty={{ icon: <IconUsers size={24} />, title: 'No clients yet', hint: 'Add the first one.' }}
        />
      ))}
    </Part>
  );
}
