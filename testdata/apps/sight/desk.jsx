import React, { useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  Accordion, AccordionHeader, AccordionItem, AccordionPanel, Avatar, Button, Checkbox, Combobox, CounterBadge, Dropdown, Field, FluentProvider, Input, Link, Menu, MenuButton, MenuItem, MenuList, MenuPopover, MenuTrigger, MessageBar, MessageBarActions, MessageBarBody, Option, Persona, Rating, SearchBox, Slider, SpinButton, SplitButton, Switch, Tab, TabList, Table, TableBody, TableCell, TableCellActions, TableCellLayout, TableHeader, TableHeaderCell, TableRow, TableSelectionCell, Tag, TagGroup, Toolbar, ToolbarButton, ToolbarToggleButton, Tooltip, Tree, TreeItem, TreeItemLayout, webLightTheme,
} from '@fluentui/react-components';
import { Alert20Regular, Archive20Regular, Delete20Regular, Dismiss20Regular, Edit20Regular, Flag20Regular, MoreHorizontal20Regular, Settings20Regular, Star20Regular, TextBold20Regular, TextItalic20Regular } from '@fluentui/react-icons';

const mails = [['Mara Voss', 'Berth plan for May', '9:12'], ['Jon Hale', 'Invoice for the crane', '8:40'], ['Port office', 'Fog warning', 'Mon']];

function Page() {
  const [tab, setTab] = useState('in');
  return (
    <FluentProvider theme={webLightTheme} style={{ padding: 12 }}>
      <div style={{ display: 'flex', gap: 12, alignItems: 'center' }}>
        <SearchBox placeholder="Search mail" /><Button appearance="subtle" icon={<Settings20Regular />} /><Button appearance="subtle" icon={<Alert20Regular />} /><CounterBadge count={5} />
        <Menu><MenuTrigger><MenuButton>New</MenuButton></MenuTrigger><MenuPopover><MenuList><MenuItem>Event</MenuItem></MenuList></MenuPopover></Menu>
        <SplitButton menuButton={{}}>Send</SplitButton><Persona name="Ida Berg" secondaryText="Away" />
      </div>
      <TabList selectedValue={tab} onTabSelect={(_, d) => setTab(d.value)}><Tab value="in">Inbox</Tab><Tab value="out">Outbox</Tab></TabList>
      <div style={{ display: 'flex', gap: 24 }}>
        <Tree aria-label="Folders" style={{ width: 220 }} defaultOpenItems={['p']}>
          <TreeItem itemType="branch" value="p"><TreeItemLayout>Port</TreeItemLayout><Tree><TreeItem itemType="leaf"><TreeItemLayout actions={<Button size="small" icon={<Delete20Regular />} />}>Pilots</TreeItemLayout></TreeItem></Tree></TreeItem>
          <TreeItem itemType="branch" value="c"><TreeItemLayout>Customs</TreeItemLayout><Tree><TreeItem itemType="leaf"><TreeItemLayout>Forms</TreeItemLayout></TreeItem></Tree></TreeItem>
        </Tree>
        <div style={{ flex: 1 }}>
          <Toolbar><ToolbarButton icon={<Archive20Regular />}>Archive</ToolbarButton><ToolbarToggleButton name="f" value="b" icon={<TextBold20Regular />} /><ToolbarToggleButton name="f" value="i" icon={<TextItalic20Regular />} /><ToolbarButton icon={<MoreHorizontal20Regular />} /></Toolbar>
          <Table><TableHeader><TableRow><TableSelectionCell /><TableHeaderCell>From</TableHeaderCell><TableHeaderCell sortDirection="ascending">Subject</TableHeaderCell><TableHeaderCell>When</TableHeaderCell></TableRow></TableHeader>
            <TableBody>{mails.map(([who, what, when]) => <TableRow key={who}><TableSelectionCell /><TableCell><TableCellLayout media={<Avatar name={who} size={24} />}>{who}</TableCellLayout></TableCell><TableCell>{what}</TableCell><TableCell><TableCellLayout>{when}</TableCellLayout><TableCellActions style={{ opacity: 1 }}><Button icon={<Flag20Regular />} appearance="subtle" /><Button icon={<Edit20Regular />} appearance="subtle" /></TableCellActions></TableCell></TableRow>)}</TableBody>
          </Table>
          <MessageBar intent="warning"><MessageBarBody>Storage is nearly full. <Link>Make room</Link></MessageBarBody><MessageBarActions containerAction={<Button appearance="transparent" icon={<Dismiss20Regular />} />} /></MessageBar>
        </div>
        <div style={{ width: 260 }}>
          <Field label="Signature"><Input /></Field>
          <Field label="Language"><Dropdown placeholder="Choose a language"><Option>Danish</Option></Dropdown></Field>
          <Field label="Time zone"><Combobox placeholder="Find a zone"><Option>Oslo</Option></Combobox></Field>
          <Field label="Days kept"><SpinButton defaultValue={30} /></Field>
          <Switch label="Out of office" /><Checkbox label="Ask before deleting" /><Slider defaultValue={20} />
          <TagGroup onDismiss={() => {}}><Tag dismissible value="urgent">urgent</Tag><Tag dismissible value="later">later</Tag></TagGroup>
          <Tooltip content="Mark as important" relationship="label"><Button icon={<Star20Regular />} /></Tooltip>
          <Accordion><AccordionItem value="1"><AccordionHeader>Rules</AccordionHeader><AccordionPanel>None.</AccordionPanel></AccordionItem></Accordion>
        </div>
      </div>
    </FluentProvider>
  );
}
createRoot(document.getElementById('root')).render(<Page />);
