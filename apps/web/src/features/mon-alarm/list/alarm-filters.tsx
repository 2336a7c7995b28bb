import { ALARM_CONCERN, CLOSE_CODE } from '@natim/contract/dict'
import type { AlarmRow } from '@natim/contract/mon/alarm'
import { METRICS } from '@natim/domain/metrics'
import { regionPrefix } from '@natim/domain/regions'
import { DAY_MS, formatGmt8, parseGmt8 } from '@natim/domain/time'
import { DatePicker, Select, Tag } from 'antd'
import dayjs from 'dayjs'
import { Fragment } from 'react'
import { optionsOf } from '@/lib/options.ts'
import { useIsWide } from '@/lib/use-media.ts'
import * as R from '@/resource/index.ts'
import styles from './alarm-filters.module.css'
import type { AlarmView } from './view-switch.tsx'

const METRIC_OPTIONS = METRICS.map(({ code, nameCn }) => ({ value: code, label: nameCn }))
const CONCERN_OPTIONS = optionsOf(ALARM_CONCERN)
const CODE_OPTIONS = optionsOf(CLOSE_CODE)
const DAY_FORMAT = 'YYYY-MM-DD'

/** Search and filters in one line; each change queries at once. */
export function AlarmFilters({ view, isNarrow }: { readonly view: AlarmView; readonly isNarrow: boolean }) {
  const isWide = useIsWide()
  return (
    // As many as fit in one line beside the views.
    <R.SearchForm collapsedCount={isNarrow ? 1 : isWide ? 4 : 2}>
      <Fragment key="always">
        <R.SearchText name="keyword" label="编号、标题、站点" />
        <DeviceFilter />
        <ParentFilter />
        <IncidentFilter />
        <DigestFilter />
      </Fragment>
      {view === 'history' && <ChoiceFilter name="closeCode" label="关闭原因" options={CODE_OPTIONS} />}
      <RegionFilter />
      <ChoiceFilter name="metricCode" label="因子" options={METRIC_OPTIONS} />
      <TimeFilter label="触发日期" from="fromMs" to="toMs" />
      {view !== 'unacked' && <TimeFilter label="恢复日期" from="clearedFromMs" to="clearedToMs" />}
      <LastedFilter />
      <ChoiceFilter name="concern" label="毒性或感染" options={CONCERN_OPTIONS} />
    </R.SearchForm>
  )
}

/** Set by links from a device: shown, so that the list is not taken for all alarms, and removed with one click. */
function DeviceFilter() {
  const { state, rows, search } = R.useListContext<AlarmRow>()
  const id = state.filters['deviceId']
  if (id === undefined) return null
  const name = rows.find(({ deviceId }) => deviceId === id)?.deviceName ?? id
  return (
    <Tag
      className={styles.tag ?? ''}
      closable={{ 'aria-label': '不再按设备筛选' }}
      onClose={() => search({ deviceId: undefined })}
    >
      设备 {name}
    </Tag>
  )
}

/** Set by links from a parent alarm. */
function ParentFilter() {
  const { state, rows, search } = R.useListContext<AlarmRow>()
  const id = state.filters['parentId']
  if (id === undefined) return null
  const no = rows.find(({ parentId }) => parentId === id)?.parentNo ?? id
  return (
    <Tag
      className={styles.tag ?? ''}
      closable={{ 'aria-label': '不再只看合并的报警' }}
      onClose={() => search({ parentId: undefined })}
    >
      并入 {no}
    </Tag>
  )
}

/** Set by links from an incident. */
function IncidentFilter() {
  const { state, rows, search } = R.useListContext<AlarmRow>()
  const id = state.filters['incidentId']
  if (id === undefined) return null
  const no = rows.find(({ incidentId }) => incidentId === id)?.incidentNo ?? id
  return (
    <Tag
      className={styles.tag ?? ''}
      closable={{ 'aria-label': '不再只看该事件的报警' }}
      onClose={() => search({ incidentId: undefined })}
    >
      事件 {no}
    </Tag>
  )
}

/** Set by the link in the digest of alarms raised after the fact. */
function DigestFilter() {
  const { state, search } = R.useListContext<AlarmRow>()
  if (state.filters['digestId'] === undefined) return null
  return (
    <Tag
      className={styles.tag ?? ''}
      closable={{ 'aria-label': '不再只看这次补判的报警' }}
      onClose={() => search({ digestId: undefined })}
    >
      本次补判的报警
    </Tag>
  )
}

function RegionFilter() {
  const draft = R.useSearchDraft()
  const prefix = draft.value('region')
  return (
    <div className={styles.choice}>
      <R.regionWidget.Control
        aria-label="区域"
        placeholder="区域"
        allowClear
        value={prefix?.padEnd(6, '0')}
        onChange={(code) => draft.commit('region', code == null ? undefined : regionPrefix(String(code)))}
      />
    </div>
  )
}

interface ChoiceFilterProps {
  readonly name: string
  readonly label: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
}

function ChoiceFilter({ name, label, options }: ChoiceFilterProps) {
  const draft = R.useSearchDraft()
  return (
    <Select<string | undefined>
      className={styles.choice ?? ''}
      aria-label={label}
      placeholder={label}
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={draft.value(name)}
      options={[...options]}
      onChange={(value) => draft.commit(name, value)}
    />
  )
}

const LASTED = [
  { value: '-5', label: '5 分钟以内' },
  { value: '5-30', label: '5–30 分钟' },
  { value: '30-120', label: '30 分钟–2 小时' },
  { value: '120-1440', label: '2–24 小时' },
  { value: '1440-', label: '24 小时以上' },
]

/** How long alarms lasted, or have been lasting. */
function LastedFilter() {
  const list = R.useListContext()
  const draft = R.useSearchDraft()
  const value = `${draft.value('lastedMin') ?? ''}-${draft.value('lastedMax') ?? ''}`
  return (
    <Select<string | undefined>
      className={styles.choice ?? ''}
      aria-label="持续时长"
      placeholder="持续时长"
      allowClear
      value={value === '-' ? undefined : value}
      options={LASTED}
      onChange={(chosen) => {
        const [min, max] = (chosen ?? '-').split('-')
        list.search({ lastedMin: min || undefined, lastedMax: max || undefined })
      }}
    />
  )
}

interface TimeFilterProps {
  readonly label: string
  readonly from: string
  readonly to: string
}

/** GMT+8 days, both included, in which a given time of the alarms lies. */
function TimeFilter({ label, from, to }: TimeFilterProps) {
  const list = R.useListContext()
  const draft = R.useSearchDraft()
  const toDay = (text: string | undefined, backMs = 0) =>
    text === undefined ? null : dayjs(formatGmt8(Number(text) - backMs).slice(0, 10), DAY_FORMAT)
  const startOf = (day: dayjs.Dayjs | null | undefined) => day && parseGmt8(`${day.format(DAY_FORMAT)} 00:00:00`)
  return (
    <DatePicker.RangePicker
      className={styles.range ?? ''}
      aria-label={label}
      placeholder={[label, '止']}
      allowEmpty={[true, true]}
      value={[toDay(draft.value(from)), toDay(draft.value(to), DAY_MS)]}
      onChange={(days) => {
        const first = startOf(days?.[0])
        const last = startOf(days?.[1])
        list.search({ [from]: first ? String(first) : undefined, [to]: last ? String(last + DAY_MS) : undefined })
      }}
    />
  )
}
