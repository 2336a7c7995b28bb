import { Button, Form, Input, Tabs } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { useNotify } from '@/lib/notify.ts'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { GalleryAnswers } from '../gallery-answers.tsx'
import type { GridHandle } from './core/grid-handle.ts'
import { EditableGrid } from './editable-grid.tsx'
import type { EditableGridProps } from './editable-grid-props.ts'
import { ALL_TYPES, allTypesRow, CHANNEL_COLUMNS, channelRows } from './gallery-rows.ts'
import { readFormAndTables } from './save-tables.ts'

/** A few channels; `part` determines the state shown. */
function Channels({ count = 6, ...part }: Partial<EditableGridProps> & { count?: number }) {
  const rows = useMemo(() => channelRows(count), [count])
  return <EditableGrid aria-label="通道" columns={CHANNEL_COLUMNS} rows={rows} {...part} />
}

const CHANNELS = CHANNEL_COLUMNS.slice(0, 5)
const LONG = '一段很长很长、在单元格里放不下、需要省略或展开才能看全的文字'

/** Some rows with errors, checked when the grid is shown. */
function Faulty() {
  const rows = useMemo(() => channelRows(4).map((row, n) => (n % 2 === 0 ? row : { ...row, alias: '' })), [])
  const [check] = useState(() => (grid: GridHandle | null) => void grid?.validate())
  return <EditableGrid ref={check} aria-label="有错误的通道" columns={CHANNELS} rows={rows} />
}

function LongText() {
  const rows = useMemo(() => channelRows(2).map((row) => ({ ...row, alias: LONG, note: LONG })), [])
  return <EditableGrid aria-label="长文字" columns={CHANNEL_COLUMNS} rows={rows} />
}

const ALL_ROWS = [allTypesRow('1'), allTypesRow('2')]

function AllTypes() {
  return (
    <GalleryAnswers given={[]}>
      <EditableGrid aria-label="全部列类型" columns={ALL_TYPES} rows={ALL_ROWS} maxHeight={300} />
    </GalleryAnswers>
  )
}

/** Two consoles with this page open see each other's changes. */
function Live() {
  const rows = useMemo(() => channelRows(3), [])
  return (
    <EditableGrid
      aria-label="实时同步的通道"
      columns={CHANNELS}
      rows={rows}
      live={{ socketKey: 'mon-device', hasEffect: true }}
    />
  )
}

/** A form with two tables in tabs: the first error is brought to the front. */
function FormWithTables() {
  const { line } = useNotify()
  const [form] = Form.useForm<{ name: string }>()
  const [tab, setTab] = useState('channels')
  const channels = useRef<GridHandle>(null)
  const contacts = useRef<GridHandle>(null)
  const rows = useMemo(() => channelRows(3), [])
  const save = async () => {
    const reading = await readFormAndTables({
      form,
      tables: [
        { key: 'channels', grid: () => channels.current },
        { key: 'contacts', grid: () => contacts.current },
      ],
      showTab: setTab,
    })
    if (reading.isOk) line(`已读取 ${Object.keys(reading.tables).length} 个子表`, 'success')
  }
  const items = [
    {
      key: 'channels',
      label: '通道',
      forceRender: true,
      children: <EditableGrid ref={channels} aria-label="表单的通道" columns={CHANNELS} rows={rows} />,
    },
    {
      key: 'contacts',
      label: '联系人',
      forceRender: true,
      children: <EditableGrid ref={contacts} aria-label="联系人" columns={CONTACTS} rows={CONTACT_ROWS} />,
    },
  ]
  return (
    <div className="stack">
      <Form form={form} layout="inline" initialValues={{ name: '江北 2# 氯气探测器' }}>
        <Form.Item name="name" label="设备名称" rules={[{ required: true }]}>
          <Input />
        </Form.Item>
        <Button type="primary" onClick={() => void save()}>
          提交
        </Button>
      </Form>
      <Tabs activeKey={tab} onChange={setTab} items={items} />
    </div>
  )
}

const CONTACTS = [
  { key: 'name', title: '姓名', type: 'input', validateRules: [{ required: true }] },
  { key: 'phone', title: '手机', type: 'input', validateRules: [{ pattern: 'm', message: '请输入正确手机号' }] },
] as const
const CONTACT_ROWS = [
  { id: 'p1', name: '周海宁', phone: '13800138000' },
  { id: 'p2', name: '王一鸣', phone: '123' },
]

export const gallery: GalleryEntry = {
  title: '可编辑表格',
  note: 'Enter 下一行 · Tab 下一格 · Ctrl+Z 撤销 · 可与 Excel 互相复制粘贴',
  states: [
    { name: '常规：统计、拖动排序、新增、删除', span: 24, render: () => <Channels /> },
    { name: '全部列类型', span: 24, render: () => <AllTypes /> },
    { name: '校验错误', span: 24, render: () => <Faulty /> },
    { name: '长文字', span: 24, render: () => <LongText /> },
    { name: '空', span: 12, render: () => <Channels count={0} columns={CHANNELS} /> },
    { name: '加载中', span: 12, render: () => <Channels columns={CHANNELS} count={3} loading /> },
    { name: '整表禁用', span: 12, render: () => <Channels columns={CHANNELS} count={3} disabled /> },
    {
      name: '部分行禁用、单选、紧凑、分页',
      span: 12,
      render: () => (
        <Channels
          columns={CHANNELS}
          count={3}
          size="mini"
          rowSelection="radio"
          disabledRows={{ factor: 'f1' }}
          page={{ current: 1, total: 45 }}
        />
      ),
    },
    {
      name: '展开行、详细信息',
      span: 24,
      render: () => (
        <Channels
          columns={CHANNELS}
          count={4}
          expandedRow={(row) => <p>{`${row['alias']} 的说明`}</p>}
          details={{ mainForm: (row) => <p>{`${row['alias']}`}</p> }}
        />
      ),
    },
    { name: '表单与多个子表：停在第一个错误', span: 24, render: () => <FormWithTables /> },
    { name: '多人实时同步（socketKey mon-device）', span: 24, render: () => <Live /> },
  ],
}
