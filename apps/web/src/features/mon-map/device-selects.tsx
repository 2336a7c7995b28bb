import { DEVICE_KIND, type DeviceKind } from '@natim/contract/dict'
import { type DepartNode, departTreeEndpoints } from '@natim/contract/system/pickers'
import { keysOf } from '@natim/domain/record'
import { Select, TreeSelect } from 'antd'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import styles from './device-panel.module.css'
import type { DeviceFilters } from './map-state.ts'

const KINDS = keysOf(DEVICE_KIND).map((value) => ({ value, label: DEVICE_KIND[value] }))
const TREE_FRESH_MS = 300_000

interface TreeOption {
  readonly value: string
  readonly title: string
  readonly children: TreeOption[]
}

const optionsOf = (departs: readonly DepartNode[]): TreeOption[] =>
  departs.map(({ orgCode, departName, children }) => ({
    value: orgCode,
    title: departName,
    children: optionsOf(children ?? []),
  }))

interface DeviceSelectsProps extends Pick<DeviceFilters, 'kind' | 'depart'> {
  readonly onChange: (change: Partial<DeviceFilters>) => void
}

/** Device type and owning department. */
export function DeviceSelects({ kind, depart, onChange }: DeviceSelectsProps) {
  const { data } = useEndpoint(departTreeEndpoints.tree, { query: {} }, { staleTime: TREE_FRESH_MS })
  return (
    <div className={styles.selects}>
      <Select<DeviceKind>
        allowClear
        aria-label="设备类型"
        placeholder="全部类型"
        options={KINDS}
        value={kind || undefined}
        onChange={(next?: DeviceKind) => onChange({ kind: next ?? '' })}
      />
      <TreeSelect<string>
        allowClear
        aria-label="归属部门"
        placeholder="全部部门"
        popupMatchSelectWidth={260}
        treeData={optionsOf(data ?? [])}
        showSearch={{ treeNodeFilterProp: 'title' }}
        value={depart || undefined}
        onChange={(next?: string) => onChange({ depart: next ?? '' })}
      />
    </div>
  )
}
