// A shop's back office, made of react-admin's own parts. It keeps its data in localStorage.
import { createRoot } from 'react-dom/client';
import { Admin, AutocompleteInput, BooleanField, BooleanInput, BulkDeleteButton, Create, Datagrid, DateField, DateInput, DeleteButton, Edit, EditButton, List, NumberField, NumberInput, ReferenceField, ReferenceInput, Resource, SearchInput, SelectField, SelectInput, SimpleForm, TabbedForm, TextField, TextInput, required } from 'react-admin';
import localStorageDataProvider from 'ra-data-local-storage';

const stages = ['draft', 'listed', 'retired'].map((id) => ({ id, name: id[0].toUpperCase() + id.slice(1) }));
const quarryName = (q) => q?.name ?? '';
const stones = [<SearchInput source="q" alwaysOn key="q" />];
const StoneList = () => (
  <List filters={stones} perPage={5} sort={{ field: 'name', order: 'ASC' }}>
    <Datagrid bulkActionButtons={<BulkDeleteButton mutationMode="pessimistic" />}>
      <TextField source="name" />
      <ReferenceField source="quarryId" reference="quarries" />
      <SelectField source="stage" choices={stages} />
      <NumberField source="price" />
      <DateField source="since" />
    </Datagrid>
  </List>
);
const StoneForm = () => (
  <TabbedForm>
    <TabbedForm.Tab label="Stone">
      <TextInput source="name" validate={required()} />
      <ReferenceInput source="quarryId" reference="quarries"><AutocompleteInput optionText={quarryName} /></ReferenceInput>
    </TabbedForm.Tab>
    <TabbedForm.Tab label="Sale">
      <SelectInput source="stage" choices={stages} />
      <NumberInput source="price" />
      <DateInput source="since" />
    </TabbedForm.Tab>
  </TabbedForm>
);
const Quarries = () => (
  <List>
    <Datagrid bulkActionButtons={false}>
      <TextField source="name" />
      <BooleanField source="open" />
      <EditButton />
      <DeleteButton mutationMode="pessimistic" />
    </Datagrid>
  </List>
);
const QuarryForm = () => <SimpleForm><TextInput source="name" /><BooleanInput source="open" /></SimpleForm>;
const inEdit = (form) => () => <Edit mutationMode="pessimistic">{form}</Edit>;
const inCreate = (form) => () => <Create>{form}</Create>;

createRoot(document.getElementById('root')).render(
  <Admin dataProvider={localStorageDataProvider({ loadingDelay: 50 })} disableTelemetry>
    <Resource name="stones" list={StoneList} edit={inEdit(<StoneForm />)} create={inCreate(<StoneForm />)} recordRepresentation="name" />
    <Resource name="quarries" list={Quarries} edit={inEdit(<QuarryForm />)} create={inCreate(<QuarryForm />)} recordRepresentation="name" />
  </Admin>,
);
