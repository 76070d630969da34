import '@vaadin/vaadin-core/vaadin-core.js';
import '@vaadin/grid/all-imports.js';
import '@vaadin/icons';
document.body.innerHTML = `
<vaadin-app-layout>
  <vaadin-drawer-toggle slot="navbar"></vaadin-drawer-toggle><h3 slot="navbar">Clinic</h3>
  <vaadin-menu-bar slot="navbar" theme="tertiary" style="margin-left:auto"></vaadin-menu-bar>
  <vaadin-button slot="navbar" theme="icon tertiary"><vaadin-icon icon="vaadin:bell"></vaadin-icon></vaadin-button>
  <vaadin-avatar slot="navbar" name="Ines Roth" tabindex="0"></vaadin-avatar>
  <vaadin-side-nav slot="drawer"><vaadin-side-nav-item path="/p">Patients</vaadin-side-nav-item><vaadin-side-nav-item path="/w">Wards<vaadin-side-nav-item path="/w/1" slot="children">Ward 1</vaadin-side-nav-item></vaadin-side-nav-item><vaadin-side-nav-item path="/b">Bills</vaadin-side-nav-item></vaadin-side-nav>
  <div style="padding:0 16px">
  <vaadin-tabs><vaadin-tab>Today</vaadin-tab><vaadin-tab>Week</vaadin-tab><vaadin-tab>Archive</vaadin-tab></vaadin-tabs>
  <vaadin-horizontal-layout theme="spacing" style="align-items:baseline"><vaadin-text-field placeholder="Search patients" clear-button-visible value="o"><vaadin-icon slot="prefix" icon="vaadin:search"></vaadin-icon></vaadin-text-field><vaadin-button theme="primary">New patient</vaadin-button><vaadin-button theme="icon"><vaadin-icon icon="vaadin:print"></vaadin-icon></vaadin-button><vaadin-button theme="icon"><vaadin-icon icon="vaadin:download-alt"></vaadin-icon></vaadin-button></vaadin-horizontal-layout>
  <vaadin-grid style="height:230px"><vaadin-grid-selection-column></vaadin-grid-selection-column><vaadin-grid-sort-column path="name" header="Name"></vaadin-grid-sort-column><vaadin-grid-sort-column path="ward" header="Ward"></vaadin-grid-sort-column><vaadin-grid-column path="due" header="Due"></vaadin-grid-column><vaadin-grid-column id="do" header="" width="130px" flex-grow="0"></vaadin-grid-column></vaadin-grid>
  <vaadin-form-layout style="--vaadin-form-layout-columns:3">
    <vaadin-text-field label="Full name" required value="Rosa Field"></vaadin-text-field>
    <vaadin-combo-box label="Doctor" clear-button-visible></vaadin-combo-box>
    <vaadin-date-picker label="Born" value="1980-05-01"></vaadin-date-picker>
    <vaadin-select label="Insurance"></vaadin-select>
    <vaadin-integer-field label="Visits" value="3" step-buttons-visible></vaadin-integer-field>
    <vaadin-password-field label="Record code" value="abc"></vaadin-password-field>
    <vaadin-multi-select-combo-box label="Allergies"></vaadin-multi-select-combo-box>
    <vaadin-radio-group label="Meals"><vaadin-radio-button value="a" label="All"></vaadin-radio-button><vaadin-radio-button value="n" label="None"></vaadin-radio-button></vaadin-radio-group>
    <vaadin-time-picker label="Visit at"></vaadin-time-picker>
  </vaadin-form-layout>
  <vaadin-checkbox label="May be called"></vaadin-checkbox>
  <vaadin-details summary="History"><p>Born in Lyon.</p></vaadin-details>
  <vaadin-message-input></vaadin-message-input>
  </div>
</vaadin-app-layout>`;
const $ = (s) => document.querySelector(s);
$('vaadin-menu-bar').items = [{ text: 'View', children: [{ text: 'Large' }] }, { text: 'Share', children: [{ text: 'By mail' }] }];
const grid = $('vaadin-grid');
grid.items = [['Rosa Field', 'A1', 'Mar 3'], ['Milo Hart', 'B2', 'Mar 4'], ['Nora Vale', 'A1', 'Mar 5'], ['Otto Lamb', 'C3', 'Mar 9']].map(([name, ward, due]) => ({ name, ward, due }));
$('#do').renderer = (root) => { root.innerHTML = '<vaadin-button theme="icon small tertiary"><vaadin-icon icon="vaadin:edit"></vaadin-icon></vaadin-button><vaadin-button theme="icon small tertiary error"><vaadin-icon icon="vaadin:trash"></vaadin-icon></vaadin-button>'; };
$('vaadin-combo-box').items = ['Dr. Abel', 'Dr. Bruno']; $('vaadin-combo-box').value = 'Dr. Abel';
$('vaadin-select').items = [{ label: 'Public', value: 'p' }, { label: 'Private', value: 'q' }]; $('vaadin-select').value = 'p';
const many = $('vaadin-multi-select-combo-box'); many.items = ['Nuts', 'Milk', 'Pollen']; many.selectedItems = ['Nuts', 'Milk'];
