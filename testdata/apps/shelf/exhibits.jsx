import '@radix-ui/themes/styles.css';
import { AlertDialog, Badge, Box, Button, Card, Dialog, DropdownMenu, Flex, Heading, IconButton, Popover, SegmentedControl, Select, Switch, Table, Tabs, Text, TextField, Theme } from '@radix-ui/themes';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const load = () => JSON.parse(localStorage.getItem('rows') ?? '[]');
const halls = ['East wing', 'North wing', 'Rotunda', 'Basement'];
const more = <svg width="15" height="15" fill="currentColor"><circle cx="7" cy="2" r="1.2" /><circle cx="7" cy="7" r="1.2" /><circle cx="7" cy="12" r="1.2" /></svg>;

function Exhibits() {
  const [rows, setRows] = useState(load);
  const [form, setForm] = useState(null);
  const [gone, setGone] = useState(null);
  const [guide, setGuide] = useState('');
  const keep = (all) => { localStorage.setItem('rows', JSON.stringify(all)); setRows(all); };
  const put = (row) => keep(row.id ? rows.map((r) => (r.id === row.id ? row : r)) : [...rows, { ...row, id: Date.now() }]);
  return (
    <Theme><Box p="5">
      <Flex justify="between" mb="3"><Heading>Museum</Heading><Button onClick={() => setForm({ name: '', hall: halls[0], status: 'planned', guide: 'nobody', shown: 'no' })}>Add exhibit</Button></Flex>
      <Tabs.Root defaultValue="all"><Tabs.List><Tabs.Trigger value="all">Exhibits</Tabs.Trigger><Tabs.Trigger value="visible">Visibility</Tabs.Trigger></Tabs.List>
        <Tabs.Content value="all"><Table.Root><Table.Header><Table.Row>{['Exhibit', 'Hall', 'Status', 'Guide', ''].map((h) => <Table.ColumnHeaderCell key={h}>{h}</Table.ColumnHeaderCell>)}</Table.Row></Table.Header>
          <Table.Body>{rows.map((r) => (
            <Table.Row key={r.id}><Table.RowHeaderCell>{r.name}</Table.RowHeaderCell><Table.Cell>{r.hall}</Table.Cell><Table.Cell><Badge>{r.status}</Badge></Table.Cell>
              <Table.Cell><Popover.Root onOpenChange={() => setGuide('')}><Popover.Trigger><Button variant="ghost">{r.guide}</Button></Popover.Trigger><Popover.Content>
                <Flex gap="2"><TextField.Root placeholder="Name of the guide" value={guide} onChange={(e) => setGuide(e.target.value)} /><Popover.Close><Button onClick={() => put({ ...r, guide })}>Apply</Button></Popover.Close></Flex></Popover.Content></Popover.Root></Table.Cell>
              <Table.Cell><DropdownMenu.Root><DropdownMenu.Trigger><IconButton variant="ghost">{more}</IconButton></DropdownMenu.Trigger><DropdownMenu.Content>
                <DropdownMenu.Item onSelect={() => setForm(r)}>Edit</DropdownMenu.Item>
                <DropdownMenu.Sub><DropdownMenu.SubTrigger>Status</DropdownMenu.SubTrigger><DropdownMenu.SubContent>{['planned', 'open', 'closed'].map((s) => <DropdownMenu.Item key={s} onSelect={() => put({ ...r, status: s })}>{s}</DropdownMenu.Item>)}</DropdownMenu.SubContent></DropdownMenu.Sub>
                <DropdownMenu.Separator /><DropdownMenu.Item color="red" onSelect={() => setGone(r)}>Remove</DropdownMenu.Item></DropdownMenu.Content></DropdownMenu.Root></Table.Cell></Table.Row>))}</Table.Body></Table.Root></Tabs.Content>
        <Tabs.Content value="visible"><Flex direction="column" gap="2" mt="3">{rows.map((r) => <Card key={r.id}><Flex justify="between"><Text>{r.name}</Text><Switch checked={r.shown === 'yes'} onCheckedChange={(on) => put({ ...r, shown: on ? 'yes' : 'no' })} /></Flex></Card>)}</Flex></Tabs.Content>
      </Tabs.Root>
      <Dialog.Root open={form !== null} onOpenChange={(o) => !o && setForm(null)}><Dialog.Content>
        <Dialog.Title>{form?.id ? 'Edit the exhibit' : 'New exhibit'}</Dialog.Title><Dialog.Description>Visitors see the name on the plan.</Dialog.Description>
        {form && <Flex direction="column" gap="3"><label><Text as="div">Name</Text><TextField.Root value={form.name} onChange={(e) => setForm({ ...form, name: e.target.value })} /></label>
          <label><Text as="div">Hall</Text><Select.Root value={form.hall} onValueChange={(hall) => setForm({ ...form, hall })}><Select.Trigger /><Select.Content>{halls.map((h) => <Select.Item key={h} value={h}>{h}</Select.Item>)}</Select.Content></Select.Root></label>
          <SegmentedControl.Root value={form.status} onValueChange={(status) => setForm({ ...form, status })}>{['planned', 'open', 'closed'].map((s) => <SegmentedControl.Item key={s} value={s}>{s}</SegmentedControl.Item>)}</SegmentedControl.Root></Flex>}
        <Flex gap="3" mt="4" justify="end"><Dialog.Close><Button variant="soft">Cancel</Button></Dialog.Close><Button onClick={() => { put(form); setForm(null); }}>Save</Button></Flex>
      </Dialog.Content></Dialog.Root>
      <AlertDialog.Root open={gone !== null} onOpenChange={(o) => !o && setGone(null)}><AlertDialog.Content><AlertDialog.Title>Remove {gone?.name}?</AlertDialog.Title><AlertDialog.Description>This cannot be undone.</AlertDialog.Description>
        <Flex gap="3" mt="4" justify="end"><AlertDialog.Cancel><Button variant="soft">Cancel</Button></AlertDialog.Cancel><AlertDialog.Action><Button color="red" onClick={() => keep(rows.filter((r) => r.id !== gone.id))}>Remove exhibit</Button></AlertDialog.Action></Flex></AlertDialog.Content></AlertDialog.Root>
    </Box></Theme>
  );
}

createRoot(document.getElementById('root')).render(<Exhibits />);
