import { PlusOutlined } from '@ant-design/icons'
import { DEVICE_KIND, STATION_TYPE } from '@natim/contract/dict'
import type { RuleMatch } from '@natim/contract/mon/rule'
import type { RuleScope } from '@natim/domain/alarm/rule'
import { formatNumber } from '@natim/domain/format'
import { METRICS } from '@natim/domain/metrics'
import { keysOf } from '@natim/domain/record'
import { CITIES, PROVINCES, regionShortName } from '@natim/domain/regions'
import { Button, Dropdown, type RefSelectProps, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { optionsOf } from '@/lib/options.ts'
import styles from './edit.module.css'
import { Field } from './fields.tsx'
import { withCondition } from './rule-draft.ts'
import { useDeviceLookup, useModelLookup, useStationLookup } from './use-lookups.ts'

type Key = keyof RuleScope

/** In display order. */
const CONDITIONS: Readonly<Record<Key, string>> = {
  metricCodes: '因子',
  regionPrefixes: '区域',
  stationTypes: '站点类型',
  deviceKinds: '设备类型',
  tags: '标签',
  stationIds: '站点',
  deviceIds: '设备',
  modelIds: '型号',
}
const KEYS = keysOf(CONDITIONS)

const FIXED: Readonly<Partial<Record<Key, readonly { value: string; label: string }[]>>> = {
  metricCodes: METRICS.map(({ code, nameCn, formula }) => ({
    value: code,
    label: formula ? `${formula} ${nameCn}` : nameCn,
  })),
  regionPrefixes: [
    ...PROVINCES.map(({ code, shortName }) => ({ value: code.slice(0, 2), label: shortName })),
    ...CITIES.map(({ code }) => ({ value: code.slice(0, 4), label: regionShortName(code) })),
  ],
  stationTypes: optionsOf(STATION_TYPE),
  deviceKinds: optionsOf(DEVICE_KIND),
}

interface ScopeProps {
  readonly scope: RuleScope
  readonly onChange: (scope: RuleScope) => void
}

/** 作用范围: conditions combined with AND, each a chip with its allowed values. */
export function ScopeField({ scope, onChange }: ScopeProps) {
  const [opened, setOpened] = useState<Key>()
  const shown = KEYS.filter((key) => (scope[key] ?? []).length > 0 || key === opened)
  const left = KEYS.filter((key) => !shown.includes(key))
  return (
    <div className={styles.scope}>
      {shown.map((key) => (
        <span key={key} className={styles.chip}>
          <span className={styles.chipName}>{CONDITIONS[key]}</span>
          <Condition
            name={key}
            values={scope[key] ?? []}
            isOpened={key === opened}
            onChange={(values) => onChange(withCondition(scope, key, values))}
          />
        </span>
      ))}
      {left.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: left.map((key) => ({ key, label: CONDITIONS[key] })),
            onClick: ({ key }) => setOpened(key as Key),
          }}
        >
          <Button type="link" size="small" icon={<PlusOutlined aria-hidden />}>
            添加条件
          </Button>
        </Dropdown>
      )}
    </div>
  )
}

interface ConditionProps {
  readonly name: Key
  readonly values: readonly string[]
  readonly isOpened: boolean
  readonly onChange: (values: string[]) => void
}

function Condition(props: ConditionProps) {
  switch (props.name) {
    case 'stationIds':
      return <StationEntries {...props} />
    case 'deviceIds':
      return <DeviceEntries {...props} />
    case 'modelIds':
      return <ModelEntries {...props} />
    case 'tags':
      return <Entries {...props} mode="tags" options={[]} />
    default:
      return <Entries {...props} mode="multiple" options={FIXED[props.name] ?? []} />
  }
}

interface EntriesProps extends ConditionProps {
  readonly mode: 'multiple' | 'tags'
  readonly options: readonly { value: string; label: string }[]
  readonly onSearch?: (typed: string) => void
}

function Entries({ name, values, isOpened, mode, options, onSearch, onChange }: EntriesProps) {
  const box = useRef<RefSelectProps>(null)
  // A newly added condition gets the focus.
  useEffect(() => {
    if (isOpened) box.current?.focus()
  }, [isOpened])
  return (
    <Field path={`scope.${name}`}>
      {({ status, describedBy }) => (
        <Select
          mode={mode}
          variant="borderless"
          aria-label={CONDITIONS[name]}
          aria-describedby={describedBy}
          className={styles.entries ?? ''}
          popupMatchSelectWidth={240}
          ref={box}
          defaultOpen={isOpened && mode !== 'tags'}
          maxTagCount={6}
          placeholder={mode === 'tags' ? '输入后回车' : '请选择'}
          showSearch={onSearch ? { filterOption: false, onSearch } : { optionFilterProp: 'label' }}
          notFoundContent={mode === 'tags' ? null : '没有查询到任何数据'}
          {...(mode === 'tags' && { open: false })}
          {...(status && { status })}
          options={[...options]}
          value={[...values]}
          onChange={(next: string[]) => onChange(next)}
        />
      )}
    </Field>
  )
}

function StationEntries(props: ConditionProps) {
  const [typed, setTyped] = useState('')
  const { options } = useStationLookup(props.values, typed)
  return <Entries {...props} mode="multiple" options={options} onSearch={setTyped} />
}

function DeviceEntries(props: ConditionProps) {
  const [typed, setTyped] = useState('')
  const { options } = useDeviceLookup(props.values, typed)
  return <Entries {...props} mode="multiple" options={options} onSearch={setTyped} />
}

function ModelEntries(props: ConditionProps) {
  const [typed, setTyped] = useState('')
  const { options } = useModelLookup(props.values, typed)
  return <Entries {...props} mode="multiple" options={options} onSearch={setTyped} />
}

const REGIONS_SHOWN = 3

/** 匹配 168 个通道 · 61 个站点 · 江苏 34、山东 28、其余 106. */
export function MatchLine({ match, isDevice }: { readonly match: RuleMatch | undefined; readonly isDevice: boolean }) {
  if (!match) return <p className={styles.match}>正在计算作用范围</p>
  const { channels, devices, stations, regions, warnings } = match
  const problem = warnings.find(({ branch }) => branch === null)
  const shown = regions.slice(0, REGIONS_SHOWN)
  const rest = regions.slice(REGIONS_SHOWN).reduce((sum, region) => sum + region.channels, 0)
  const where = [
    ...shown.map((region) => `${region.name} ${formatNumber(region.channels)}`),
    ...(rest > 0 ? [`其余 ${formatNumber(rest)}`] : []),
  ].join('、')
  const counted = isDevice ? `${formatNumber(devices)} 台设备` : `${formatNumber(channels)} 个通道`
  const beside = [`${formatNumber(stations)} 个站点`, ...(isDevice ? [] : [`${formatNumber(devices)} 台设备`]), where]
  return (
    <>
      <p className={styles.match}>
        <b>匹配 {counted}</b> <span className="t-caption">{beside.filter(Boolean).join(' · ')}</span>
      </p>
      {problem && (
        <p className={styles.warning} role="status">
          {problem.text}
        </p>
      )}
    </>
  )
}
