import type { ReportColumns, ReportQueryItem } from '@natim/contract/system/report'
import { useState } from 'react'
import type { GalleryEntry } from '@/ui/gallery-entry.ts'
import { ReportPopup, type ReportPopupProps } from './report-popup.tsx'
import { ReportQuery } from './report-query.tsx'
import { type ChosenRows, ReportTable } from './report-table.tsx'

const KINDS = [
  { value: 'gas', text: '有毒气体探测器', title: '有毒气体探测器', label: '有毒气体探测器' },
  { value: 'met', text: '气象站', title: '气象站', label: '气象站' },
]
const column = (dataIndex: string, title: string, more: object = {}) =>
  ({ dataIndex, title, align: 'left', sorter: true, ...more }) as const
const REPORT: ReportColumns = {
  cgRpConfigId: '1',
  cgRpConfigName: '在用设备',
  columns: [
    column('name', '设备名称', { width: 220 }),
    column('kind', '设备类型', { customRender: 'kind', sorter: false }),
    column('health', '健康分', { align: 'right', width: 90 }),
  ],
  dictOptions: { kind: KINDS },
}
const ROWS = [
  { name: '江北 2# 氯气探测器', kind: 'gas', health: 92 },
  { name: '江北 2# 氯气探测器', kind: 'gas', health: 88 },
  { name: '浦口气象站', kind: 'met,gas', health: null },
]
const item = (field: string, label: string, more: object = {}): ReportQueryItem => ({
  field,
  label,
  mode: 'single',
  hidden: '0',
  type: 'text',
  view: 'text',
  dictCode: '',
  ...more,
})
const ITEMS = [
  item('name', '设备名称'),
  item('kind', '设备类型', { view: 'list' }),
  item('installed', '安装日期', { view: 'date', mode: 'group', hidden: '1' }),
]

const Field = (props: Partial<ReportPopupProps>) => (
  <ReportPopup code="device" orgFields="name,id" destFields="name,id" aria-label="设备" {...props} />
)

function Table({ rows = ROWS, isLoading = false }: { rows?: typeof ROWS; isLoading?: boolean }) {
  const [chosen, setChosen] = useState<ChosenRows>(new Map())
  return (
    <ReportTable
      report={REPORT}
      rows={rows}
      total={rows.length}
      page={{ pageNo: 1, pageSize: 10 }}
      sort={{ column: 'name', order: 'asc' }}
      isLoading={isLoading}
      isMulti
      chosen={chosen}
      onChoose={setChosen}
      onPage={() => undefined}
      onSort={() => undefined}
    />
  )
}

function Query() {
  const [values, setValues] = useState({})
  return (
    <ReportQuery
      items={ITEMS}
      dictOptions={REPORT.dictOptions}
      values={values}
      onChange={setValues}
      onSubmit={() => undefined}
      onReset={() => setValues({})}
    />
  )
}

export const gallery: GalleryEntry = {
  title: '报表选择',
  note: '从在线报表中选行，按次序填入表单的多个字段',
  states: [
    { name: '空', render: () => <Field /> },
    { name: '已选', render: () => <Field value="江北 2# 氯气探测器" /> },
    { name: '多选，长文字', render: () => <Field isMulti value={'江北新区化工园区 2# 氯气探测器，'.repeat(5)} /> },
    { name: '停用', render: () => <Field disabled value="浦口气象站" /> },
    { name: '参数错误', render: () => <Field destFields="name" /> },
    { name: '查询区', span: 24, render: () => <Query /> },
    { name: '数据', span: 12, render: () => <Table /> },
    { name: '加载中', span: 12, render: () => <Table isLoading /> },
    { name: '没有数据', span: 12, render: () => <Table rows={[]} /> },
  ],
}
