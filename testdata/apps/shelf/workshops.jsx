import { Badge, Box, Button, ChakraProvider, Combobox, createListCollection, createToaster, Dialog, Editable, Field, Heading, HStack, IconButton, Input, Menu, NumberInput, Portal, RadioGroup, Select, Stack, Steps, Switch, Table, TagsInput, Toaster, Toast, defaultSystem, useFilter, useListCollection } from '@chakra-ui/react';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';

const load = () => JSON.parse(localStorage.getItem('rows') ?? '[]');
const rooms = createListCollection({ items: ['Attic', 'Barn', 'Cellar', 'Forge'].map((v) => ({ label: v, value: v })) });
const teachers = ['Ayla', 'Boris', 'Carmen', 'Dietrich', 'Elif'].map((v) => ({ label: v, value: v }));
const toaster = createToaster({ placement: 'bottom-end' });
const dots = <svg width="16" height="16" fill="currentColor"><circle cx="3" cy="8" r="1.5" /><circle cx="8" cy="8" r="1.5" /><circle cx="13" cy="8" r="1.5" /></svg>;

function Modal({ open, title, onClose, children, role }) {
  return (
    <Dialog.Root open={open} role={role} onOpenChange={(e) => !e.open && onClose()}>
      <Portal><Dialog.Backdrop /><Dialog.Positioner><Dialog.Content><Dialog.Header><Dialog.Title>{title}</Dialog.Title></Dialog.Header>{children}</Dialog.Content></Dialog.Positioner></Portal>
    </Dialog.Root>
  );
}

function Teacher({ value, onChange }) {
  const { contains } = useFilter({ sensitivity: 'base' });
  const { collection, filter } = useListCollection({ initialItems: teachers, filter: contains });
  return (
    <Combobox.Root collection={collection} value={value ? [value] : []} onInputValueChange={(e) => filter(e.inputValue)} onValueChange={(e) => onChange(e.value[0])}>
      <Combobox.Label>Teacher</Combobox.Label>
      <Combobox.Control><Combobox.Input placeholder="Type to search" /><Combobox.IndicatorGroup><Combobox.ClearTrigger /><Combobox.Trigger /></Combobox.IndicatorGroup></Combobox.Control>
      <Combobox.Positioner><Combobox.Content>{collection.items.map((i) => <Combobox.Item item={i} key={i.value}>{i.label}<Combobox.ItemIndicator /></Combobox.Item>)}</Combobox.Content></Combobox.Positioner>
    </Combobox.Root>
  );
}

function Room({ value, onChange }) {
  return (
    <Select.Root collection={rooms} value={[value]} onValueChange={(e) => onChange(e.value[0])}>
      <Select.HiddenSelect /><Select.Label>Room</Select.Label>
      <Select.Control><Select.Trigger><Select.ValueText placeholder="Choose a room" /></Select.Trigger><Select.IndicatorGroup><Select.Indicator /></Select.IndicatorGroup></Select.Control>
      <Select.Positioner><Select.Content>{rooms.items.map((i) => <Select.Item item={i} key={i.value}>{i.label}<Select.ItemIndicator /></Select.Item>)}</Select.Content></Select.Positioner>
    </Select.Root>
  );
}

// Offer is the wizard for a new workshop.
function Offer({ onDone }) {
  const [step, setStep] = useState(0);
  const [w, setW] = useState({ title: '', teacher: '', room: 'Attic', seats: '10', tags: '-', level: 'beginners', open: 'no' });
  const set = (name) => (v) => setW({ ...w, [name]: v });
  return (
    <Steps.Root step={step} onStepChange={(e) => setStep(e.step)} count={2}>
      <Steps.List>{['Subject', 'Places'].map((t, i) => <Steps.Item key={t} index={i} title={t}><Steps.Trigger><Steps.Indicator /><Steps.Title>{t}</Steps.Title></Steps.Trigger><Steps.Separator /></Steps.Item>)}</Steps.List>
      <Steps.Content index={0}><Stack><Field.Root><Field.Label>Title</Field.Label><Input value={w.title} onChange={(e) => set('title')(e.target.value)} /></Field.Root><Teacher value={w.teacher} onChange={set('teacher')} /></Stack></Steps.Content>
      <Steps.Content index={1}><Stack>
        <Field.Root><Field.Label>Seats</Field.Label><NumberInput.Root value={w.seats} onValueChange={(e) => set('seats')(e.value)}><NumberInput.Control /><NumberInput.Input /></NumberInput.Root></Field.Root>
        <RadioGroup.Root value={w.level} onValueChange={(e) => set('level')(e.value)}><HStack>{['Beginners', 'Advanced'].map((l) => <RadioGroup.Item key={l} value={l.toLowerCase()}><RadioGroup.ItemHiddenInput /><RadioGroup.ItemIndicator /><RadioGroup.ItemText>{l}</RadioGroup.ItemText></RadioGroup.Item>)}</HStack></RadioGroup.Root>
      </Stack></Steps.Content>
      <HStack mt="4"><Steps.PrevTrigger asChild><Button variant="outline">Back</Button></Steps.PrevTrigger>{step === 0 ? <Steps.NextTrigger asChild><Button>Next</Button></Steps.NextTrigger> : <Button onClick={() => onDone(w)}>Offer it</Button>}</HStack>
    </Steps.Root>
  );
}

