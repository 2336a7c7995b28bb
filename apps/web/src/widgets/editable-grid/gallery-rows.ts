import { GRID_COLUMN_TYPES, type GridColumnType, type GridRow } from '@natim/contract/grid-column'
import type { EditableColumn } from './core/column.ts'

const UNITS = ['ppm', 'mg/m³', 'µg/m³', '℃', '%'].map((unit) => ({ value: unit, text: unit }))
const FACTORS = ['氯气', '氨气', '氯化氢', '硫化氢', 'TVOC', '机箱温度'].map((text, n) => ({ value: `f${n}`, text }))

/** Channels of a device, as in the design picture of the grid. */
export const CHANNEL_COLUMNS: readonly EditableColumn[] = [
  {
    key: 'factor',
    title: '监测因子',
    type: 'select',
    width: 160,
    options: FACTORS,
    validateRules: [{ required: true }],
  },
  {
    key: 'alias',
    title: '别名',
    type: 'input',
    width: 150,
    placeholder: '请输入${title}',
    validateRules: [{ required: true, message: '${title}不能为空' }, { unique: true }],
  },
  { key: 'unit', title: '单位', type: 'select', width: 120, options: UNITS },
  { key: 'low', title: '量程下限', type: 'inputNumber', width: 110 },
  { key: 'high', title: '量程上限', type: 'inputNumber', width: 110, validateRules: [{ pattern: 'n' }] },
  { key: 'places', title: '小数位', type: 'inputNumber', width: 120, statistics: ['average'] },
  { key: 'period', title: '周期 s', type: 'inputNumber', width: 140, statistics: ['sum', 'average'] },
  { key: 'tags', title: '标签', type: 'list_multi', width: 180, options: FACTORS },
  { key: 'isOn', title: '启用', type: 'checkbox', width: 80, customValue: ['Y', 'N'], defaultChecked: true },
  { key: 'checkedOn', title: '校准日期', type: 'date', width: 150 },
  { key: 'seenAt', title: '最近上报', type: 'datetime', width: 210 },
  { key: 'startsAt', title: '启用时刻', type: 'time', width: 140 },
  { key: 'note', title: '备注', type: 'textarea', width: 180 },
  {
    key: 'mode',
    title: '方式',
    type: 'radio',
    width: 180,
    options: [
      { value: 'a', text: '自动' },
      { value: 'm', text: '手动' },
    ],
  },
  { key: 'serial', title: '编号', type: 'normal', width: 120 },
]

/** Rows for these columns, the same every time. */
export const channelRows = (count: number): GridRow[] =>
  Array.from({ length: count }, (_, n) => ({
    id: `c${n}`,
    orderNum: n + 1,
    factor: `f${n % 6}`,
    alias: `通道 ${n + 1}`,
    unit: UNITS[n % 5]?.value,
    low: 0,
    high: 20 + (n % 50),
    places: n % 4,
    period: 5 + (n % 10) / 10,
    tags: n % 3 === 0 ? 'f1,f2' : 'f3',
    isOn: n % 5 === 0 ? 'N' : 'Y',
    checkedOn: '2026-03-18',
    seenAt: '2026-11-21 10:42:18',
    startsAt: '08:30:00',
    note: n % 7 === 0 ? '备注较长的一行文字，需要展开才能看全' : '',
    mode: n % 2 === 0 ? 'a' : 'm',
    serial: `GT-${320100 + n}`,
  }))

/** Column properties needed besides the type. */
const OF_TYPE: Partial<Record<GridColumnType, Partial<EditableColumn>>> = {
  checkbox_meta: { options: UNITS.slice(0, 2), width: 200 },
  select: { options: FACTORS },
  list_multi: { options: FACTORS, width: 180 },
  sel_search: { options: FACTORS },
  sel_search_async: { dictCode: 'sys_user,realname,username' },
  radio: { options: UNITS.slice(0, 2), width: 200 },
  popup: { popupCode: 'demo', orgFields: 'name', destFields: 'popup' },
  slot: { props: { slotName: 'progress' }, width: 180 },
}

/** One column of every type. */
export const ALL_TYPES: readonly EditableColumn[] = GRID_COLUMN_TYPES.map((type) => ({
  key: type,
  title: type,
  type,
  placeholder: '请填写${title}',
  ...OF_TYPE[type],
}))

/** A row of {@link ALL_TYPES}; values that would need a server are empty. */
export const allTypesRow = (id: string): GridRow => ({
  id,
  normal: '只读',
  input: '文本',
  inputNumber: 12.5,
  checkbox: true,
  checkbox_meta: 'ppm',
  select: 'f0',
  list_multi: 'f0,f1,f2',
  sel_search: 'f3',
  date: '2026-03-18',
  datetime: '2026-03-18 10:42:18',
  time: '10:42:18',
  input_pop: '较长的文字',
  textarea: '较长的文字',
  file: 'temp/202603/校准证书_2026.pdf',
  radio: 'ppm',
  slot: 64,
  hidden: '保留',
})

const MEASURED = new Set(CHANNEL_COLUMNS.map(({ type }) => type))

/** The channel columns, plus a column of every type they lack. */
export const BENCH_COLUMNS: readonly EditableColumn[] = [
  ...CHANNEL_COLUMNS,
  ...ALL_TYPES.filter(({ type }) => !MEASURED.has(type) && type !== 'hidden'),
]
