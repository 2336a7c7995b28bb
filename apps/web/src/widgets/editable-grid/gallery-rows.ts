import type { GridColumn, GridRow } from '@natim/contract/grid-column'

const UNITS = ['ppm', 'mg/m³', 'µg/m³', '℃', '%'].map((unit) => ({ value: unit, text: unit }))
const FACTORS = ['氯气', '氨气', '氯化氢', '硫化氢', 'TVOC', '机箱温度'].map((text, n) => ({ value: `f${n}`, text }))

/** Channels of a device, as on the design's picture of the grid. */
export const CHANNEL_COLUMNS: readonly GridColumn[] = [
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