function Workshops() {
  const [rows, setRows] = useState(load);
  const [open, setOpen] = useState(null); // 'offer', 'edit', 'cancel'
  const [one, setOne] = useState(null);
  const keep = (all, say) => {
    localStorage.setItem('rows', JSON.stringify(all));
    setRows(all);
    setOpen(null);
    if (say) toaster.create({ title: say, type: 'success' });
  };
  const put = (row, say) => keep(row.id ? rows.map((r) => (r.id === row.id ? row : r)) : [...rows, { ...row, id: Date.now() }], say);
  const begin = (what, row) => { setOne(row); setOpen(what); };
  return (
    <ChakraProvider value={defaultSystem}>
      <Box p="6">
        <HStack justify="space-between"><Heading>Workshops</Heading><Button onClick={() => setOpen('offer')}>Offer a workshop</Button></HStack>
        <Table.Root><Table.Header><Table.Row>{['Workshop', 'Teacher', 'Room', 'Seats', 'Tags', 'Open', ''].map((h) => <Table.ColumnHeader key={h}>{h}</Table.ColumnHeader>)}</Table.Row></Table.Header>
          <Table.Body>{rows.map((r) => (
            <Table.Row key={r.id}><Table.Cell>{r.title}</Table.Cell><Table.Cell>{r.teacher}</Table.Cell><Table.Cell>{r.room}</Table.Cell>
              <Table.Cell><Editable.Root value={r.seats} onValueCommit={(e) => put({ ...r, seats: e.value }, 'Saved')} onValueChange={(e) => setRows(rows.map((x) => (x.id === r.id ? { ...x, seats: e.value } : x)))}><Editable.Preview /><Editable.Input /></Editable.Root></Table.Cell>
              <Table.Cell>{r.tags === '-' ? '' : r.tags.split('+').map((t) => <Badge key={t}>{t}</Badge>)}</Table.Cell>
              <Table.Cell><Switch.Root checked={r.open === 'yes'} onCheckedChange={(e) => put({ ...r, open: e.checked ? 'yes' : 'no' })}><Switch.HiddenInput /><Switch.Control /></Switch.Root></Table.Cell>
              <Table.Cell><Menu.Root><Menu.Trigger asChild><IconButton variant="ghost" size="sm">{dots}</IconButton></Menu.Trigger><Portal><Menu.Positioner><Menu.Content>
                <Menu.Item value="edit" onClick={() => begin('edit', r)}>Edit</Menu.Item><Menu.Item value="copy" onClick={() => put({ ...r, id: 0, title: 'Copy of ' + r.title }, 'Copied')}>Duplicate</Menu.Item><Menu.Item value="cancel" onClick={() => begin('cancel', r)}>Call off</Menu.Item>
              </Menu.Content></Menu.Positioner></Portal></Menu.Root></Table.Cell></Table.Row>))}</Table.Body></Table.Root>
      </Box>
      <Modal open={open === 'offer'} title="A new workshop" onClose={() => setOpen(null)}><Dialog.Body>{open === 'offer' && <Offer onDone={(w) => put(w, 'Offered')} />}</Dialog.Body></Modal>
      <Modal open={open === 'edit'} title={`Edit ${one?.title}`} onClose={() => setOpen(null)}>
        <Dialog.Body>{one && <Stack><Room value={one.room} onChange={(room) => setOne({ ...one, room })} />
          <TagsInput.Root value={one.tags === '-' ? [] : one.tags.split('+')} onValueChange={(e) => setOne({ ...one, tags: e.value.join('+') || '-' })}><TagsInput.Label>Tags</TagsInput.Label><TagsInput.Control><TagsInput.Items /><TagsInput.Input placeholder="Add tag..." /></TagsInput.Control></TagsInput.Root></Stack>}</Dialog.Body>
        <Dialog.Footer><Button variant="outline" onClick={() => setOpen(null)}>Discard</Button><Button onClick={() => put(one, 'Saved')}>Save</Button></Dialog.Footer>
      </Modal>
      <Modal open={open === 'cancel'} role="alertdialog" title="Call this workshop off?" onClose={() => setOpen(null)}>
        <Dialog.Body>Everyone who signed up gets a letter.</Dialog.Body>
        <Dialog.Footer><Button variant="outline" onClick={() => setOpen(null)}>Keep it</Button><Button colorPalette="red" onClick={() => keep(rows.filter((r) => r.id !== one.id), 'Called off')}>Call off</Button></Dialog.Footer>
      </Modal>
      <Toaster toaster={toaster}>{(t) => <Toast.Root><Toast.Title>{t.title}</Toast.Title><Toast.CloseTrigger /></Toast.Root>}</Toaster>
    </ChakraProvider>
  );
}

createRoot(document.getElementById('root')).render(<Workshops />);
