import '@mantine/core/styles.css';
import { ActionIcon, Alert, Badge, Button, Chip, Group, MantineProvider, Menu, Modal, NumberInput, SegmentedControl, Select, Switch, Table, Tabs, TextInput } from '@mantine/core';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const load = () => JSON.parse(localStorage.getItem('rows') ?? '[]');

function Tasks() {
  const [rows, setRows] = useState(load);
  const [form, setForm] = useState(null);
  const [gone, setGone] = useState(null);
  const [said, setSaid] = useState('');
  const [state, setState] = useState('All');
  const keep = (all, say) => {
    localStorage.setItem('rows', JSON.stringify(all));
    setRows(all);
    setSaid(say);
  };
  const put = (row, say) => keep(row.id ? rows.map((r) => (r.id === row.id ? row : r)) : [...rows, { ...row, id: Date.now() }], say);
  const field = (name) => ({ value: form?.[name] ?? '', onChange: (e) => setForm({ ...form, [name]: e?.currentTarget ? e.currentTarget.value : e }) });
  const shown = rows.filter((r) => state === 'All' || r.state === state);
  return (
    <MantineProvider>
      <Tabs defaultValue="tasks" p="md">
        <Tabs.List><Tabs.Tab value="tasks">Tasks</Tabs.Tab><Tabs.Tab value="about">About</Tabs.Tab></Tabs.List>
        <Tabs.Panel value="about">Tasks of the garden.</Tabs.Panel>
        <Tabs.Panel value="tasks" pt="md">
          <Group><Button onClick={() => setForm({ owner: 'Nina', state: 'Planned', hours: '1', urgent: '-' })}>Plan a task</Button>
            <Chip.Group value={state} onChange={setState}>{['All', 'Planned', 'Started', 'Finished'].map((s) => <Chip key={s} value={s}>{s}</Chip>)}</Chip.Group></Group>
          {said && <Alert withCloseButton closeButtonLabel="Close" onClose={() => setSaid('')}>{said}</Alert>}
          <Table><Table.Thead><Table.Tr><Table.Th>Task</Table.Th><Table.Th>Owner</Table.Th><Table.Th>State</Table.Th><Table.Th>Hours</Table.Th><Table.Th>Urgent</Table.Th><Table.Th /></Table.Tr></Table.Thead>
            <Table.Tbody>{shown.map((r) => (
              <Table.Tr key={r.id}><Table.Td>{r.title}</Table.Td><Table.Td>{r.owner}</Table.Td><Table.Td><Badge>{r.state}</Badge></Table.Td><Table.Td>{r.hours}</Table.Td>
                <Table.Td><Switch checked={r.urgent === 'urgent'} onChange={(e) => put({ ...r, urgent: e.currentTarget.checked ? 'urgent' : '-' }, '')} /></Table.Td>
                <Table.Td><Menu withinPortal><Menu.Target><ActionIcon variant="subtle"><svg width="16" height="16"><circle cx="8" cy="3" r="1.5" /><circle cx="8" cy="8" r="1.5" /><circle cx="8" cy="13" r="1.5" /></svg></ActionIcon></Menu.Target>
                  <Menu.Dropdown><Menu.Item onClick={() => setForm(r)}>Edit</Menu.Item><Menu.Item onClick={() => put({ ...r, state: 'Finished' }, `${r.title} is finished`)}>Finish</Menu.Item><Menu.Item color="red" onClick={() => setGone(r)}>Remove</Menu.Item></Menu.Dropdown></Menu></Table.Td></Table.Tr>))}
            </Table.Tbody></Table>
        </Tabs.Panel>
      </Tabs>
      <Modal opened={form !== null} onClose={() => setForm(null)} title={form?.id ? 'Edit the task' : 'A new task'}>
        {form && <><TextInput label="Title" withAsterisk {...field('title')} /><Select label="Owner" searchable data={['Nina', 'Oskar', 'Petra', 'Quentin']} {...field('owner')} /><NumberInput label="Hours" {...field('hours')} />
          <SegmentedControl data={['Planned', 'Started', 'Finished']} {...field('state')} />
          <Group mt="md"><Button variant="default" onClick={() => setForm(null)}>Cancel</Button><Button onClick={() => { put({ ...form, hours: String(form.hours) }, 'Saved'); setForm(null); }}>Save</Button></Group></>}
      </Modal>
      <Modal opened={gone !== null} onClose={() => setGone(null)} title="Remove this task?">
        <Group><Button variant="default" onClick={() => setGone(null)}>Keep it</Button><Button color="red" onClick={() => { keep(rows.filter((r) => r.id !== gone.id), 'Removed'); setGone(null); }}>Remove</Button></Group>
      </Modal>
    </MantineProvider>
  );
}

createRoot(document.getElementById('root')).render(<Tasks />);
