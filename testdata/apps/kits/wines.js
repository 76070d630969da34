import { createApp, ref, watch } from 'vue/dist/vue.esm-bundler.js';
import Aura from '@primeuix/themes/aura';
import PrimeVue from 'primevue/config';
import ConfirmationService from 'primevue/confirmationservice';
import ToastService from 'primevue/toastservice';
import { useConfirm } from 'primevue/useconfirm';
import { useToast } from 'primevue/usetoast';
import Button from 'primevue/button';
import Column from 'primevue/column';
import ConfirmDialog from 'primevue/confirmdialog';
import DataTable from 'primevue/datatable';
import DatePicker from 'primevue/datepicker';
import Dialog from 'primevue/dialog';
import IconField from 'primevue/iconfield';
import InputNumber from 'primevue/inputnumber';
import InputText from 'primevue/inputtext';
import Menu from 'primevue/menu';
import MultiSelect from 'primevue/multiselect';
import Rating from 'primevue/rating';
import Select from 'primevue/select';
import Toast from 'primevue/toast';
import ToggleSwitch from 'primevue/toggleswitch';
import Toolbar from 'primevue/toolbar';

const App = {
  components: { Button, Column, ConfirmDialog, DataTable, DatePicker, Dialog, IconField, InputNumber, InputText, Menu, MultiSelect, Rating, Select, Toast, ToggleSwitch, Toolbar },
  setup() {
    const wines = ref(JSON.parse(localStorage.getItem('rows') ?? '[]')), open = ref(false), form = ref({}), term = ref(''), menu = ref(), current = ref(null);
    const confirm = useConfirm(), toast = useToast();
    watch(wines, (all) => localStorage.setItem('rows', JSON.stringify(all)), { deep: true });
    const done = (summary) => toast.add({ severity: 'success', summary, life: 3000 });
    const edit = (w) => { form.value = w ? { ...w, notes: w.notes ? w.notes.split('+') : [] } : { notes: [] }; open.value = true; };
    const items = [
      { label: 'Edit', icon: 'pi pi-pencil', command: () => edit(current.value) },
      { label: 'Remove', icon: 'pi pi-trash', command: () => {
        const w = current.value;
        confirm.require({ header: 'Confirm', message: `Remove ${w.name} from the cellar?`, acceptLabel: 'Remove', rejectLabel: 'Keep', accept: () => { wines.value = wines.value.filter((x) => x.id !== w.id); done('Removed'); } });
      } },
    ];
    return {
      wines, open, form, term, menu, items, edit, regions: ['Baden', 'Mosel', 'Pfalz', 'Saale'], tastes: ['Apple', 'Citrus', 'Oak', 'Smoke'],
      matches: () => wines.value.filter((w) => w.name.toLowerCase().includes(term.value.toLowerCase())),
      more(event, w) { current.value = w; menu.value.toggle(event); },
      save() {
        const { notes, ...w } = form.value;
        const row = { ...w, notes: notes.join('+') };
        wines.value = w.id ? wines.value.map((x) => (x.id === w.id ? row : x)) : [...wines.value, { id: Date.now(), sold: false, ...row }];
        open.value = false;
        done('Wine saved');
      },
    };
  },
  template: `
  <Toast /><ConfirmDialog /><Menu ref="menu" :model="items" popup />
  <h1>Cellar</h1>
  <Toolbar><template #start><Button label="New wine" icon="pi pi-plus" @click="edit(null)" /></template><template #end><InputText v-model="term" placeholder="Search wines" /></template></Toolbar>
  <DataTable :value="matches()" paginator :rows="5" dataKey="id" sortField="name" :sortOrder="1">
    <Column field="name" header="Name" sortable /><Column field="region" header="Region" sortable /><Column field="bottles" header="Bottles" sortable /><Column field="notes" header="Notes" />
    <Column header="Sold out"><template #body="{ data }"><ToggleSwitch v-model="data.sold" /></template></Column>
    <Column><template #body="{ data }"><Button icon="pi pi-ellipsis-v" text rounded @click="more($event, data)" /></template></Column>
  </DataTable>
  <Dialog v-model:visible="open" header="Wine" modal :style="{ width: '30rem' }">
    <div class="field"><label for="name">Name</label><InputText id="name" v-model="form.name" fluid /></div>
    <div class="field"><label for="region">Region</label><Select labelId="region" v-model="form.region" :options="regions" placeholder="Select one" fluid /></div>
    <div class="field"><label for="bottles">Bottles</label><InputNumber inputId="bottles" v-model="form.bottles" showButtons fluid /></div>
    <div class="field"><label for="notes">Notes</label><MultiSelect v-model="form.notes" :options="tastes" placeholder="Any" display="chip" fluid /></div>
    <template #footer><Button label="Cancel" text @click="open = false" /><Button label="Save" icon="pi pi-check" @click="save" /></template>
  </Dialog>`,
};
createApp(App).use(PrimeVue, { theme: { preset: Aura } }).use(ConfirmationService).use(ToastService).mount('#root');
