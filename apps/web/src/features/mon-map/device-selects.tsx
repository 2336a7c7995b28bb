import { DEVICE_KIND, type DeviceKind } from '@natim/contract/dict'
import { type DepartNode, departTreeEndpoints } from '@natim/contract/system/pickers'
import { Select, TreeSelect } from 'antd'
import { optionsOf } from '@/lib/options.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import styles from './device-panel.module.css'
import type { DeviceFilters } from './map-state.ts'

const KINDS = optionsOf(DEVICE_KIND)
const TREE_FRESH_MS = 300_000

interface TreeOption {
  readonly value: string
  readonly title: string
  readonly children: TreeOption[]
}

const departOptions = (departs: readonly DepartNode[]): TreeOption[] =>
  departs.map(({ orgCode, departName, children }) => ({
    value: orgCode,
    title: departName,
    children: departOptions(children ?? []),
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
        treeData={departOptions(data ?? [])}
        showSearch={{ treeNodeFilterProp: 'title' }}
        value={depart || undefined}
        onChange={(next?: string) => onChange({ depart: next ?? '' })}
      />
    </div>
  )
}
