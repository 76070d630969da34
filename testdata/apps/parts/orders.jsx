// Orders, made of Ant Design's own parts. It keeps its data in localStorage.
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { App, Button, DatePicker, Drawer, Dropdown, Form, Input, InputNumber, Modal, Select, Space, Table, Tabs, Tag } from 'antd';

const PRODUCTS = ['Kerb', 'Slab', 'Step', 'Tile'];

function Orders() {
  const { modal, message } = App.useApp();
  const [orders, setOrders] = useState(() => JSON.parse(localStorage.getItem('orders') ?? '[]'));
  const [sought, seek] = useState('');
  const [state, setState] = useState('open');
  const [making, make] = useState(false);
  const [edited, edit] = useState(null);
  const [chosen, choose] = useState([]);
  const [form] = Form.useForm();
  const [editing] = Form.useForm();
  useEffect(() => localStorage.setItem('orders', JSON.stringify(orders)), [orders]);
  const change = (ids, to) => setOrders((all) => all.map((o) => (ids.includes(o.id) ? { ...o, ...to } : o)));
  const ask = (title, onOk) => modal.confirm({ title, onOk });
  const create = async () => {
    const { day, ...rest } = await form.validateFields();
    setOrders((all) => [...all, { id: Date.now(), state: 'open', ...rest, day: day.format('YYYY-MM-DD') }]);
    make(false);
    message.success('Order created');
  };
  const menu = (o) => ({
    items: [{ key: 'ship', label: 'Ship' }, { key: 'delete', label: 'Delete', danger: true }],
    onClick: ({ key }) => (key === 'ship' ? ask(`Ship the order of ${o.customer}?`, () => change([o.id], { state: 'shipped' })) : ask(`Delete the order of ${o.customer}?`, () => setOrders((all) => all.filter((x) => x.id !== o.id)))),
  });
  const columns = [
    { title: 'Customer', dataIndex: 'customer', sorter: (a, b) => a.customer.localeCompare(b.customer) },
    { title: 'Product', dataIndex: 'product', render: (p) => <Tag>{p}</Tag> },
    { title: 'Amount', dataIndex: 'amount' },
    { title: 'Due', dataIndex: 'day' },
    { title: '', render: (_, o) => <Space><a onClick={() => { edit(o); editing.setFieldsValue(o); }}>Edit</a><Dropdown menu={menu(o)} trigger={['click']}><Button size="small">Actions</Button></Dropdown></Space> },
  ];
  return (
    <main style={{ padding: 16 }}>
      <h1>Orders</h1>
      <Space>
        <Button type="primary" onClick={() => { form.resetFields(); make(true); }}>New order</Button>
        <Input.Search placeholder="Search customers" onSearch={seek} allowClear />
        <Button disabled={!chosen.length} onClick={() => { change(chosen, { state: 'archived' }); choose([]); }}>Archive selected</Button>
      </Space>
      <Tabs activeKey={state} onChange={setState} items={['open', 'shipped', 'archived'].map((key) => ({ key, label: key[0].toUpperCase() + key.slice(1) }))} />
      <Table rowKey="id" columns={columns} pagination={{ pageSize: 4 }} rowSelection={{ selectedRowKeys: chosen, onChange: choose }}
        dataSource={orders.filter((o) => o.state === state && o.customer.toLowerCase().includes(sought.toLowerCase()))} />
      <Modal title="New order" open={making} onOk={create} okText="Create" onCancel={() => make(false)}>
        <Form form={form} layout="vertical">
          <Form.Item name="customer" label="Customer" rules={[{ required: true }]}><Input /></Form.Item>
          <Form.Item name="product" label="Product" rules={[{ required: true }]}><Select options={PRODUCTS.map((value) => ({ value }))} /></Form.Item>
          <Form.Item name="amount" label="Amount" initialValue={1}><InputNumber min={1} /></Form.Item>
          <Form.Item name="day" label="Due" rules={[{ required: true }]}><DatePicker /></Form.Item>
        </Form>
      </Modal>
      <Drawer title="Edit order" open={!!edited} onClose={() => edit(null)} extra={<Button type="primary" onClick={() => { change([edited.id], editing.getFieldsValue()); edit(null); }}>Save</Button>}>
        <Form form={editing} layout="vertical">
          <Form.Item name="customer" label="Customer"><Input /></Form.Item>
          <Form.Item name="amount" label="Amount"><InputNumber min={1} /></Form.Item>
        </Form>
      </Drawer>
    </main>
  );
}

createRoot(document.getElementById('root')).render(<App><Orders /></App>);
