import { WX_TABS, type WxTab } from '@natim/contract/mon/wx-image'
import { PROVINCES } from '@natim/domain/regions'
import { WX_CATEGORIES, WX_CHANNELS, type WxCategory, type WxChannel } from '@natim/domain/wx-image'
import { Input, Select } from 'antd'
import { numberOptionsOf, optionsOf } from '@/lib/options.ts'
import { FilterTabs } from '@/ui/filter-tabs.tsx'
import styles from './wx.module.css'
import { SPANS } from './wx-text.ts'

type WxOrderBy = 'risk' | 'new' | 'old'

/** As the address says it; the server checks the choices. */
export interface PageState {
  readonly tab: WxTab
  readonly category: WxCategory | ''
  readonly region: string
  readonly channel: WxChannel | ''
  readonly hours: number
  readonly risk: number
  readonly text: string
  readonly order: WxOrderBy
  readonly view: string
  readonly pageNo: number
  readonly id: string
}

export const DEFAULTS: PageState = {
  tab: 'pending',
  category: '',
  region: '',
  channel: '',
  hours: 0,
  risk: 0,
  text: '',
  order: 'risk',
  view: 'wall',
  pageNo: 1,
  id: '',
}

const CATEGORIES = [{ value: '', label: '全部类别' }, ...optionsOf(WX_CATEGORIES)]
const CHANNELS = [{ value: '', label: '全部来源' }, ...optionsOf(WX_CHANNELS)]
const REGIONS = [
  { value: '', label: '全部区域' },
  ...PROVINCES.map(({ code, name }) => ({ value: code.slice(0, 2), label: name })),
]
const HOURS = numberOptionsOf(SPANS).toSorted((a, b) => (a.value || 1e9) - (b.value || 1e9))
const RISKS = [
  { value: 0, label: '全部风险' },
  { value: 0.5, label: '风险 ≥ 0.5' },
  { value: 0.8, label: '风险 ≥ 0.8' },
]
const ORDERS: { value: WxOrderBy; label: string }[] = [
  { value: 'risk', label: '风险降序' },
  { value: 'new', label: '最新在前' },
  { value: 'old', label: '最早在前' },
]

interface FilterBarProps {
  readonly state: PageState
  readonly counts: Readonly<Record<WxTab, number>> | undefined
  readonly onChange: (change: Partial<PageState>) => void
}

/** Filters shared by all views. */
export function FilterBar({ state, counts, onChange }: FilterBarProps) {
  const narrow = (change: Partial<PageState>) => onChange({ ...change, pageNo: 1 })
  const tabs = Object.entries(WX_TABS).map(([key, label]) => ({
    key: key as WxTab,
    label,
    count: counts?.[key as WxTab],
  }))
  return (
    <>
      <FilterTabs label="状态" tabs={tabs} chosen={state.tab} onChoose={(tab) => narrow({ tab })} />
      <div className={styles.filters}>
        <Select
          aria-label="类别"
          value={state.category}
          options={CATEGORIES}
          onChange={(category) => narrow({ category })}
        />
        <Select
          aria-label="区域"
          showSearch={{ optionFilterProp: 'label' }}
          value={state.region}
          options={REGIONS}
          onChange={(region) => narrow({ region })}
        />
        <Select aria-label="时间" value={state.hours} options={HOURS} onChange={(hours) => narrow({ hours })} />
        <Select
          aria-label="来源"
          value={state.channel}
          options={CHANNELS}
          onChange={(channel) => narrow({ channel })}
        />
        <Select aria-label="风险" value={state.risk} options={RISKS} onChange={(risk) => narrow({ risk })} />
        <Select aria-label="排序" value={state.order} options={ORDERS} onChange={(order) => narrow({ order })} />
        <Input.Search
          key={state.text}
          allowClear
          aria-label="查找图片"
          placeholder="编号或留言"
          defaultValue={state.text}
          onSearch={(text) => narrow({ text })}
        />
      </div>
    </>
  )
}
