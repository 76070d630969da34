import React, { useState } from 'react';
import { createRoot } from 'react-dom/client';
import 'normalize.css/normalize.css';
import '@blueprintjs/core/lib/css/blueprint.css';
import '@blueprintjs/icons/lib/css/blueprint-icons.css';
import { Alignment, AnchorButton, Breadcrumbs, Button, ButtonGroup, Callout, Card, CardList, Checkbox, ControlGroup, Divider, EditableText, FileInput, FormGroup, HTMLSelect, HTMLTable, InputGroup, Menu, MenuDivider, MenuItem, Navbar, NumericInput, Popover, Radio, RadioGroup, RangeSlider, Section, SectionCard, SegmentedControl, Switch, Tab, Tabs, Tag, TagInput, Tree } from '@blueprintjs/core';

const files = [
  { id: 1, icon: 'folder-close', label: 'Plans', hasCaret: true, isExpanded: true, childNodes: [{ id: 2, icon: 'document', label: 'Keel.dwg' }, { id: 3, icon: 'document', label: 'Mast.dwg', secondaryLabel: <Button icon="eye-open" minimal small /> }] },
  { id: 4, icon: 'folder-close', label: 'Invoices', hasCaret: true, childNodes: [{ id: 5, label: 'May' }] },
];
const jobs = [['Hull', 'Ines', 'open'], ['Engine', 'Omar', 'done'], ['Rudder', 'Pia', 'open']];

function Page() {
  const [crew, setCrew] = useState(['Ines', 'Omar']);
  return (
    <div>
      <Navbar>
        <Navbar.Group><Navbar.Heading>Shipyard</Navbar.Heading><Navbar.Divider /><Button minimal icon="home" text="Home" /><Button minimal icon="document" text="Files" /></Navbar.Group>
        <Navbar.Group align={Alignment.RIGHT}><InputGroup leftIcon="search" placeholder="Search jobs" /><Button minimal icon="notifications" /><Button minimal icon="cog" /><Button minimal icon="user" /></Navbar.Group>
      </Navbar>
      <div style={{ display: 'flex', gap: 16, padding: 12 }}>
        <div style={{ width: 270 }}>
          <Tree contents={files} onNodeExpand={() => {}} onNodeCollapse={() => {}} onNodeClick={() => {}} />
          <Menu style={{ border: '1px solid #ccc' }}><MenuItem icon="cut" text="Cut" label="⌘X" /><MenuItem icon="duplicate" text="Copy" label="⌘C" /><MenuDivider title="Danger" /><MenuItem icon="trash" text="Scrap" intent="danger" /></Menu>
        </div>
        <div style={{ flex: 1 }}>
          <Breadcrumbs items={[{ text: 'Yard', href: '#yard' }, { text: 'Dock 2', href: '#dock' }, { text: 'Marlin' }]} />
          <h2><EditableText placeholder="Name the ship" defaultValue="Marlin" /></h2>
          <div style={{ display: 'flex', gap: 16 }}>
            <div>
              <FormGroup label="Owner" labelFor="owner"><InputGroup id="owner" rightElement={<Button icon="cross" minimal />} defaultValue="Brandt & Sons" /></FormGroup>
              <FormGroup label="Length"><NumericInput defaultValue={24} /></FormGroup>
              <FormGroup label="Class"><HTMLSelect options={['Ketch', 'Cutter', 'Sloop']} /></FormGroup>
              <FormGroup label="Crew"><TagInput values={crew} onChange={setCrew} placeholder="Add a name" /></FormGroup>
            </div>
            <div>
              <Switch label="In the water" /><Switch innerLabelChecked="on" innerLabel="off" label="Shore power" />
              <Checkbox label="Insured" defaultChecked />
              <RadioGroup label="Paint" selectedValue="red" onChange={() => {}}><Radio label="Red lead" value="red" /><Radio label="Copper" value="copper" /></RadioGroup>
              <SegmentedControl options={[{ label: 'List', value: 'list' }, { label: 'Board', value: 'board' }]} defaultValue="list" />
              <FileInput text="Choose a plan..." />
            </div>
            <div style={{ flex: 1 }}>
              <Callout intent="warning" title="Survey due">Book before June.</Callout>
              <ButtonGroup minimal style={{ marginTop: 6 }}><Button icon="align-left" /><Button icon="align-center" /><Button icon="align-right" /></ButtonGroup>
              <div><Tag onRemove={() => {}}>teak</Tag> <Tag onRemove={() => {}}>steel</Tag></div>
              <Popover content={<div>More</div>}><Button text="Actions" rightIcon="caret-down" /></Popover>
              <Section title="Papers" collapsible icon="document"><SectionCard>Three of four.</SectionCard></Section>
              <CardList compact><Card interactive>Sea trial</Card><Card interactive>Delivery</Card></CardList>
            </div>
          </div>
          <Tabs id="t"><Tab id="a" title="Jobs" panel={
            <HTMLTable interactive><thead><tr><th>Job</th><th>Who</th><th>State</th><th /></tr></thead><tbody>{jobs.map(([job, who, state]) => <tr key={job}><td>{job}</td><td>{who}</td><td><Tag minimal>{state}</Tag></td><td><Button icon="edit" minimal small /><Button icon="trash" minimal small intent="danger" /></td></tr>)}</tbody></HTMLTable>
          } /><Tab id="b" title="Costs" panel={<div />} /></Tabs>
        </div>
      </div>
    </div>
  );
}
createRoot(document.getElementById('root')).render(<Page />);
