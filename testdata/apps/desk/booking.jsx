import React, { useState } from 'react';
import { createRoot } from 'react-dom/client';
import '@mantine/core/styles.css';
import {
  Accordion, ActionIcon, Avatar, Burger, Button, Checkbox, Chip, ColorSwatch, FileInput, Group, MantineProvider, Menu, MultiSelect, NumberInput, Pagination, PasswordInput, Rating, SegmentedControl, Select, Stack, Switch, Table, Tabs, TagsInput, TextInput, Title, Tooltip,
} from '@mantine/core';

const boats = [
  { name: 'Albatros', berth: 'A 4', due: '12 June' },
  { name: 'Brigitta', berth: 'B 11', due: '14 June' },
  { name: 'Cormoran', berth: 'A 9', due: '20 June' },
];
// Icons have the classes that the library's usual set gives them.
const draw = (name, d) => <svg viewBox="0 0 24 24" width="16" height="16" fill="none" stroke="currentColor" className={`tabler-icon tabler-icon-${name}`}><path d={d} /></svg>;
const pen = () => draw('pencil', 'M4 20h4l10-10-4-4L4 16z');
const bin = () => draw('trash', 'M4 7h16M9 7v-3h6v3M6 7l1 13h10l1-13');
const bell = () => draw('bell', 'M6 17h12l-2-3v-4a4 4 0 0 0-8 0v4z');

function Page() {
  const [seats, setSeats] = useState(2);
  return (
    <Stack p="md" w={1150}>
      <Group justify="space-between">
        <Group>
          <Burger opened={false} aria-label="Toggle navigation" />
          <Title order={3}>Harbour desk</Title>
          <Tabs defaultValue="stays"><Tabs.List><Tabs.Tab value="stays">Stays</Tabs.Tab><Tabs.Tab value="arrivals">Arrivals</Tabs.Tab><Tabs.Tab value="fees">Fees</Tabs.Tab></Tabs.List></Tabs>
        </Group>
        <Group>
          <Tooltip label="Notices"><ActionIcon variant="default">{bell()}</ActionIcon></Tooltip>
          <Menu><Menu.Target><Button variant="subtle" leftSection={<Avatar size="sm" name="Ines Holm" />}>Ines Holm</Button></Menu.Target><Menu.Dropdown><Menu.Item>Sign out</Menu.Item></Menu.Dropdown></Menu>
        </Group>
      </Group>
      <Group align="flex-start" grow>
        <Stack>
          <TextInput label="Skipper" placeholder="Name of the skipper" />
          <Select label="Berth" placeholder="Choose a berth" data={['A 1', 'A 2', 'B 3']} clearable defaultValue="A 2" />
          <MultiSelect label="Services" data={['Water', 'Power', 'Laundry']} defaultValue={['Water', 'Power']} />
          <NumberInput label="Crew" value={seats} onChange={setSeats} min={1} />
          <PasswordInput label="Gate code" />
          <FileInput label="Papers" placeholder="Add the papers" />
        </Stack>
        <Stack>
          <SegmentedControl data={['Day', 'Week', 'Season']} />
          <Switch label="Arrives at night" />
          <Checkbox label="Insured" defaultChecked />
          <Group><Chip defaultChecked>Sail</Chip><Chip>Motor</Chip></Group>
          <Rating defaultValue={2} />
          <Group><ColorSwatch component="button" color="#c33" aria-label="Red flag" /><ColorSwatch component="button" color="#3a3" aria-label="Green flag" /></Group>
          <TagsInput label="Tags" defaultValue={['regular']} />
          <Accordion defaultValue="rules"><Accordion.Item value="rules"><Accordion.Control>Rules of the house</Accordion.Control><Accordion.Panel>No fires.</Accordion.Panel></Accordion.Item><Accordion.Item value="tides"><Accordion.Control>Tides</Accordion.Control><Accordion.Panel>High at nine.</Accordion.Panel></Accordion.Item></Accordion>
        </Stack>
      </Group>
      <Table>
        <Table.Thead><Table.Tr><Table.Th><Checkbox aria-label="Select all" /></Table.Th><Table.Th>Boat</Table.Th><Table.Th>Berth</Table.Th><Table.Th>Leaves</Table.Th><Table.Th /></Table.Tr></Table.Thead>
        <Table.Tbody>{boats.map((b) => (
          <Table.Tr key={b.name}>
            <Table.Td><Checkbox /></Table.Td><Table.Td>{b.name}</Table.Td><Table.Td>{b.berth}</Table.Td><Table.Td>{b.due}</Table.Td>
            <Table.Td><Group><Tooltip label="Change"><ActionIcon variant="subtle">{pen()}</ActionIcon></Tooltip><Tooltip label="Remove"><ActionIcon variant="subtle" color="red">{bin()}</ActionIcon></Tooltip></Group></Table.Td>
          </Table.Tr>
        ))}</Table.Tbody>
      </Table>
      <Group><Pagination total={5} /><Button>Book the berth</Button><Button variant="default">Discard</Button></Group>
    </Stack>
  );
}

createRoot(document.getElementById('root')).render(<MantineProvider><Page /></MantineProvider>);
