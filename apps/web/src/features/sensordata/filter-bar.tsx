import { SearchOutlined } from '@ant-design/icons'
import { DEVICE_KIND, type DeviceKind } from '@natim/contract/dict'
import { Checkbox, Input, Segmented, Select, Tabs } from 'antd'
import { useIsPhone } from '../../lib/use-media.ts'
import styles from './filter-bar.module.css'
import type { SortMode } from './matrix-model.ts'
import { type Density, MATRIX_KINDS, type MatrixState } from './matrix-state.ts'

const SHORT_NAMES: Readonly<Partial<Record<DeviceKind, string>>> = {
  air: '空气',
  gas: '毒气',
  breath: '呼气',
  wearable: '穿戴',
  rad: '辐射',
  chem: '毒剂',
  bio: '生物',
  met: '气象',
}
const SORTS: readonly { readonly value: SortMode; readonly label: string }[] = [
  { value: 'region', label: '按区域' },
  { value: 'worst', label: '最差在前' },
  { value: 'name', label: '按名称' },
]

export interface FilterBarProps {
  readonly state: MatrixState
  readonly onChange: (change: Partial<MatrixState>) => void
}

/** Kind, search, order and density of the matrix, and the switch to the raw stream. */
export function FilterBar({ state, onChange }: FilterBarProps) {
  return (
    <div className={styles.bar}>
      <div className={styles.kinds}>
        <Segmented<DeviceKind>
          value={state.kind}
          onChange={(kind) => onChange({ kind })}
          options={MATRIX_KINDS.map((kind) => ({ value: kind, label: SHORT_NAMES[kind] ?? DEVICE_KIND[kind] }))}
          aria-label="设备类型"
        />
      </div>
      <Input
        allowClear
        prefix={<SearchOutlined />}
        placeholder="名称、客户端 ID、站点"
        aria-label="搜索设备"
        className={styles.search}
        value={state.keyword}
        onChange={(event) => onChange({ keyword: event.target.value })}
      />
      {state.tab === 'matrix' && <MatrixControls state={state} onChange={onChange} />}
      <Tabs
        className={styles.tabs}
        size="small"
        activeKey={state.tab}
        onChange={(tab) => onChange({ tab: tab as MatrixState['tab'] })}
        items={[
          { key: 'matrix', label: '矩阵' },
          { key: 'stream', label: '数据流' },
        ]}
      />
    </div>
  )
}

/** Order, selection and row height: not applicable to the stream. */
function MatrixControls({ state, onChange }: FilterBarProps) {
  const isPhone = useIsPhone()
  return (
    <>
      <Select<SortMode>
        value={state.sort}
        onChange={(sort) => onChange({ sort })}
        options={[...SORTS]}
        aria-label="排序"
        className={styles.sort}
      />
      <Checkbox checked={state.onlyAbnormal} onChange={(event) => onChange({ onlyAbnormal: event.target.checked })}>
        仅看异常
      </Checkbox>
      {!isPhone && (
        <Segmented<Density>
          value={state.density}
          onChange={(density) => onChange({ density })}
          options={[
            { value: 'standard', label: '标准' },
            { value: 'dense', label: '紧凑' },
          ]}
          aria-label="行高"
        />
      )}
    </>
  )
}
